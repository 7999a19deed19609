import AmalgamCore

/// Where the tool speaks: the report on standard output, everything else on standard error.
package protocol Terminal: Sendable {
  /// Whether standard error is a terminal, so that a progress bar can be drawn over.
  var showsProgressBar: Bool { get }
  /// Whether standard output is a terminal.
  var isInteractive: Bool { get }

  func writeOutput(_ text: String)
  func writeError(_ text: String)
}

/// The process's own streams.
package struct SystemTerminal: Terminal {
  package init() {}

  package var showsProgressBar: Bool { isatty(2) == 1 && Environment.value(of: "TERM") != "dumb" }
  package var isInteractive: Bool { isatty(1) == 1 }

  package func writeOutput(_ text: String) { write(text, to: 1) }
  package func writeError(_ text: String) { write(text, to: 2) }

  private func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let put = bytes.withUnsafeBytes { buffer in
        buffer.baseAddress.map { systemWrite(descriptor, $0, buffer.count) } ?? 0
      }
      // A closed pipe or a full disk cannot be told anywhere; the exit status still stands.
      if put <= 0, errno != EINTR { return }
      bytes = bytes.dropFirst(max(0, put))
    }
  }
}
