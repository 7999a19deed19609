import AmalgamCore

/// Builds variants once more with everything around them different, and compares every byte.
///
/// The build runs as a process of its own, since folder, home, zone, language and mask are a process's.
package struct Rebuild {
  private let files: any Files
  private let commands: any CommandRunner
  private let folder: PrivateFolder

  /// Makes the folder for the second build.
  package init(files: any Files, commands: any CommandRunner) throws(Failure) {
    self.files = files
    self.commands = commands
    folder = try PrivateFolder(files: files, forLargeFiles: true)
  }

  /// Removes what the second build has made.
  package func remove() { folder.remove() }

  /// Runs `tool` with `words`, which build, and returns why that failed.
  ///
  /// Compilers take the date of `__DATE__` from `SOURCE_DATE_EPOCH`; `faketime`, where it is there,
  /// gives every program another one.
  package func build(_ tool: String, _ words: [String], jobs: Int) throws -> Failure? {
    let script = "umask 077; exec \"$@\""
    let environment = [
      "HOME": Path.join(folder.path, "home"), "USER": "somebody", "TZ": "Pacific/Kiritimati",
      "LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8", "SOURCE_DATE_EPOCH": "1000000000",
      "AMALGAM_CACHE": Path.join(folder.path, "cache"),
    ]
    let clock = commands.find("faketime") == nil ? [] : ["faketime", "-f", "+3650d"]
    let command = Command(
      ["sh", "-c", script, "sh"] + clock + [tool, "build"] + words
        + ["--build-dir", buildDirectory, "--jobs", jobs == 1 ? "3" : "1", "--quiet"],
      environment: environment
    )
    let log = Path.join(folder.path, "log")
    let status = try commands.run(command, log: log)
    if status.isSuccess { return nil }
    let said = (try? files.readText(log))?.split(separator: "\n").map(String.init) ?? []
    return Failure("--rebuild", "the second build \(status)", notes: Array(said.prefix(5)))
  }

  private var buildDirectory: String { Path.join(folder.path, "another/place") }

  /// Returns what differs between the variant in `directory` and its second build.
  package func findings(variant: String, directory: String) throws(Failure) -> [Finding] {
    let other = Path.join(buildDirectory, variant)
    let names = try Self.names(in: directory, files).union(Self.names(in: other, files))
    var findings: [Finding] = []
    for name in names.sorted() {
      let first = try? files.contents(of: Path.join(directory, name), named: name)
      let second = try? files.contents(of: Path.join(other, name), named: name)
      let finding = RebuildComparison.finding(name, variant: variant, first?.bytes, second?.bytes)
      if let finding { findings.append(finding) }
      withExtendedLifetime((first, second)) {}
    }
    return findings
  }

  /// The files of a variant but for the logs, which name the folder.
  private static func names(in folder: String, _ files: any Files) throws(Failure) -> Set<String> {
    let entries = try files.walk(folder, limit: 10_000)
    return Set(
      entries.filter { $0.status.kind == .file && !$0.path.hasPrefix("logs/") }.map(\.path)
    )
  }
}
