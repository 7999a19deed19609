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

/// Returns the absolute path of the current folder.
package func currentDirectory() -> String {
  getcwd(nil, 0).map { pointer in
    defer { free(pointer) }
    return String(cString: pointer)
  } ?? "/"
}

/// Returns how many processors this process can use, at least 1.
package func processorCount() -> Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

/// Calls `body` with no file of a process that it starts able to grow past `bytes`; the kernel stops
/// one that tries with SIGXFSZ.
///
/// The limit is the tool's own for that long, since `posix_spawn` has no way to say it.
func withLargestFile<Result>(_ bytes: Int?, _ body: () -> Result) -> Result {
  #if canImport(Glibc)
  let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
  let resource = RLIMIT_FSIZE
  #endif
  var usual = rlimit()
  guard let bytes, getrlimit(resource, &usual) == 0 else { return body() }
  var limited = usual
  limited.rlim_cur = min(rlim_t(bytes), usual.rlim_max)
  setrlimit(resource, &limited)
  defer { setrlimit(resource, &usual) }
  return body()
}

/// Returns the processor time of all processes that this one has started and waited for.
func processorSecondsOfChildren() -> Double {
  var usage = rusage()
  #if canImport(Glibc)
  getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
  #else
  getrusage(RUSAGE_CHILDREN, &usage)
  #endif
  return [usage.ru_utime, usage.ru_stime].reduce(0) { sum, time in
    sum + Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
  }
}
