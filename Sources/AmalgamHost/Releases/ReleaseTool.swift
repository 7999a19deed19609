import AmalgamCore

/// Runs the programs that fetch and unpack: curl, unzip, tar, apt-get, cp.
struct ReleaseTool {
  private let commands: any CommandRunner
  private let files: any Files
  private let progress: Progress

  init(commands: any CommandRunner, files: any Files, progress: Progress) {
    self.commands = commands
    self.files = files
    self.progress = progress
  }

  /// Runs `command` to its end and returns what it printed; throws, with what it said last, if it
  /// did not succeed.
  @discardableResult
  func run(
    _ command: Command,
    in staging: Staging,
    label: String,
    seconds: Double
  ) throws -> String {
    let (log, output) = (staging.path("log"), staging.path("output"))
    progress.expect(1)
    progress.begin(label, id: 0, command: command)
    defer { progress.end(id: 0) }
    let status = try commands.run(command, log: log, output: output, seconds: seconds)
    guard status.isSuccess else {
      let said = complaint(in: log) ?? complaint(in: output)
      throw Failure(
        command.program,
        "'\(command.program)' \(status)" + (said.map { ": \($0)" } ?? "")
      )
    }
    return String(decoding: try files.read(output), as: UTF8.self)
  }

  /// Returns what installs `program`, or `nil` where it is there.
  func fix(forMissing program: String) -> String? {
    commands.find(program) == nil ? Packages.fix(for: program) : nil
  }

  /// Returns apt's last error in the file, or the first line of any other program.
  private func complaint(in path: String) -> String? {
    guard let bytes = try? files.read(path) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return (lines.last { $0.hasPrefix("E: ") } ?? lines.first).map { String($0).cut(to: 200) }
  }
}
