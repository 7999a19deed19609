import AmalgamCore
import AmalgamHost

extension Verb {
  /// `verify`: what the finished libraries do, against what their profiles ask.
  static let verify = Verb(
    "verify",
    operands: "[PROFILE…]",
    summary: """
      Builds what is missing, then runs the suites against the finished libraries.

      Options whose three states differ (asked, reported, effective) stand in a table, all of the
      profile's with '--options'; the JSON has every option that SQLite knows.
      """,
    example: "amalgam verify full --library build/other/libsqlite3.a",
    options: [.library, .driver, .suite, .upstream, .sanitize, .options],
    lists: ["variants"]
  ) { invocation in
    let verification = try Verification(invocation)
    return try verification.report()
  }
}

extension Option {
  static let library = Option(
    "--library",
    takes: "FILE",
    "judge this archive or shared library; nothing is built"
  )
  fileprivate static let driver = Option(
    "--driver",
    takes: "COMMAND",
    "judge the SQLite under this program, which speaks the driver's protocol; nothing is built"
  )
  static let suite = Option(
    "--suite",
    takes: "FILE|DIR",
    isRepeatable: true,
    "run these scripts as well"
  )
  static let sanitize = Option(
    "--sanitize",
    takes: "WHAT",
    choices: Sanitizer.allCases.map(\.rawValue),
    "build variants and driver with a sanitizer, 'address', and judge those"
  )
  fileprivate static let options = Option(
    "--options",
    "show the three states of each option of the profile, also where they agree"
  )
  fileprivate static let upstream = Option(
    "--upstream",
    "run SQLite's own FTS5, JSON and R*Tree tests on its source with the options, instead"
  )
}

/// What `verify` and `gate` share: from prepared profiles to finished libraries that are judged.
struct Verification {
  private let invocation: Invocation
  let workspace: Workspace
  private let suites: [Script]
  /// The words of `--driver`; no shell is between.
  private let driver: [String]

  init(_ invocation: Invocation) throws {
    self.invocation = invocation
    let command = invocation.arguments.value(.driver)
    driver = command?.split(separator: " ").map(String.init) ?? []
    if let command, driver.isEmpty {
      throw UsageError("'--driver' takes a command, not '\(command)'", usage: invocation.verb.usage)
    }
    if command != nil, invocation.arguments.has(.library) {
      throw UsageError(
        "'--driver' and '--library' exclude each other",
        usage: invocation.verb.usage
      )
    }
    if invocation.arguments.value(.library) == "" {
      throw UsageError("'--library' is given without a FILE", usage: invocation.verb.usage)
    }
    for option in [Option.driver, .library]
    where invocation.arguments.has(option) && invocation.arguments.has(.sanitize) {
      throw UsageError(
        "'--sanitize' builds what it judges, and '\(option.name)' names what is built",
        usage: invocation.verb.usage
      )
    }
    let others: [Option] = [.driver, .library, .suite, .sanitize]
    if invocation.arguments.has(.upstream),
      let other = others.first(where: invocation.arguments.has)
    {
      throw UsageError(
        "'--upstream' and '\(other.name)' exclude each other: it judges source, not a library",
        usage: invocation.verb.usage
      )
    }
    workspace = try Workspace(invocation)
    let project = workspace.project
    suites =
      try SuiteFiles.embedded()
      + SuiteFiles(files: invocation.files, display: project.display)
      .scripts(invocation.arguments.all(.suite).map(project.absolute))
  }

  func report() throws -> Report {
    let prepared = try workspace.prepare(invocation.arguments.operands)
    let findings = prepared.flatMap(\.findings)
    let judgements = prepared.flatMap(\.judgements)
    let isOwnBuild = invocation.arguments.value(.library) == nil && driver.isEmpty
    let isUpstream = invocation.arguments.has(.upstream)
    let unchecked =
      isUpstream
      ? []
      : prepared.compactMap {
        expectation($0, isOwnBuild: isOwnBuild).uncheckedFinding
      }
    guard prepared.allSatisfy(\.isBuildable), unchecked.isEmpty else {
      return Report(
        command: "verify",
        findings: findings + unchecked,
        checks: judgements.count,
        judgements: judgements,
        details: [JSON.Member(key: "variants", value: .array([]))],
        body: "nothing was verified: the findings below come first"
      )
    }
    if isUpstream {
      return try upstream(prepared).accepting(prepared).adding(findings, judgements)
    }
    let (requests, warnings) = try self.requests(prepared)
    let report = try verifier().verify(
      requests,
      listsOptions: invocation.arguments.has(.options)
    )
    // The faults of a library from elsewhere are those of the release that it says it is, and
    // nothing is generated for it.
    let earlier = findings.filter {
      isOwnBuild || $0.severity != .note
        || ![ReleaseFault.checkID, "needs-regeneration"].contains($0.check)
    }
    return report.accepting(prepared).adding(earlier + warnings, judgements)
  }

  func requests(
    _ prepared: [PreparedProfile]
  ) throws -> (requests: [VerifyRequest], warnings: [Finding]) {
    if let library = invocation.arguments.value(.library) {
      return ([try request(library: library, try only(prepared, for: .library))], [])
    }
    if !driver.isEmpty {
      let only = try only(prepared, for: .driver)
      let request = VerifyRequest(
        .driver(driver),
        expectation(only, isOwnBuild: false),
        suites: suites,
        target: only.target,
        fileKinds: try Tables.fileKinds(),
        fullBuild: try fullBuild(only.release, mayGenerate: false)
      )
      return ([request], [])
    }
    if let sanitizer = workspace.request.sanitizer {
      let toolchain = try toolchain()
      let targets = prepared.map { $0.profile.target?.value ?? toolchain.target }
      try probe.check(
        sanitizer,
        in: toolchain,
        targets: Set(workspace.request.target.map { [$0] } ?? targets)
      )
    }
    let built = try workspace.session().build(prepared)
    return (
      try built.map { try request($0) }, built.flatMap { workspace.warnings(of: $0) }
    )
  }

  /// Returns the one profile that `option` is judged against.
  private func only(
    _ prepared: [PreparedProfile],
    for option: Option
  ) throws(UsageError) -> PreparedProfile {
    guard let only = prepared.first, prepared.count == 1 else {
      throw UsageError(
        "'\(option.name)' is judged against one profile, not \(prepared.count)",
        usage: invocation.verb.usage
      )
    }
    return only
  }

  /// A variant of our own: archive and shared library.
  func request(_ built: BuildSession.Built) throws -> VerifyRequest {
    let products = built.plan.products.map { Path.join(built.directory, $0.output) }
    let prepared = built.prepared
    let isForeign = built.plan.target != built.plan.toolchain.target
    if isForeign, prepared.profile.runner.isEmpty {
      throw Failure(
        built.plan.variant.description,
        "is built for \(built.plan.target), and nothing here runs its programs",
        fix: "name what does in the profile, as in 'runner qemu-aarch64 -L /usr/aarch64-linux-gnu'"
      )
    }
    let subject = VerifySubject(
      archive: products.first { $0.hasSuffix(".a") },
      shared: products.first { !$0.hasSuffix(".a") },
      headers: built.directory,
      runner: prepared.profile.runner
    )
    return VerifyRequest(
      subject,
      expectation(prepared, isOwnBuild: true),
      suites: suites,
      target: built.plan.target,
      targetFlags: built.plan.toolchain.targetFlags(for: built.plan.target),
      libraries: built.plan.libraries,
      fileKinds: try Tables.fileKinds(),
      fullBuild: try fullBuild(prepared.release)
    )
  }

  /// A file that something else built.
  private func request(library: String, _ prepared: PreparedProfile) throws -> VerifyRequest {
    let release = prepared.release
    let path = workspace.project.absolute(library)
    let hasHeader = invocation.files.isFile(Path.join(Path.directory(of: path), "sqlite3.h"))
    // The release's own header is made only where the library has none beside it.
    let headers =
      hasHeader
      ? ""
      : try maker.folder(
        of: release,
        tree: try workspace.trees.prove(release),
        GrammarSet(universalWith: [])
      )
    let subject = try VerifySubject.library(
      path,
      releaseHeaders: headers,
      prefix: prepared.profile.prefix?.value ?? "",
      runner: prepared.profile.runner,
      files: invocation.files
    )
    return VerifyRequest(
      subject,
      expectation(prepared, isOwnBuild: false),
      suites: suites,
      target: prepared.target,
      fileKinds: try Tables.fileKinds(),
      fullBuild: try fullBuild(release)
    )
  }

  /// What writes the files that variants of `release` are to open: `full`, from its amalgamation.
  private func fullBuild(_ release: Release, mayGenerate: Bool = true) throws -> FullBuild {
    var resolver = ProfileResolver { try workspace.project.inherited($0, by: $1) }
    let full = try resolver.resolve(
      try workspace.project.profile("builtin:full"),
      host: HostTriple.current
    )
    let options = full.profile.options
    let grammar = workspace.tables.catalogue.grammarOptions(among: options)
    let isFetched = mayGenerate && workspace.trees.isFetched(release.version)
    let folder =
      isFetched
      ? try maker.folder(
        of: release,
        tree: try workspace.trees.prove(release),
        GrammarSet(universalWith: grammar)
      ) : ""
    return FullBuild(
      checkIn: release.checkIn,
      source: folder.isEmpty ? "" : Path.join(folder, "sqlite3.c"),
      flags: options.map { "-D\($0.description)" }
    )
  }

  private var maker: AmalgamationMaker {
    AmalgamationMaker(
      files: invocation.files,
      commands: invocation.commands,
      progress: invocation.progress,
      cache: workspace.cache
    )
  }

  /// SQLite's own tests, on the source with each profile's options.
  private func upstream(_ prepared: [PreparedProfile]) throws -> Report {
    let plans = try workspace.session().plans(prepared)
    let requests = try zip(prepared, plans).map { prepared, plan in
      if plan.target != plan.toolchain.target {
        throw Failure(
          plan.variant.description,
          "is for \(plan.target), and SQLite's own tests run where they are built",
          fix: "leave --upstream out for this target"
        )
      }
      return UpstreamRequest(
        expectation(prepared, isOwnBuild: true),
        plan: plan,
        tree: workspace.trees.path(of: plan.release)
      )
    }
    return try UpstreamTests(
      files: invocation.files,
      commands: invocation.commands,
      progress: invocation.progress,
      cache: workspace.cache,
      jobs: workspace.request.jobs,
      display: workspace.project.display
    ).report(requests)
  }

  private func expectation(_ prepared: PreparedProfile, isOwnBuild: Bool) -> Expectation {
    Expectation(
      variant: prepared.variant.description,
      profile: prepared.profile,
      release: prepared.release.version,
      checkIn: prepared.release.checkIn,
      catalogue: workspace.tables.catalogue,
      isOwnBuild: isOwnBuild,
      sanitizer: workspace.request.sanitizer
    )
  }

  private var probe: ToolchainProbe {
    ToolchainProbe(
      files: invocation.files,
      commands: invocation.commands,
      cache: workspace.cache
    )
  }

  private func toolchain() throws -> Toolchain {
    try probe.toolchain(asked: workspace.request.compiler)
  }

  func verifier() throws -> Verifier {
    let sanitizer = workspace.request.sanitizer
    let settings = VerifySettings(
      cache: workspace.cache,
      jobs: workspace.request.jobs,
      toolchain: driver.isEmpty ? try toolchain() : nil,
      // What is watched is several times as slow.
      seconds: sanitizer == nil ? 60 : 600,
      sanitizer: sanitizer
    )
    return Verifier(
      files: invocation.files,
      commands: invocation.commands,
      progress: invocation.progress,
      settings: settings,
      display: workspace.project.display
    )
  }
}

extension Report {
  /// Lays the `accept` lines of each profile over the findings of its variant.
  fileprivate func accepting(_ prepared: [PreparedProfile]) -> Report {
    let today = Clock.today().date
    let accepted = prepared.flatMap { prepared in
      Acceptances(prepared.profile.acceptances, today: today)
        .applied(to: findings.filter { $0.variant == prepared.variant.description })
    }
    let names = Set(prepared.map(\.variant.description))
    let others = findings.filter { !names.contains($0.variant ?? "") }
    return replacing(findings: accepted + others)
  }

  /// Returns the report with what was found before it.
  fileprivate func adding(_ earlier: [Finding], _ asked: [Judgement]) -> Report {
    replacing(findings: earlier + findings, asked: asked)
  }

  private func replacing(findings: [Finding], asked: [Judgement] = []) -> Report {
    Report(
      command: command,
      findings: findings,
      failures: failures,
      checks: (checks ?? 0) + asked.count,
      skipped: skipped,
      judgements: asked + judgements,
      judged: judged,
      details: details,
      body: body
    )
  }
}
