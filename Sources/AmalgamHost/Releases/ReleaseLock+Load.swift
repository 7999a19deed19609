import AmalgamCore

extension ReleaseLock {
  /// The lock's path below a root.
  package static let path = "Vendor/releases.lock"

  /// Reads the lock of `root`; without a root, or where it has none, the one the binary carries.
  package static func load(root: String?, files: any Files) throws -> ReleaseLock {
    let (text, file) = try source(root: root, files: files)
    return try ReleaseLock(parsing: text, file: file)
  }

  /// Returns the lock's text and what messages call it.
  static func source(
    root: String?,
    files: any Files
  ) throws(Failure) -> (text: String, file: String) {
    if let root, files.status(of: Path.join(root, path)) != nil {
      do throws(Failure) {
        return (try files.readText(Path.join(root, path)), path)
      } catch {
        throw error.at(path)
      }
    }
    return (EmbeddedFiles.text(of: path) ?? "", "builtin:\(path)")
  }
}
