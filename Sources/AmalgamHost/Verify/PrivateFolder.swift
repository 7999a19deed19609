import AmalgamCore

/// A folder that only this user can enter, in memory where the system has such a place.
struct PrivateFolder {
  let path: String
  private let files: any Files

  init(files: any Files) throws(Failure) {
    self.files = files
    let parent = Self.parents.first { files.isDirectory($0) && access($0, W_OK | X_OK) == 0 }
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

  private static var parents: [String] {
    ["/dev/shm"] + (Environment.value(of: "TMPDIR").map { [$0] } ?? []) + ["/tmp"]
  }
}
