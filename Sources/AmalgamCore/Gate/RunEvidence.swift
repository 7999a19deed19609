/// What a program wrote of the SQLite that answered it where it ran: the text of `--evidence`.
///
/// `Sources/Driver/EVIDENCE.md` has the form.
package struct RunEvidence: Sendable {
  static let mark = "amalgam-evidence 1"

  /// As messages name it.
  package let file: String
  package private(set) var version = ""
  package private(set) var sourceID = ""
  /// The device or system, for people.
  package private(set) var system = ""
  private var lists: [String: [SourceLine]] = [:]
  package private(set) var suites: [Suite] = []
  package private(set) var wrong: [Wrong] = []
  private var isWhole = false

  /// What became of one suite.
  package struct Suite: Hashable, Sendable {
    package let name: String
    package let passed: Int
    package let failed: Int
    package let omitted: Int
  }

  /// A case that answered wrongly.
  package struct Wrong: Hashable, Sendable {
    /// `suite:line`.
    package let place: String
    package let message: String
  }

  /// Reads the text; what is wrong with it is told with line and column.
  package init(_ text: String, file: String) throws(Failures) {
    self.file = file
    var failures: [Failure] = []
    var isFirst = true
    for line in SourceLine.lines(of: text, file: file) where !line.words.isEmpty {
      let problem = isFirst ? first(line) : read(line)
      isFirst = false
      if let problem, failures.count < 20 {
        failures.append(Failure(line.location(of: line.words[0]).description, problem))
      }
    }
    if failures.isEmpty, !isWhole {
      failures.append(Failure(file, "has no line 'end', so it was cut off"))
    }
    guard failures.isEmpty else { throw Failures(failures) }
  }

  private func first(_ line: SourceLine) -> String? {
    line.text == Self.mark
      ? nil : "is no evidence of this version: it begins with '\(line.text.cut(to: 40))'"
  }

  private static let listNames: Set<String> = [
    "reported", "function", "module", "collation", "tokenizer", "pragma",
  ]

  /// Reads a line; returns what is wrong with it.
  private mutating func read(_ line: SourceLine) -> String? {
    let words = line.words.map(\.text)
    if isWhole { return "has a line behind 'end'" }
    switch words[0] {
    case "end" where words.count == 1: isWhole = true
    case "release" where words.count == 2: version = words[1]
    case "source-id" where words.count > 1: sourceID = line.rest(from: 1)
    case "system" where words.count > 1: system = line.rest(from: 1)
    case let list where Self.listNames.contains(list) && words.count > 1:
      guard String(baselineWord: words[1]) != nil else { return "has a name with half a '%' code" }
      lists[list, default: []].append(line)
    case "failed" where words.count > 2:
      wrong.append(Wrong(place: words[1], message: line.rest(from: 2)))
    case "suite" where words.count == 8:
      let numbers = [3, 5, 7].compactMap { Int(words[$0]) }
      guard numbers.count == 3, numbers.allSatisfy(Judgement.counts.contains), words[2] == "passed",
        words[4] == "failed", words[6] == "omitted"
      else { return "has a suite without its three numbers" }
      suites.append(
        Suite(name: words[1], passed: numbers[0], failed: numbers[1], omitted: numbers[2])
      )
    default: return "has a line that is none of an evidence's: '\(line.rest(from: 0).cut(to: 60))'"
    }
    return nil
  }

  /// The lists as a library's, for the checks of libraries.
  package var library: LibraryEvidence {
    var library = LibraryEvidence(linkage: .driver, file: file)
    library.version = version
    library.sourceID = sourceID
    library.reported = listing("reported")
    library.modules = listing("module")
    library.collations = listing("collation")
    library.tokenizers = listing("tokenizer")
    library.pragmas = listing("pragma")
    if let lines = lists["function"] {
      library.functions = .known(Set(lines.compactMap(Self.function)))
    }
    return library
  }

  private func listing(_ name: String) -> Listing<String> {
    guard let lines = lists[name] else { return .unknown("'\(file)' has no line of it") }
    return .known(Set(lines.compactMap { String(baselineWord: $0.words[1].text) }))
  }

  private static func function(_ line: SourceLine) -> FunctionEntry? {
    guard let name = String(baselineWord: line.words[1].text), let slash = name.lastIndex(of: "/"),
      let count = Int(name[name.index(after: slash)...])
    else { return nil }
    return FunctionEntry(String(name[..<slash]), count)
  }
}

extension RunEvidence {
  /// The kinds of capabilities that evidence lists.
  static let kinds: Set<Capability.Kind> = [
    .function, .module, .collation, .tokenizer, .pragma,
  ]

  /// Returns what the checks of libraries say of it.
  package func verdict(_ expectation: Expectation) -> Verdict {
    var profile = expectation.profile
    // What the app registers is there where it runs, and is judged like the rest.
    profile.demands = profile.demands.filter { Self.kinds.contains($0.capability.kind) }.map {
      Demand($0.capability, isRequired: $0.isRequired, at: $0.location)
    }
    var promise = expectation.promise
    for demand in expectation.profile.demandsByApp {
      promise.absent[demand.capability] = nil
      promise.capabilities[demand.capability] = promise.capabilities[demand.capability] ?? "require"
    }
    let told = Expectation(
      variant: expectation.variant,
      profile: profile,
      release: expectation.release,
      checkIn: expectation.checkIn,
      catalogue: expectation.catalogue,
      promise: Promise(
        capabilities: promise.capabilities.filter { Self.kinds.contains($0.key.kind) },
        absent: promise.absent.filter { Self.kinds.contains($0.key.kind) },
        isComplete: promise.isComplete,
        locations: promise.locations
      ),
      isOwnBuild: false,
      isOfApp: true
    )
    return Verdict(
      of: Evidence(libraries: [library]),
      told,
      by: [.release, .compileOptions, .missingCapability, .surplusCapability, .demand]
    )
  }

  /// What no run tells: the options that SQLite never reports.
  package static func unknown(_ expectation: Expectation) -> [ProgramReview.Unknown] {
    expectation.unreportedOptions.map { name in
      let what = expectation.profile.option(name).map { "set to \($0.value)" } ?? "not set"
      return ProgramReview.Unknown(
        subject: name,
        reason: "\(what) by the profile, and no run tells that; '--program' does, by the variant's "
          + "mark",
        isToldByRun: false
      )
    }
  }

  /// What the suites say: each case that was wrong, and that there were some.
  package func suiteFindings(_ variant: String) -> [Finding] {
    var findings = wrong.map {
      Finding(
        .error,
        check: "conformance",
        variant: variant,
        subject: $0.place,
        .wrong($0),
        in: file
      )
    }
    let told = Set(wrong.map { String($0.place.prefix { $0 != ":" }) })
    findings += suites.filter { $0.failed > 0 && !told.contains($0.name) }.map {
      Finding(
        .error,
        check: "conformance",
        variant: variant,
        subject: $0.name,
        .failed($0),
        in: file
      )
    }
    return findings
  }

  /// Why it says nothing; `nil` where a case was run.
  package var emptiness: Failure? {
    suites.contains { $0.passed + $0.failed > 0 }
      ? nil : Failure(file, "has no suite of which a case was run, so nothing was judged")
  }
}

extension Finding.Message {
  fileprivate static func wrong(_ wrong: RunEvidence.Wrong) -> Self {
    "where it ran, '\(wrong.place)' was wrong: \(wrong.message)"
  }
  fileprivate static func failed(_ suite: RunEvidence.Suite) -> Self {
    "where it ran, \(suite.failed.counted("case")) of suite '\(suite.name)' failed"
  }
}
