import AmalgamCore

/// A folder that only this user can enter, in memory where the system has such a place.
struct PrivateFolder {
  let path: String
  private let files: any Files

  /// `forLargeFiles` asks for a place on a disk rather than in memory.
  init(files: any Files, forLargeFiles: Bool = false) throws(Failure) {
    let parents = forLargeFiles ? Self.onDisk + Self.inMemory : Self.inMemory + Self.onDisk
    try self.init(files: files, in: parents)
  }

  /// Makes the folder in the first of `parents` that can be written to.
  init(files: any Files, in parents: [String]) throws(Failure) {
    self.files = files
    let writable = parents.first { files.isDirectory($0) && access($0, W_OK | X_OK) == 0 }
    let parent = writable ?? parents.last ?? "/tmp"
    // What killed runs have left, which on a machine's memory nobody else clears.
    Leftovers(files: files).remove(in: parent) { name in
      let token = name.hasPrefix("amalgam.") ? name.split(separator: ".").dropFirst().first : nil
      // This run may have others, still in use.
      return token.map(String.init) == RunToken.current ? nil : token
    }
    var template = Array("\(parent)/amalgam.\(RunToken.current).XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw Failure(parent, "no private folder can be made in it: \(lastSystemError())")
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
