import AmalgamCore

/// A folder that only this user can enter, in memory where the system has such a place.
struct PrivateFolder {
  let path: String
  private let files: any Files

  /// `forLargeFiles` asks for a place on a disk rather than in memory.
  init(files: any Files, forLargeFiles: Bool = false) throws(Failure) {
    self.files = files
    let parents = forLargeFiles ? Self.onDisk + Self.inMemory : Self.inMemory + Self.onDisk
    let parent = parents.first { files.isDirectory($0) && access($0, W_OK | X_OK) == 0 }
    var template = Array("\(parent ?? "/tmp")/amalgam-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw Failure(parent ?? "/tmp", "no private folder can be made in it: \(lastSystemError())")
    }
    path = String(cString: made)
  }

  /// Removes the folder and all in it.
  func remove() {
    // What cannot be removed is the system's to clear, as with any temporary file.
    try? files.remove(path)
  }

  private static let inMemory = ["/dev/shm"]

  private static var onDisk: [String] {
    (Environment.value(of: "TMPDIR").map { [$0] } ?? []) + ["/tmp"]
  }
}
