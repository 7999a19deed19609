import AmalgamCore

/// Tells on standard error what is being done: a bar on a terminal, a line a step elsewhere.
package final class Progress {
  private let terminal: any Terminal
  private let isQuiet: Bool
  /// Whether each command is shown as it is run.
  private let isVerbose: Bool
  private var total = 0
  private var done = 0
  private var running: [(id: Int, label: String, start: Double)] = []
  private var isBarShown = false

  package init(terminal: any Terminal, isQuiet: Bool = false, isVerbose: Bool = false) {
    self.terminal = terminal
    self.isQuiet = isQuiet
    self.isVerbose = isVerbose
  }

  /// Adds `count` steps to those that will come.
  package func expect(_ count: Int) { total += count }

  /// A step with the given label begins, by running `command` if it runs one.
  ///
  /// `id` tells it from others that run.
  package func begin(_ label: String, id: Int, command: Command? = nil) {
    if isVerbose, let command { say(command.description) }
    running.append((id, label, monotonicSeconds()))
    draw()
  }

  /// The step `id` has ended.
  package func end(id: Int) {
    guard let index = running.firstIndex(where: { $0.id == id }) else { return }
    let step = running.remove(at: index)
    done += 1
    total = max(total, done)
    if !isQuiet, !terminal.showsProgressBar {
      terminal.writeError("\(step.label) \(seconds(since: step.start))\n")
    }
    draw()
  }

  /// Says `text` on a line of its own.
  package func say(_ text: String) {
    guard !isQuiet else { return }
    clear()
    terminal.writeError(text + "\n")
    draw()
  }

  /// Takes the bar away, before a report is printed.
  package func clear() {
    guard isBarShown else { return }
    terminal.writeError("\r\u{1B}[K")
    isBarShown = false
  }

  private func draw() {
    guard !isQuiet, terminal.showsProgressBar else { return }
    guard let first = running.first else { return clear() }
    let more = running.count > 1 ? " and \(running.count - 1) more" : ""
    let width = 20
    let filled = total == 0 ? 0 : min(width, done * width / total)
    let bar =
      String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
    let text = "[\(bar)] \(done)/\(total) \(first.label)\(more)".cut(to: 79)
    terminal.writeError("\r\u{1B}[K\(text)")
    isBarShown = true
  }

  private func seconds(since start: Double) -> String {
    let tenths = Int(((monotonicSeconds() - start) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
