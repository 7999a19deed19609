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
      """,
    example: "amalgam export full --kind sources --into SQLite",
    options: [.kind, .into, .check]
  ) { invocation in
    let operands = try invocation.operands(1...1)
    let (kind, folder) = try (invocation.exportKind(), invocation.exportFolder())
    let workspace = try Workspace(invocation)
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
    let export = try workspace.export(of: built).files(kind)
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

extension Workspace {
  fileprivate func export(of built: BuildSession.Built) throws -> Export {
    let (profile, release) = (built.plan.profile, built.plan.release)
    let promise = tables.catalogue.promise(of: profile, release: release)
    return Export(
      plan: built.plan,
      capabilities: Array(promise.capabilities.keys),
      faults: tables.catalogue.faults(of: release, in: profile),
      variant: try Exporter.variant(of: built.plan, in: built.directory, files: files)
    )
  }
}
