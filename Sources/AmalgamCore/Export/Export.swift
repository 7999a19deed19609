/// A built variant on its way out: what is made of it for each kind of receiver.
package struct Export: Sendable {
  let plan: BuildPlan
  /// What the profile promises.
  let capabilities: [Capability]
  /// The published faults of the release that the variant can meet.
  let faults: [ReleaseFault]
  /// The variant's files, by their path below its folder.
  private let variant: [String: [UInt8]]
  /// What was seen of it; `nil` where nothing was looked at.
  let observed: ExportObservation?
  /// The archives of Apple's systems that were given.
  let archives: [AppleArchive]
  /// The name of the C module.
  let module: String

  package init(
    plan: BuildPlan,
    capabilities: [Capability],
    faults: [ReleaseFault],
    variant: [String: [UInt8]],
    observed: ExportObservation? = nil,
    archives: [AppleArchive] = [],
    moduleName: String? = nil
  ) {
    self.plan = plan
    self.capabilities = capabilities.sorted()
    self.faults = faults
    self.variant = variant
    self.observed = observed
    self.archives = archives
    module = moduleName ?? plan.profile.moduleName
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
      case .package: try package()
      case .artifactBundle: try artifactBundle()
      case .xcframework: try xcframework()
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

  /// The file name of the archive.
  var libraryName: String { "lib\(profile.library).a" }

  /// The headers that a client of the C module includes.
  func headers(in folder: String) throws(Failure) -> [ExportedFile] {
    let names = ["sqlite3.h", "sqlite3ext.h"] + (registration.isNeeded ? ["registration.h"] : [])
    var files: [ExportedFile] = []
    for name in names { files.append(ExportedFile("\(folder)/\(name)", try file(name))) }
    return files
  }

  /// The module of the C API and of the registration; `libraries` are linked by whoever imports it.
  func moduleMap(linking libraries: [String]) -> String {
    let registration = registration.isNeeded ? "  header \"registration.h\"\n" : ""
    let links = libraries.map { "  link \"\($0)\"\n" }.joined()
    return
      "module \(module) [system] {\n  header \"sqlite3.h\"\n\(registration)\(links)  export *\n}\n"
  }

  /// What may be done with each part.
  private var licences: String {
    let extensions = plan.extensions.map { source in
      let origin = source.origin.hasPrefix("amalgam:") ? "amalgam" : Path.name(of: source.origin)
      let license = source.license ?? "not stated in the file"
      return "| \(source.name.markdown) | \(origin.markdown) | \(license.markdown) |\n"
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
