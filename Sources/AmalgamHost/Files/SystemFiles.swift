import AmalgamCore

/// The machine's own file system.
package struct SystemFiles: Files {
  package init() {}

  package func status(of path: String) -> FileStatus? {
    var info = stat()
    guard lstat(path, &info) == 0 else { return nil }
    return FileStatus(info)
  }

  package func read(_ path: String) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(path, "cannot be read: \(lastSystemError())") }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else {
      throw Failure(path, "cannot be read: \(lastSystemError())")
    }
    guard info.st_mode & S_IFMT == S_IFREG else {
      // Standard input and pipes have no size and are read to their end.
      if info.st_mode & S_IFMT == S_IFDIR { throw Failure(path, "is a folder, not a file") }
      return try readToEnd(descriptor, path: path)
    }
    return try readAll(descriptor, size: Int(info.st_size), path: path)
  }

  package func contents(of path: String, named name: String) throws(Failure) -> FileContents {
    try FileContents(mapping: path, named: name)
  }

  package func write(_ contents: [UInt8], to path: String) throws(Failure) {
    try makeDirectory(Path.directory(of: path))
    let temporary = "\(path).\(RunToken.current).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure(path, "cannot be written: \(lastSystemError())") }
    let problem = writeAll(contents, to: descriptor)
    let closed = close(descriptor)
    if let problem = problem ?? (closed == 0 ? nil : lastSystemError()) {
      unlink(temporary)
      throw Failure(path, "cannot be written: \(problem)")
    }
    guard rename(temporary, path) == 0 else {
      let reason = lastSystemError()
      unlink(temporary)
      throw Failure(path, "cannot be written: \(reason)")
    }
  }

  package func pour(_ contents: [UInt8], into path: String) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure(path, "cannot be written: \(lastSystemError())") }
    let problem = writeAll(contents, to: descriptor)
    let closed = close(descriptor)
    if let problem = problem ?? (closed == 0 ? nil : lastSystemError()) {
      throw Failure(path, "cannot be written: \(problem)")
    }
  }

  package func list(_ path: String) throws(Failure) -> [String] {
    guard let directory = opendir(path) else {
      throw Failure(path, "cannot be listed: \(lastSystemError())")
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  package func move(_ old: String, to new: String) throws(Failure) {
    try makeDirectory(Path.directory(of: new))
    guard rename(old, new) == 0 else {
      throw Failure(new, "cannot take the place of '\(old)': \(lastSystemError())")
    }
  }

  package func remove(_ path: String) throws(Failure) {
    guard let status = status(of: path) else { return }
    if status.kind == .directory {
      for name in try list(path) { try remove(Path.join(path, name)) }
    }
    let removed = status.kind == .directory ? rmdir(path) : unlink(path)
    guard removed == 0 || errno == ENOENT else {
      throw Failure(path, "cannot be removed: \(lastSystemError())")
    }
  }

  package func makeDirectory(_ path: String) throws(Failure) {
    if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, path != "/", path != "." else {
      throw Failure(path, "cannot be made: \(lastSystemError())")
    }
    try makeDirectory(Path.directory(of: path))
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw Failure(path, "cannot be made: \(lastSystemError())")
    }
  }

  private func readAll(_ descriptor: Int32, size: Int, path: String) throws(Failure) -> [UInt8] {
    var problem: String?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size, let start = buffer.baseAddress {
        let got = Self.retrying { systemRead(descriptor, start + count, size - count) }
        if got < 0 { problem = lastSystemError() }
        if got <= 0 { break }
        count += got
      }
    }
    if let problem { throw Failure(path, "cannot be read: \(problem)") }
    return bytes
  }

  /// The most that is read of what has no size; a text of flags is far shorter.
  private static let longestStream = 64 << 20

  private func readToEnd(_ descriptor: Int32, path: String) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let got = Self.retrying { systemRead(descriptor, &chunk, chunk.count) }
      guard bytes.count <= Self.longestStream else {
        throw Failure(path, "is no file and does not end: read \(bytes.count) bytes of it")
      }
      guard got >= 0 else { throw Failure(path, "cannot be read: \(lastSystemError())") }
      if got == 0 { return bytes }
      bytes += chunk[..<got]
    }
  }

  /// Returns why not all could be written, or `nil`.
  private func writeAll(_ contents: [UInt8], to descriptor: Int32) -> String? {
    contents.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count, let start = buffer.baseAddress {
        let put = Self.retrying { systemWrite(descriptor, start + done, buffer.count - done) }
        if put < 0 { return lastSystemError() }
        done += put
      }
      return nil
    }
  }

  private static func retrying(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}

extension FileStatus {
  init(_ info: stat) {
    #if canImport(Darwin)
    let (modified, changed) = (info.st_mtimespec, info.st_ctimespec)
    #else
    let (modified, changed) = (info.st_mtim, info.st_ctim)
    #endif
    let kind: Kind =
      switch info.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFLNK: .link
      default: .other
      }
    self.init(
      kind: kind,
      size: Int(info.st_size),
      modified: Int(modified.tv_sec) * 1_000_000_000 + Int(modified.tv_nsec),
      changed: Int(changed.tv_sec) * 1_000_000_000 + Int(changed.tv_nsec),
      device: UInt64(truncatingIfNeeded: info.st_dev),
      inode: UInt64(info.st_ino),
      isExecutable: info.st_mode & 0o111 != 0
    )
  }
}
