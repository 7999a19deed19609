import AmalgamCore

/// The bytes of a file, which stay where they are as long as the value is kept.
package final class FileContents: @unchecked Sendable {
  package let bytes: UnsafeRawBufferPointer
  /// What the file is known by whatever path led to it.
  package let identity: Identity
  private let release: @Sendable (UnsafeRawBufferPointer) -> Void

  package struct Identity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64
  }

  private init(
    _ bytes: UnsafeRawBufferPointer,
    _ identity: Identity,
    release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    self.bytes = bytes
    self.identity = identity
    self.release = release
  }

  deinit { release(bytes) }
}

extension FileContents {
  /// Copies `array`, for files that are no file of the system's.
  package convenience init(copying array: [UInt8], identity: Identity) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: array.count, alignment: 16)
    copy.copyBytes(from: array)
    self.init(UnsafeRawBufferPointer(copy), identity) { $0.deallocate() }
  }

  /// Maps the regular file at `path`, links followed; `name` is what a failure calls it.
  package convenience init(mapping path: String, named name: String) throws(Failure) {
    // Without waiting: a pipe that nobody writes to would never open.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Failure(name, "cannot be read: \(lastSystemError())") }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else {
      throw Failure(name, "cannot be read: \(lastSystemError())")
    }
    guard info.st_mode & S_IFMT == S_IFREG else { throw Failure(name, "is no regular file") }
    let identity = Identity(
      device: UInt64(truncatingIfNeeded: info.st_dev),
      inode: UInt64(info.st_ino)
    )
    let size = Int(info.st_size)
    guard size > 0 else {
      self.init(UnsafeRawBufferPointer(start: nil, count: 0), identity) { _ in }
      return
    }
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
    else { throw Failure(name, "cannot be read: \(lastSystemError())") }
    self.init(UnsafeRawBufferPointer(start: start, count: size), identity) {
      munmap(UnsafeMutableRawPointer(mutating: $0.baseAddress), $0.count)
    }
  }
}
