import AmalgamCore
import AmalgamHost

extension Verb {
  /// `cost`: what each option and extension of a profile weighs.
  static let cost = Verb(
    "cost",
    operands: "PROFILE",
    summary: """
      Builds the profile's SQLite again without each option, and says what that option costs.

      Bytes of text and data are the difference of two objects, at the profile's own level; options
      that need or bring each other are taken out together.
      """,
    example: "amalgam cost minimal",
    options: [.speed, .workload],
    emptyDetails: CostReport.emptyMembers
  ) { invocation in
    try Costing(invocation).report()
  }
}

extension Option {
  fileprivate static let speed = Option("--speed", "also time SQLite's own speedtest1 without each")
  fileprivate static let workload = Option(
    "--workload",
    takes: "SUITE",
    "also time this script with and without each"
  )
}

/// One call of `cost`.
private struct Costing {
  private let invocation: Invocation
  private let workspace: Workspace
  private let prepared: PreparedProfile

  init(_ invocation: Invocation) throws {
    self.invocation = invocation
    workspace = try Workspace(invocation)
    guard let prepared = try workspace.prepare(try invocation.operands(1...1)).first else {
      throw Failure(invocation.verb.name, "has no profile")
    }
    self.prepared = prepared
  }

  func report() throws -> Report {
    guard prepared.isBuildable else {
      return Report(
        command: "cost",
        findings: prepared.findings,
        details: CostReport.emptyMembers,
        body: "nothing was built: the findings below come first"
      )
    }
    let requests = try workloadRequests()
    guard let built = try workspace.session().build([prepared]).first else {
      throw Failure(prepared.variant.description, "was not built")
    }
    let folder = Path.join(workspace.cache, "work/cost-\(getpid())")
    defer { try? invocation.files.remove(folder) }
    let tree = try workspace.trees.prove(prepared.release)
    let run = CostRun(
      CostRun.Setting(
        plan: built.plan,
        catalogue: workspace.tables.catalogue,
        folder: folder,
        jobs: workspace.request.jobs
      ) { try maker.folder(of: prepared.release, tree: tree, $0) },
      files: invocation.files,
      commands: invocation.commands,
      progress: invocation.progress
    )
    let groups = CostGroup.all(
      of: prepared.profile,
      release: prepared.release.version,
      catalogue: workspace.tables.catalogue
    )
    let whole = try run.compile(groups)
    let report = try report(run, whole, built, tree, folder, requests)
    return Report(
      command: "cost",
      findings: prepared.findings,
      details: report.members,
      body: report.text
    )
  }

  private func report(
    _ run: CostRun,
    _ whole: ObjectWeight,
    _ built: BuildSession.Built,
    _ tree: String,
    _ folder: String,
    _ requests: [Request]
  ) throws -> CostReport {
    let archive = built.plan.products.map(\.output).first { $0.hasSuffix(".a") } ?? ""
    func opening(
      _ name: String,
      onDemand: Bool,
      isAsked: Bool = false
    ) throws
      -> CostReport.Opening
    {
      let own = built.plan.registration
      return try run.opening(
        library: Path.join(built.directory, archive),
        headers: built.directory,
        name: name,
        registration: own.extensions.isEmpty ? nil : own.registering(onDemand: onDemand),
        isAsked: isAsked
      )
    }
    let hasExtensions = !built.plan.registration.extensions.isEmpty
    let automatic = try opening("opens", onDemand: false)
    let onDemand = hasExtensions ? try opening("opens-demand", onDemand: true) : nil
    let asked =
      hasExtensions ? try opening("opens-asked", onDemand: true, isAsked: true) : nil
    let bare = try run.opening(
      library: Path.join(folder, "whole.o"),
      headers: built.directory,
      name: "opens-bare"
    )
    let speed = try speed(run, built, tree)
    let workload = try workload(
      requests,
      run,
      built,
      folder,
      archive: Path.join(built.directory, archive)
    )
    let rows = run.builds.indices.dropFirst().map { index in
      row(run.builds[index], whole, at: index, speed, workload)
    }
    let level = (built.plan.profile.optimize?.value ?? .speed).flags.joined(separator: " ")
    return CostReport(
      whole: whole,
      rows: rows,
      automatic: automatic,
      onDemand: onDemand,
      asked: asked,
      bare: bare,
      conditions: "\(prepared.variant), SQLite \(prepared.release.version), "
        + "\(built.plan.toolchain.summary) \(level), \(built.plan.target)"
    )
  }

  private func row(
    _ build: CostRun.Build,
    _ whole: ObjectWeight,
    at index: Int,
    _ speed: [Double?],
    _ workload: [Double?]
  ) -> CostRow {
    let group = build.group ?? CostGroup(.option, [])
    guard let weight = build.weight else {
      return CostRow(group, problem: build.problem ?? "it was not compiled")
    }
    var row =
      group.kind == .extension
      ? CostRow(group, own: weight) : CostRow(group, whole: whole, without: weight)
    row.speed = time(speed, index)
    row.workload = time(workload, index)
    return row
  }

  private func time(_ times: [Double?], _ index: Int) -> CostTime? {
    guard index < times.count, let with = times[0], let without = times[index] else { return nil }
    return CostTime(with: with, without: without)
  }

  /// The times of SQLite's own test of speed, which lies in the release's tree.
  private func speed(
    _ run: CostRun,
    _ built: BuildSession.Built,
    _ tree: String
  ) throws -> [Double?] {
    guard invocation.arguments.has(.speed) else { return [] }
    return try run.speed(
      source: Path.join(tree, "test/speedtest1.c"),
      headers: built.directory
    )
  }

  /// What the user's own script asks of a database in memory; none without such a script.
  private func workloadRequests() throws -> [Request] {
    guard let path = invocation.arguments.value(.workload) else { return [] }
    let suites = SuiteFiles(files: invocation.files, display: workspace.project.display)
    let scripts = try suites.scripts([workspace.project.absolute(path)])
    let expectation = Expectation(
      variant: prepared.variant.description,
      profile: prepared.profile,
      release: prepared.release.version,
      checkIn: prepared.release.checkIn,
      catalogue: workspace.tables.catalogue
    )
    var library = LibraryEvidence(linkage: .archive, file: prepared.variant.description)
    library.version = prepared.release.version.description
    let circumstances = Circumstances(expectation, library)
    let requests = scripts.filter { $0.databases.contains(.memory) }.flatMap {
      Conversation($0, in: .memory, path: "-", circumstances).requests
    }
    if requests.isEmpty {
      throw Failure(path, "has nothing that runs on a database in memory")
    }
    return requests
  }

  /// The times of that script.
  private func workload(
    _ requests: [Request],
    _ run: CostRun,
    _ built: BuildSession.Built,
    _ folder: String,
    archive: String
  ) throws -> [Double?] {
    guard !requests.isEmpty else { return [] }
    let input = Path.join(folder, "workload.in")
    try invocation.files.write(Request.encoded(requests), to: input)
    let sources = DriverSources.embedded
    for (name, bytes) in sources.files {
      try invocation.files.write(bytes, to: Path.join(folder, "driver/\(name)"))
    }
    let units = sources.files.keys.filter { $0.hasSuffix(".c") }.sorted()
    return try run.workload(
      input: input,
      driver: units.map { Path.join(folder, "driver/\($0)") },
      headers: built.directory,
      archive: archive
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
}
