import AmalgamCore

extension Failure {
  /// A command that did not succeed: what it said first, where its log is, how to run it again.
  package init(command step: Job.Step, _ status: ExitStatus, place: String, files: any Files) {
    let log = (try? files.read(step.log)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let lines = log.split(whereSeparator: \.isNewline)
    let telling = lines.filter { $0.contains("error") || $0.contains("undefined") }.prefix(3)
    let said = (telling.isEmpty ? lines.suffix(3) : Array(telling)[...]).map {
      String($0).cut(to: 200)
    }
    self.init(
      place,
      "'\(Path.name(of: step.command.program))' \(status)",
      notes: said + ["log is in '\(step.log)'", "reproduce with: \(step.command)"]
    )
  }
}
