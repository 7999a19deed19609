import AmalgamHost
import Foundation

/// A folder of a test's own, gone when the value is.
package final class TemporaryFolder: Sendable {
  /// The absolute path, without links, as the tool would show it.
  package let path: String

  package init() throws {
    let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    path = "\(base)/amalgam-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? SystemFiles().remove(path)
  }

  /// Writes `text` to a file below the folder and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try SystemFiles().write(text, to: "\(path)/\(name)")
    return "\(path)/\(name)"
  }

  package func read(_ name: String) throws -> String {
    try SystemFiles().readText("\(path)/\(name)")
  }

  /// Returns all files and folders below `folder`, sorted.
  package static func contents(of folder: String) -> [String] {
    (FileManager.default.subpaths(atPath: folder) ?? []).sorted()
  }
}
