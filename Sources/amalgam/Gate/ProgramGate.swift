import AmalgamCore
import AmalgamHost

/// One call of `gate PROFILE --program FILE…`: nothing is built.
struct ProgramGate {
  private let invocation: Invocation
  private let workspace: Workspace

  init(_ invocation: Invocation) throws {
    self.invocation = invocation
    if invocation.arguments.has(.record) {
      throw UsageError(
        "'--record' and '--program' exclude each other: a baseline is recorded of what is built",
        usage: invocation.verb.usage
      )
    }
    guard !invocation.arguments.operands.isEmpty else {
      throw UsageError(
        "'--program' is judged against a profile: name it",
        usage: invocation.verb.usage
      )
    }
    workspace = try Workspace(invocation)
  }

  private var today: Today { workspace.request.today }

  func report() throws -> Report {
    let arguments = invocation.arguments
    // What follows the profile are files, as a shell's pattern makes them.
    let paths = arguments.all(.program) + arguments.operands.dropFirst()
    let prepared = try workspace.prepare([arguments.operands[0]])[0]
    let expectation = Expectation(
      variant: prepared.variant.description,
      profile: prepared.profile,
      release: prepared.release.version,
      checkIn: prepared.release.checkIn,
      catalogue: workspace.tables.catalogue,
      isOwnBuild: false
    )
    var variant = GatedVariant(
      name: prepared.variant.description,
      directory: "",
      profile: prepared.profile,
      release: prepared.release.version,
      checkIn: prepared.release.checkIn,
      target: prepared.target,
      faults: workspace.tables.catalogue.faults(
        of: prepared.release.version,
        in: prepared.profile
      )
    )
    variant.findings = prepared.findings
    variant.judgements = prepared.judgements
    variant.programFiles = []
    let evidence = try read(arguments.all(.evidence))
    var failures: [Failure] = []
    if paths.isEmpty {
      variant.add(unjudged: RunEvidence.unknown(expectation))
    } else {
      let sources = sources(of: prepared)
      failures += try judge(paths, &variant, expectation, sources, hasRun: !evidence.isEmpty)
    }
    variant.add(limits: prepared.profile)
    for evidence in evidence { failures += judge(evidence, &variant, expectation) }
    variant.isCutShort = !failures.isEmpty
    variant.accept(today: today.date)
    let review = AcceptanceReview(of: variant.findings, today: today.date)
    variant.add(.gate, [AcceptanceReview.checkID], review.review([variant]))
    return GateReport([variant], failures: failures, today: today).report
  }

  private func judge(
    _ paths: [String],
    _ variant: inout GatedVariant,
    _ expectation: Expectation,
    _ sources: [String: ExtensionSource],
    hasRun: Bool
  ) throws -> [Failure] {
    let project = workspace.project
    let loaded = try ProgramLoader(
      files: invocation.files,
      commands: invocation.commands,
      progress: invocation.progress
    )
    .load(paths.map { (project.absolute($0), project.display($0)) })
    let inspection = try Inspector().inspect(loaded, requirements: [], hashing: false)
    variant.programCopies = inspection.copies.filter { $0.linkage == .embedded }
    variant.programFiles = loaded.files.map {
      GatedFile(path: $0.name, bytes: $0.bytes.count, digest: SHA256.hexDigest(of: $0.bytes))
    }
    let report = inspection.report
    variant.add(.inspect, ["split"], report.findings)
    var marks: [String: [VariantMark.Found]] = [:]
    var facts: [FileFacts] = []
    for file in loaded.files {
      marks[file.name] = VariantMark.marks(in: file.bytes)
      if let own = try? FileFacts(file: file.name, bytes: file.bytes, members: file.members) {
        facts.append(own)
      }
    }
    let review = ProgramReview(
      inspection,
      expectation,
      facts: facts,
      marks: marks,
      digests: sources.mapValues(\.digest)
    )
    variant.bills = variant.programCopies.map {
      SoftwareBill($0, review.mark(of: $0), in: variant, sources: sources, tool: ToolVersion.text)
    }
    variant.add(.inspect, ProgramReview.checks, review.findings)
    variant.add(unjudged: review.unknown.filter { !hasRun || !$0.isToldByRun })
    let (found, broken) = symbols(loaded)
    variant.add(.symbols, ["undefined-symbols", "two-copies"], found)
    // A program that could not be read at all was not judged.
    return withExtendedLifetime(loaded) {
      report.failures + broken.filter { !report.failures.contains($0) }
    }
  }

  /// The extensions' sources that are here.
  private func sources(of prepared: PreparedProfile) -> [String: ExtensionSource] {
    let finder = ExtensionFinder(files: invocation.files)
    let version = prepared.release.version
    let tree = workspace.trees.isFetched(version) ? workspace.trees.path(of: version) : ""
    var sources: [String: ExtensionSource] = [:]
    for reference in prepared.profile.extensions {
      sources[reference.shortName] = try? finder.source(
        reference,
        profileDirectory: prepared.directory,
        tree: tree,
        release: version
      )
    }
    return sources
  }

  private func symbols(_ program: ProgramFiles) -> ([Finding], [Failure]) {
    let request = SymbolsRequest(catalogue: workspace.tables.catalogue)
    var observer = SymbolObserver(request)
    for file in program.files {
      observer.add(SymbolFile(name: file.name, bytes: file.bytes, members: file.members))
    }
    let report = SymbolsReport(observer.evidence(), request).report()
    return (report.findings, report.failures)
  }

  private func read(_ paths: [String]) throws -> [RunEvidence] {
    try paths.map { path in
      try RunEvidence(
        try invocation.files.readText(workspace.project.absolute(path)),
        file: workspace.project.display(path)
      )
    }
  }

  private func judge(
    _ evidence: RunEvidence,
    _ variant: inout GatedVariant,
    _ expectation: Expectation
  ) -> [Failure] {
    let verdict = evidence.verdict(expectation)
    variant.findings += verdict.findings + evidence.suiteFindings(variant.name)
    variant.judgements += verdict.judgements
    variant.judgements += evidence.suites.map {
      Judgement(
        variant.name,
        .suite,
        $0.name,
        cases: $0.passed + $0.failed + $0.omitted,
        omitted: $0.omitted
      )
    }
    variant.skipped += verdict.skipped
    return evidence.emptiness.map { [$0] } ?? []
  }
}
