/// A program to run, with its arguments: a value that can be printed, compared and run.
///
/// No shell is ever between: each argument reaches the program as it stands.
package struct Command: Hashable, Sendable {
  /// The program and its arguments.
  package let arguments: [String]
  /// The folder it runs in; `nil` for the current one.
  package let directory: String?
  /// Variables set beside those the tool itself has.
  package let environment: [String: String]
  /// The file it reads as standard input; `nil` for none.
  package let input: String?
  /// The most bytes that it may write into one file, at which it is stopped; `nil` for no limit.
  package let largestFile: Int?

  package init(
    _ arguments: [String],
    in directory: String? = nil,
    environment: [String: String] = [:],
    input: String? = nil,
    largestFile: Int? = nil
  ) {
    self.arguments = arguments
    self.directory = directory
    self.environment = environment
    self.input = input
    self.largestFile = largestFile
  }

  /// The program's name, as a message says it.
  package var program: String { arguments.first ?? "" }
}

extension Command: CustomStringConvertible {
  /// A line that a POSIX shell runs as this command.
  package var description: String {
    let words =
      environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.shellQuoted)" }
      + arguments.map(\.shellQuoted)
    let line = words.joined(separator: " ") + (input.map { " < \($0.shellQuoted)" } ?? "")
    return directory.map { "(cd \($0.shellQuoted) && \(line))" } ?? line
  }
}

extension String {
  /// The text as one word of a POSIX shell.
  package var shellQuoted: String {
    let safe = !isEmpty && utf8.allSatisfy { $0.isPlainInShell }
    return safe
      ? self
      : "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        + "'"
  }
}

extension UInt8 {
  fileprivate var isPlainInShell: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_-./=+:,@%".utf8.contains(self)
    }
  }
}
