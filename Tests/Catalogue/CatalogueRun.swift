import AmalgamCore
import AmalgamHost

/// All trials of a release, and what they say.
struct CatalogueRun {
  private let bench: Bench

  init(_ bench: Bench) {
    self.bench = bench
  }

  /// Tries every row; returns the exit status.
  func run() throws -> Int32 {
    defer { try? bench.files.remove(bench.folder) }
    let plain = PlainCode()
    let base = Trial(nil, of: nil, plain: plain, number: 0, bench)
    let driver = bench.observer.driverJob()
    let queue = JobQueue(
      commands: bench.commands,
      progress: bench.progress,
      limit: bench.request.jobs
    )
    try queue.runToSuccess([driver, base.job(needs: [driver])])
    base.publish()
    let trials = self.trials(plain)
    var generation = GenerationJobs(generator: bench.generator)
    let jobs = trials.map { trial in
      trial.job(needs: generation.jobs(for: bench.tree, trial.grammar))
    }
    try queue.run(generation.all + jobs)
    bench.progress.clear()
    return try report(base, trials, jobs)
  }

  private func trials(_ plain: PlainCode) -> [Trial] {
    var trials: [Trial] = []
    for row in bench.rows {
      for trial in OptionTrial.all(
        of: row,
        release: bench.release.version,
        catalogue: bench.catalogue
      ) {
        trials.append(Trial(trial, of: row, plain: plain, number: trials.count + 1, bench))
      }
    }
    return trials
  }

  private func report(_ base: Trial, _ trials: [Trial], _ jobs: [Job]) throws -> Int32 {
    var lines = bench.request.only.isEmpty ? try Completeness(bench).missing : []
    lines += Judgement(base).disagreements
    for trial in trials { lines += Judgement(trial).disagreements }
    if let before = bench.measuredBefore {
      print(lines.isEmpty ? "no row changed since SQLite \(before)" : "changed since \(before):")
    }
    for line in lines { print(line) }
    var untried: [String] = []
    for (trial, job) in zip(trials, jobs) {
      guard let error = job.error else { continue }
      untried.append("\(trial.expectation.variant): \((error as? Failure)?.lines ?? "\(error)")")
    }
    for line in untried { print(line) }
    if bench.request.lists { printList(trials, base) }
    print(summary(trials, disagreements: lines.count, untried: untried.count))
    return untried.isEmpty ? (lines.isEmpty ? 0 : 1) : 2
  }

  /// A line for each trial: what it brings and takes away, and how it is seen.
  private func printList(_ trials: [Trial], _ base: Trial) {
    for trial in trials {
      guard let row = trial.row, let option = trial.option else { continue }
      let bytes = (trial.evidence?.textBytes ?? 0) - (base.evidence?.textBytes ?? 0)
      let size = trial.build == .whole ? "\(bytes)" : "-"
      print("\(option)  \(row.kind.rawValue)  \(row.probeClass)  \(size)  \(trial.build)")
    }
  }

  private func summary(_ trials: [Trial], disagreements: Int, untried: Int) -> String {
    let rows = bench.rows.filter { $0.isOption }
    let counts = Dictionary(grouping: rows, by: \.probeClass).mapValues(\.count)
    let classes = ["behaviour", "symbol", "listing", "none"].map { name in
      "\(counts[name] ?? 0) \(name)"
    }
    return "SQLite \(bench.release.version): \(rows.count) options, \(trials.count) trials, "
      + "\(disagreements) disagreements, \(untried) not tried\n"
      + "probes: \(classes.joined(separator: ", "))"
  }
}

extension OptionRow {
  /// How its effect is seen: by what it does, by a name of the API, by a list of the library's,
  /// or not at all.
  fileprivate var probeClass: String {
    switch probe {
    case .sql, .file, .wal, .api: "behaviour"
    case .symbol: "symbol"
    case .capability(let capability):
      switch capability.kind {
      case .symbol: "symbol"
      case .syntax, .file, .fixed, .export, .import, .copies, .alignment, .encryption, .installName:
        "behaviour"
      case .module, .function, .collation, .tokenizer, .pragma: "listing"
      }
    case nil, .some(.none): "none"
    }
  }
}
