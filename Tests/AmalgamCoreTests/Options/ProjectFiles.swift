import Foundation

/// The project's own files, found from this one.
enum ProjectFiles {
  static func url(_ path: String, from file: String = #filePath) -> URL {
    URL(fileURLWithPath: file)
      .deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent(path)
  }
}

extension ProjectFiles {
  static func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }
}
