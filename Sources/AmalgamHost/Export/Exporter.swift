import AmalgamCore

/// Writes an export into a folder, or tells what in the folder is not as it would be.
package struct Exporter {
  private let files: any Files
  private let folder: String
  /// The folder as messages name it.
  private let displayed: String

  package init(folder: String, displayed: String, files: any Files) {
    self.files = files
    self.folder = folder
    self.displayed = displayed
  }

  /// Returns the files of a variant's folder that an export of `plan` reads.
  package static func variant(
    of plan: BuildPlan,
    in directory: String,
    files: any Files
  ) throws(Failure) -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for path in Export.needed(of: plan) {
      contents[path] = try files.read(Path.join(directory, path))
    }
    return contents
  }

  /// Writes what differs, removes what an earlier export left, and returns the paths of both.
  package func write(_ export: [ExportedFile]) throws(Failure) -> [String] {
    let earlier = try listed()
    for path in earlier + export.map(\.path) { try checkWay(to: path) }
    var changed: [String] = []
    for file in export where current(file.path) != file.contents {
      try files.write(file.contents, to: Path.join(folder, file.path))
      changed.append(file.path)
    }
    let paths = Set(export.map(\.path))
    for path in earlier where !paths.contains(path) {
      try files.remove(Path.join(folder, path))
      changed.append(path)
    }
    return changed.sorted()
  }

  /// Returns a finding for each file that is not as `export` has it.
  package func check(_ export: [ExportedFile]) throws(Failure) -> [Finding] {
    guard files.isDirectory(folder) else { throw noExport }
    let earlier = try listed()
    let paths = Set(export.map(\.path))
    var findings = export.compactMap { file -> Finding? in
      guard let found = current(file.path) else { return finding(file.path, .missing(displayed)) }
      return found == file.contents ? nil : finding(file.path, .differs)
    }
    findings += earlier.filter { !paths.contains($0) && current($0) != nil }.map {
      finding($0, .left)
    }
    return findings
  }

  private func current(_ path: String) -> [UInt8]? {
    let path = Path.join(folder, path)
    guard files.status(of: path)?.kind == .file else { return nil }
    return try? files.read(path)
  }

  /// The files of an earlier export; of a folder with anything else nothing is touched.
  private func listed() throws(Failure) -> [String] {
    guard files.status(of: folder) != nil else { return [] }
    // A repository's own folder, made before the first export, is nobody's work yet.
    let names = try files.list(folder).filter { !$0.hasPrefix(".") }
    if names.isEmpty { return [] }
    guard let text = current(ExportList.name).map({ String(decoding: $0, as: UTF8.self) }),
      let paths = ExportList.paths(in: text)
    else { throw noExport }
    // A list that was edited must not lead out of the folder.
    let outside = paths.first { path in
      path.hasPrefix("/") || path.split(separator: "/").contains("..")
    }
    if outside != nil { throw noExport }
    return paths
  }

  /// Refuses to follow a link, which could lead out of the folder.
  private func checkWay(to file: String) throws(Failure) {
    var place = ""
    for part in file.split(separator: "/") {
      place = Path.join(place, String(part))
      guard files.status(of: Path.join(folder, place))?.kind == .link else { continue }
      throw Failure(
        Path.join(displayed, place),
        "is a symbolic link, and an export writes into its own folder alone",
        fix: "name another folder with --into"
      )
    }
  }

  private var noExport: Failure {
    Failure(
      displayed,
      "holds no export: an export begins in a folder that is empty or not there",
      fix: "name another folder with --into"
    )
  }

  private func finding(_ path: String, _ message: Finding.Message) -> Finding {
    Finding(
      .error,
      check: "export",
      subject: path,
      message,
      at: SourceLocation(file: Path.join(displayed, path), line: 1, column: 1, excerpt: ""),
      fix: "run the same command without --check"
    )
  }
}

extension Finding.Message {
  fileprivate static func missing(_ folder: String) -> Self {
    "is not in '\(folder)', and would be exported now"
  }
  fileprivate static var differs: Self { "is not what would be exported now" }
  fileprivate static var left: Self { "was exported, and would not be now" }
}
