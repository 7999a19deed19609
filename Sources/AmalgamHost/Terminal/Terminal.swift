import AmalgamCore

/// Where the tool speaks: the report on standard output, everything else on standard error.
package protocol Terminal: Sendable {
  /// Whether standard error is a terminal, so that a progress bar can be drawn over.
  var showsProgressBar: Bool { get }
  /// Whether standard output is a terminal.
  var isInteractive: Bool { get }

  /// Returns why not all of `text` could be written; `nil` where it was.
  @discardableResult
  func writeOutput(_ text: String) -> Failure?
  func writeError(_ text: String)
}

/// The process's own streams.
package struct SystemTerminal: Terminal {
  package init() {}

  package var showsProgressBar: Bool { isatty(2) == 1 && Environment.value(of: "TERM") != "dumb" }
  package var isInteractive: Bool { isatty(1) == 1 }

  package func writeOutput(_ text: String) -> Failure? {
    let problem = write(text, to: 1)
    // Who closes a pipe, as 'head' does, has read enough.
    guard problem != 0, problem != EPIPE else { return nil }
    return Failure("standard output", "cannot be written: \(String(cString: strerror(problem)))")
  }

  package func writeError(_ text: String) {
    // What cannot be told on standard error cannot be told anywhere; the exit status still stands.
    _ = write(text, to: 2)
  }

  /// Returns the error's number, or 0.
  private func write(_ text: String, to descriptor: Int32) -> Int32 {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let put = bytes.withUnsafeBytes { buffer in
        buffer.baseAddress.map { systemWrite(descriptor, $0, buffer.count) } ?? 0
      }
      if put <= 0, errno != EINTR { return errno }
      bytes = bytes.dropFirst(max(0, put))
    }
    return 0
  }
}
