import AmalgamCore
import AmalgamHost

extension Verb {
  /// `export`: a variant in the form that a program, a package or a wrapper takes.
  static let export = Verb(
    "export",
    operands: "PROFILE",
    summary: """
      Hands a variant to whoever builds a program with it.

      sources: one sqlite3.c with options, extensions and registration inside, and its headers.
      grdb: the four files of GRDB's build with an SQLite of one's own.
      cmake: archive and headers, found by find_package and pkg-config.
      package: a package of SwiftPM, from sources, with a Swift runtime and the suites for an app's tests.
      artifact-bundle: a static library for SwiftPM 6.2.
      xcframework: the archives of Apple's systems that --library names.
      """,
    example: "amalgam export full --kind sources --into SQLite",
    options: [.kind, .into, .check, .moduleName, .archive, .suite]
  ) { invocation in
    let operands = try invocation.operands(1...1)
    let (kind, folder) = try (invocation.exportKind(), invocation.exportFolder())
    try invocation.checkExportOptions(kind)
    let verification = try Verification(invocation)
    let workspace = verification.workspace
    let prepared = try workspace.prepare(operands)
    let findings = prepared.flatMap(\.findings)
    let judgements = prepared.flatMap(\.judgements)
    guard prepared.allSatisfy(\.isBuildable) else {
      return Report(
        command: "export",
        findings: findings,
        checks: judgements.count,
        judgements: judgements,
        details: Verb.exportDetails(kind, []),
        body: "nothing was exported: the findings below come first"
      )
    }
    let built = try workspace.session().build(prepared)[0]
    let export = try verification.export(of: built, kind, invocation).files(kind)
    let exporter = Exporter(
      folder: workspace.project.absolute(folder),
      displayed: folder,
      files: invocation.files
    )
    let isCheck = invocation.arguments.has(.check)
    let differing = isCheck ? try exporter.check(export) : []
    let written = isCheck ? [] : try exporter.write(export)
    return Report(
      command: "export",
      findings: findings + differing + workspace.warnings(of: built),
      checks: judgements.count + 1,
      judgements: judgements,
      details: Verb.exportDetails(kind, written),
      body: "\(folder): \(export.count.counted("file")) of '\(kind.rawValue)', "
        + (isCheck ? "\(differing.count) not as exported now" : "\(written.count) changed")
    )
  }

  private static func exportDetails(_ kind: ExportKind, _ written: [String]) -> [JSON.Member] {
    [
      JSON.Member(key: "kind", value: .string(kind.rawValue)),
      JSON.Member(key: "written", value: .strings(written)),
    ]
  }
}

extension Option {
  fileprivate static let kind = Option(
    "--kind",
    takes: "KIND",
    choices: ExportKind.allCases.map(\.rawValue),
    "the form: " + ExportKind.allCases.map(\.rawValue).joined(separator: ", ")
  )
  fileprivate static let into = Option("--into", takes: "DIR", "the folder, new or of an export")
  fileprivate static let check = Option(
    "--check",
    "write nothing; name each file that is not as it would be exported now"
  )
  fileprivate static let moduleName = Option(
    "--module-name",
    takes: "NAME",
    "what the C module is called, in place of CSQLite and the profile's name"
  )
  fileprivate static let archive = Option(
    "--library",
    takes: "FILE",
    isRepeatable: true,
    "an archive for one of Apple's systems, for an xcframework"
  )
}

extension Invocation {
  fileprivate func exportKind() throws(UsageError) -> ExportKind {
    guard let kind = arguments.value(.kind).flatMap(ExportKind.init(rawValue:)) else {
      throw UsageError("'--kind' is missing", usage: verb.usage)
    }
    return kind
  }

  fileprivate func exportFolder() throws(UsageError) -> String {
    guard let folder = arguments.value(.into), !folder.isEmpty else {
      throw UsageError("'--into' is missing", usage: verb.usage)
    }
    return folder
  }
}

extension Invocation {
  fileprivate func checkExportOptions(_ kind: ExportKind) throws(UsageError) {
    if let name = arguments.value(.moduleName), let fault = ModuleName.fault(of: name) {
      throw UsageError("'--module-name' \(fault)", usage: verb.usage)
    }
    if kind != .xcframework, arguments.has(.archive) {
      throw UsageError("'--library' is for '--kind xcframework' alone", usage: verb.usage)
    }
  }
}

extension Verification {
  fileprivate func export(
    of built: BuildSession.Built,
    _ kind: ExportKind,
    _ invocation: Invocation
  ) throws -> Export {
    let (profile, release) = (built.plan.profile, built.plan.release)
    let catalogue = workspace.tables.catalogue
    let own = kind == .grdb ? profile.withoutRegistration : profile
    let promise = catalogue.promise(of: own, release: release)
    let variant = try Exporter.variant(of: built.plan, in: built.directory, files: workspace.files)
    return Export(
      plan: built.plan,
      capabilities: Array(promise.capabilities.keys),
      faults: catalogue.faults(of: release, in: profile),
      variant: variant,
      observed: kind == .package ? try observation(of: built, variant) : nil,
      archives: try archives(invocation, checkIn: built.plan.checkIn),
      moduleName: invocation.arguments.value(.moduleName)
    )
  }

  /// Asks the finished library, as 'verify' does.
  private func observation(
    of built: BuildSession.Built,
    _ variant: [String: [UInt8]]
  ) throws -> ExportObservation {
    let request = try self.request(built)
    let name = built.plan.variant.description
    let seen = try verifier().observe([request]).first?.mapError(\.failure)
    guard let evidence = try seen?.get() else {
      throw Failure(name, "has no library to judge")
    }
    var runtime: [String: String] = [:]
    for name in EmbeddedFiles.names where name.hasPrefix("Runtime/") {
      runtime[String(name.dropFirst("Runtime/".count))] = EmbeddedFiles.text(of: name)
    }
    return ExportObservation(
      sourceID: evidence.sourceID,
      table: ConformanceTable(request.suites, request.expectation, evidence),
      imports: try AppleArchive.imports(
        of: variant["lib\(built.plan.profile.library).a"] ?? [],
        name
      ),
      runtime: runtime
    )
  }

  private func archives(
    _ invocation: Invocation,
    checkIn: String
  ) throws(Failure) -> [AppleArchive] {
    var archives: [AppleArchive] = []
    for file in invocation.arguments.all(.archive) {
      let bytes = try invocation.files.read(workspace.project.absolute(file))
      archives.append(try AppleArchive(file: file, bytes: bytes, checkIn: checkIn))
    }
    return archives
  }
}
