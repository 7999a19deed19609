// The one place that chooses the C library; every other file of this target imports through it.
#if canImport(Darwin)
@_exported import Darwin
#elseif canImport(Musl)
@_exported import Musl
#else
@_exported import Glibc
#endif

/// Returns the C library's words for the error number of the last call.
func lastSystemError() -> String { String(cString: strerror(errno)) }

// Inside a type that has its own `read` and `write`, the C functions need another name.
func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
