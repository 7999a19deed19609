import AmalgamCore
import AmalgamHost
import Testing

extension TemporaryFolder {
  /// Runs a command in the folder, or in `directory`, and returns what it printed; a test does not go
  /// on where it fails.
  @discardableResult
  package func expectSuccess(
    _ words: [String],
    in directory: String? = nil,
    seconds: Double = 900,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> String {
    let (status, output, errors) = try run(words, in: directory, seconds: seconds)
    try #require(
      status.isSuccess,
      "\(words.joined(separator: " ")): \(status) \(output)\(errors)",
      sourceLocation: sourceLocation
    )
    return output
  }

  /// Runs a command in the folder, or in `directory`; returns how it ended and what it printed.
  package func run(
    _ words: [String],
    in directory: String? = nil,
    seconds: Double = 900
  ) throws -> (status: AmalgamHost.ExitStatus, output: String, errors: String) {
    let status = try SystemCommands().run(
      Command(words, in: directory ?? path),
      log: "\(path)/.err",
      output: "\(path)/.out",
      seconds: seconds
    )
    return (status, try read(".out"), try read(".err"))
  }
}
