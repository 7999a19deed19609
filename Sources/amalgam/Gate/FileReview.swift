import AmalgamCore
import AmalgamHost

/// What `inspect` and `symbols` say of a variant's finished files, each file alone: the archive and
/// the shared library of a variant are two forms of one thing, never parts of one program.
struct FileReview {
  private let invocation: Invocation
  private let tables: Tables

  init(_ invocation: Invocation, _ tables: Tables) {
    self.invocation = invocation
    self.tables = tables
  }

  /// Adds to `variant` what its files tell; returns what could not be judged.
  func review(_ variant: inout GatedVariant, _ verdict: VariantVerdict) throws -> [Failure] {
    let project = try invocation.project()
    let loaded = try ProgramLoader(
      files: invocation.files,
      commands: invocation.commands,
      progress: invocation.progress
    )
    .load(variant.files.map { (project.absolute(Path.join(project.base, $0.path)), $0.path) })
    let inspection = try Inspector().inspect(loaded, requirements: [], hashing: false)
    let report = inspection.report
    variant.add(
      .inspect,
      [FileContentsCheck.checkID],
      report.findings + FileContentsCheck(inspection, verdict).findings
    )
    var failures = report.failures
    for file in loaded.files {
      let (findings, broken) = symbols(file)
      variant.add(.symbols, ["surplus-symbols", "undefined-symbols"], findings)
      failures += broken
    }
    return withExtendedLifetime(loaded) { failures }
  }

  private func symbols(_ file: ProgramFile) -> ([Finding], [Failure]) {
    let request = SymbolsRequest(catalogue: tables.catalogue)
    var observer = SymbolObserver(request)
    observer.add(SymbolFile(name: file.name, bytes: file.bytes, members: file.members))
    let report = SymbolsReport(observer.evidence(), request).report()
    return (report.findings, report.failures)
  }
}
