import AmalgamCore

/// One call of `posix_spawn`: where the streams go, in which folder, with which environment.
struct Spawn {
  private let command: Command
  private let program: String
  private let log: String
  private let output: String?
  private let alive: Int32

  init(_ command: Command, program: String, log: String, output: String?, alive: Int32) {
    self.command = command
    self.program = program
    self.log = log
    self.output = output
    self.alive = alive
  }

  /// Starts the child and returns its process.
  func start() -> Result<pid_t, Failure> {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawnattr_setpgroup(&attributes, 0)
    // A thread that blocks signals would pass that on to the child.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))

    let written = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 0, command.input ?? "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output ?? log, written, 0o644)
    if output == nil {
      posix_spawn_file_actions_adddup2(&actions, 1, 2)
    } else {
      posix_spawn_file_actions_addopen(&actions, 2, log, written, 0o644)
    }
    posix_spawn_file_actions_adddup2(&actions, alive, 3)
    if let directory = command.directory {
      _ = changeDirectory(&actions, directory)
    }

    var process: pid_t = 0
    let code = withCStrings(command.arguments) { arguments in
      withCStrings(environment()) {
        environment in
        withLargestFile(command.largestFile) {
          posix_spawn(&process, program, &actions, &attributes, arguments, environment)
        }
      }
    }
    guard code == 0 else {
      return .failure(
        Failure(command.program, "cannot be started: \(String(cString: strerror(code)))")
      )
    }
    return .success(process)
  }

  /// The tool's own environment with the command's variables in place of those of the same name.
  private func environment() -> [String] {
    var variables = Environment.all.filter { command.environment[$0.key] == nil }
    variables.merge(command.environment) { $1 }
    return variables.map { "\($0.key)=\($0.value)" }.sorted()
  }
}

/// Calls `body` with `strings` as C expects a list of arguments: ended by a null pointer.
private func withCStrings<Result>(
  _ strings: [String],
  _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers = strings.map { strdup($0) } + [nil]
  defer { for pointer in pointers { free(pointer) } }
  return pointers.withUnsafeMutableBufferPointer { buffer in
    // The list ends with nil, so it is never empty and has a base address.
    // swift-format-ignore: NeverForceUnwrap
    body(buffer.baseAddress!)
  }
}

#if canImport(Darwin)
private let changeDirectory = posix_spawn_file_actions_addchdir_np
#else
/// glibc (2.29) and musl (1.1.24) have it; their headers hide it from Swift's importer.
@_silgen_name("posix_spawn_file_actions_addchdir_np")
private func changeDirectory(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>,
  _ directory: UnsafePointer<CChar>
) -> Int32
#endif
