import AmalgamCore
import AmalgamHost

/// One option under trial, and what was seen of it.
final class Trial {
  /// How far building came.
  enum Build: Equatable {
    case whole
    /// The preprocessed code is that of a build without the option, the table of options apart.
    case sameCode
    case stopped(stage: String, log: String)
  }

  let row: OptionRow?
  let option: CompileOption?
  /// Whether the row says that the source stops with `#error`.
  let isRefused: Bool
  let expectation: Expectation
  let grammar: GrammarSet
  let bench: Bench
  private(set) var build = Build.whole
  private(set) var evidence: LibraryEvidence?
  private let folder: String
  private let observation: Observation
  private let plain: PlainCode

  /// Makes the trial of `trial`; without one, that of a build without any option.
  init(_ trial: OptionTrial?, of row: OptionRow?, plain: PlainCode, number: Int, _ bench: Bench) {
    self.row = row
    self.plain = plain
    self.bench = bench
    option = trial?.option
    isRefused = trial?.isRefused ?? false
    let options = trial?.options ?? []
    let name = trial.map { $0.option.description } ?? "no option"
    expectation = bench.expectation(name, options)
    grammar = GrammarSet(universalWith: bench.catalogue.grammarOptions(among: options))
    folder = Path.join(bench.folder, "\(number)")
    observation = bench.observer.observation(
      of: Path.join(folder, "sqlite3.o"),
      expectation,
      folder: Path.join(folder, "ask")
    )
  }

  /// Makes the job that does all of it.
  func job(needs: [Job]) -> Job {
    let phases: [Job.Phase] = [
      { try self.preprocess() }, { try self.compile() },
    ]
    let asking = observation.phases.map { phase -> Job.Phase in
      { self.isBuilt ? try phase() : [] }
    }
    let last: Job.Phase = {
      if self.evidence == nil, self.isBuilt { self.evidence = self.observation.evidence }
      try self.bench.files.remove(self.folder)
      return []
    }
    return Job(
      needs: needs,
      phases: phases + asking + [last],
      failed: { step, status in
        Failure(
          command: step,
          status,
          place: self.expectation.variant,
          files: self.bench.files
        )
      },
      ended: { step, status in try self.ended(step, status) }
    )
  }

  private var isBuilt: Bool { build == .whole }

  /// Code is compared only where nothing else can show that the option has any.
  private var comparesCode: Bool {
    guard let row else { return true }
    if grammar != GrammarSet(universalWith: []) { return false }
    if row.kind == .retired || row.kind == .internal || !row.systems.isEmpty { return true }
    if case .some(.none) = row.probe { return true }
    return row.probe == nil || !row.codeless.isEmpty
  }

  /// Nothing is optimised but what does not link otherwise.
  private var level: String {
    let lines = row?.optimised ?? []
    return lines.contains { $0.releases.contains(expectation.release) } ? "-O1" : "-O0"
  }

  private var definitions: [String] {
    expectation.profile.options.map { "-D\($0.name)=\($0.value)" }
  }

  private func preprocess() throws -> [Job.Step] {
    try bench.files.makeDirectory(folder)
    guard comparesCode else { return [] }
    let words =
      bench.toolchain.compiler + ["-E", "-P", "-w"] + definitions
      + [bench.amalgamation(grammar), "-o", Path.join(folder, "sqlite3.i")]
    return [step(words, "preprocess")]
  }

  private func compile() throws -> [Job.Step] {
    if comparesCode, isBuilt { try compareCode() }
    guard isBuilt else { return [] }
    let words =
      bench.compiler + [level, "-w", "-c"] + definitions
      + [bench.amalgamation(grammar), "-o", Path.join(folder, "sqlite3.o")]
    return [step(words, "compile")]
  }

  private func compareCode() throws {
    let path = Path.join(folder, "sqlite3.i")
    let code = PreprocessedCode(try bench.files.read(path))
    try bench.files.remove(path)
    guard row != nil else {
      plain.code = code
      return
    }
    guard let usual = plain.code, code.hasCode(of: usual), var evidence = plain.evidence else {
      return
    }
    build = .sameCode
    evidence.reported = .known(Set(code.table))
    self.evidence = evidence
  }

  private func step(_ words: [String], _ verb: String) -> Job.Step {
    Job.Step(
      Command(words),
      log: Path.join(folder, verb + ".log"),
      label: "\(verb) \(expectation.variant)"
    )
  }

  private func ended(_ step: Job.Step, _ status: ExitStatus) throws {
    let isCompiler = ["preprocess.log", "compile.log"].contains(Path.name(of: step.log))
    if isCompiler {
      if !status.isSuccess { build = .stopped(stage: "compile", log: log(step.log)) }
      return
    }
    do {
      try observation.ended(step, status)
    } catch {
      build = .stopped(stage: "link", log: log(step.log))
    }
  }

  /// The first lines of a log that say what is wrong.
  private func log(_ path: String) -> String {
    let text = (try? bench.files.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let lines = text.split(whereSeparator: \.isNewline).filter {
      $0.contains("error") || $0.contains("undefined")
    }
    return lines.prefix(2).map { String($0.suffix(160)) }.joined(separator: "; ")
  }

  /// Keeps what was seen for those that have the same code.
  func publish() {
    plain.evidence = observation.evidence
  }
}

/// What a build without any option has, for comparison.
final class PlainCode {
  var code: PreprocessedCode?
  var evidence: LibraryEvidence?
}
