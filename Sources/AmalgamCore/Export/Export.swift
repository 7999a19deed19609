/// A built variant on its way out: what is made of it for each kind of receiver.
package struct Export: Sendable {
  let plan: BuildPlan
  /// What the profile promises.
  let capabilities: [Capability]
  /// The published faults of the release that the variant can meet.
  let faults: [ReleaseFault]
  /// The variant's files, by their path below its folder.
  private let variant: [String: [UInt8]]

  package init(
    plan: BuildPlan,
    capabilities: [Capability],
    faults: [ReleaseFault],
    variant: [String: [UInt8]]
  ) {
    self.plan = plan
    self.capabilities = capabilities.sorted()
    self.faults = faults
    self.variant = variant
  }

  /// Returns the files of the variant that an export reads.
  package static func needed(of plan: BuildPlan) -> [String] {
    plan.writes.map(\.path) + ["manifest.json"]
      + plan.products.map(\.output).filter { $0.hasSuffix(".a") }
  }

  /// Returns the export's files, the list of them last.
  package func files(_ kind: ExportKind) throws(Failure) -> [ExportedFile] {
    let own =
      switch kind {
      case .sources: try sources()
      case .grdb: grdb()
      case .cmake: try cmake()
      }
    let common = [
      ExportedFile("manifest.json", try file("manifest.json")),
      ExportedFile("LICENSES.md", licences),
    ]
    return (own + common).withList(kind: kind, profile: profile)
  }

  var profile: ResolvedProfile { plan.profile }
  var registration: Registration { plan.registration }

  /// Returns the contents of a file of the variant.
  func file(_ path: String) throws(Failure) -> [UInt8] {
    guard let bytes = variant[path] else {
      throw Failure(plan.variant.description, "has no '\(path)' to export")
    }
    return bytes
  }

  /// What may be done with each part.
  private var licences: String {
    let extensions = plan.extensions.map { source in
      let origin = source.origin.hasPrefix("amalgam:") ? "amalgam" : Path.name(of: source.origin)
      return "| \(source.name) | \(origin) | \(source.license ?? "not stated in the file") |\n"
    }
    return """
      # Licences

      | part | from | licence |
      | --- | --- | --- |
      | SQLite \(plan.release) | sqlite.org | public domain, https://sqlite.org/copyright.html |
      | registration, this folder's own files | amalgam | public domain |
      \(extensions.joined())
      """
  }
}
