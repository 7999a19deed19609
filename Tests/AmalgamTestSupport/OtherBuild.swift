import AmalgamCore
import AmalgamHost

/// SQLite as somebody without `amalgam` builds it: the stock amalgamation and -D flags.
package struct OtherBuild {
  private let folder: TemporaryFolder
  private let release: String

  package init(folder: TemporaryFolder, release: String) {
    self.folder = folder
    self.release = release
  }

  /// Returns the path of the archive `libNAME.a`, compiled with `flags` at -O0.
  package func library(
    _ flags: [String],
    name: String = "other",
    compiler: String = "clang"
  ) throws -> String {
    let source = try FetchedRelease.stockSource(release)
    let commands = SystemCommands()
    let compile = [compiler, "-c", "-O0", "-fPIC", "-o", "\(name).o", source] + flags
    for command in [compile, ["ar", "rcs", "lib\(name).a", "\(name).o"]] {
      let status = try commands.run(
        Command(command, in: folder.path),
        log: "\(folder.path)/\(name).log"
      )
      guard status.isSuccess else { throw Failure(name, try folder.read("\(name).log")) }
    }
    return "\(folder.path)/lib\(name).a"
  }
}
