extension Check {
  /// Whether the archive and the shared library of a variant are the same SQLite.
  package static let linkage = Check("linkage") { evidence, expectation in
    guard let archive = evidence.libraries.first(where: { $0.linkage == .archive }),
      let shared = evidence.libraries.first(where: { $0.linkage == .shared })
    else { return nil }
    let lists = differences(archive, shared).map { name, message in
      finding(name, message, expectation)
    }
    let suites = evidence.suites.compactMap { suite -> Finding? in
      let lines = suite.linesThatDiffer
      guard !lines.isEmpty else { return nil }
      return finding(suite.script.name, .suite(suite.script.name, lines), expectation)
    }
    return Result(lists + suites)
  }

  private static func differences(
    _ archive: LibraryEvidence,
    _ shared: LibraryEvidence
  ) -> [(name: String, message: Finding.Message)] {
    var found: [(String, Finding.Message)] = []
    if archive.sourceID != shared.sourceID || archive.version != shared.version {
      found.append(
        (
          "source id",
          .values(
            "source id",
            "\(archive.version) \(archive.sourceID)",
            "\(shared.version) \(shared.sourceID)"
          )
        )
      )
    }
    let lists: [(String, Listing<String>, Listing<String>)] = [
      ("reported options", archive.reported, shared.reported),
      ("functions", archive.functions.names, shared.functions.names),
      ("modules", archive.modules, shared.modules),
      ("collations", archive.collations, shared.collations),
      ("tokenizers", archive.tokenizers, shared.tokenizers),
      ("pragmas", archive.pragmas, shared.pragmas),
    ]
    for (name, a, b) in lists {
      guard let a = a.elements, let b = b.elements, a != b else { continue }
      found.append((name, .lists(name, a.subtracting(b).sorted(), b.subtracting(a).sorted())))
    }
    let probes = archive.probes.keys.filter {
      shared.probes[$0] != nil && archive.probes[$0] != shared.probes[$0]
    }
    if !probes.isEmpty { found.append(("probes", .probes(probes.sorted()))) }
    return found
  }

  private static func finding(
    _ subject: String,
    _ message: Finding.Message,
    _ expectation: Expectation
  ) -> Finding {
    Finding(
      .error,
      check: "linkage",
      variant: expectation.variant,
      subject: subject,
      message
    )
  }
}

extension Listing<FunctionEntry> {
  fileprivate var names: Listing<String> {
    switch self {
    case .known(let entries): .known(Set(entries.map(\.capability.name)))
    case .unknown(let reason): .unknown(reason)
    }
  }
}

extension SuiteOutcome {
  /// The lines of the records that turn out otherwise with the archive than with the shared library.
  fileprivate var linesThatDiffer: [Int] {
    guard let archive = runs.first(where: { $0.kind.linkage == .archive }),
      let shared = runs.first(where: {
        $0.kind == RunKind(.shared, archive.kind.database)
      })
    else { return [] }
    return zip(script.records, zip(archive.verdicts, shared.verdicts))
      .filter { $0.1.0 != $0.1.1 }
      .map(\.0.location.line)
  }
}

extension Finding.Message {
  fileprivate static func values(_ name: String, _ archive: String, _ shared: String) -> Self {
    "the \(name) of the archive is '\(archive)', that of the shared library '\(shared)'"
  }

  fileprivate static func lists(_ name: String, _ archive: [String], _ shared: [String]) -> Self {
    let parts = [
      archive.isEmpty ? nil : "only the archive has \(archive.examples)",
      shared.isEmpty ? nil : "only the shared library has \(shared.examples)",
    ]
    return "the two libraries differ in their \(name): "
      + "\(parts.compactMap { $0 }.joined(separator: "; "))"
  }

  fileprivate static func probes(_ names: [String]) -> Self {
    "the two libraries answer probes of \(names.examples) differently"
  }

  fileprivate static func suite(_ suite: String, _ lines: [Int]) -> Self {
    "\(lines.count.counted("record")) of suite '\(suite)' \(lines.count == 1 ? "turns" : "turn") out "
      + "differently with the archive and the "
      + "shared library, the first at line \(lines.first ?? 0)"
  }
}
