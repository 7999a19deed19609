import AmalgamCore
import AmalgamHost

/// Keeps what would be printed.
package final class RecordingTerminal: Terminal, @unchecked Sendable {
  package let showsProgressBar: Bool
  package let isInteractive = false
  package private(set) var output = ""
  package private(set) var errors = ""

  package init(showsProgressBar: Bool = false) {
    self.showsProgressBar = showsProgressBar
  }

  package func writeOutput(_ text: String) -> Failure? {
    output += text
    return nil
  }
  package func writeError(_ text: String) { errors += text }
}
