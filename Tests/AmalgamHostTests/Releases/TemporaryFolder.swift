import Foundation

/// A folder of a test's own, gone with the value.
final class TemporaryFolder {
  let path: String

  init() throws {
    // With links resolved, as the tool's own paths are.
    let base = URL(fileURLWithPath: NSTemporaryDirectory()).resolvingSymlinksInPath().path
    path = "\(base)/amalgam-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns all files and folders below `folder`, sorted.
  static func contents(of folder: String) -> [String] {
    (FileManager.default.subpaths(atPath: folder) ?? []).sorted()
  }
}
