/// What kept `amalgam` from judging something; exit status 2, never a pass.
///
/// An unreadable file, a tool that is missing or fails, a tree that is not proved.
package struct Failure: Error, Hashable, Sendable {
  /// What could not be judged: a variant, a file, a file and line.
  package let place: String
  package let message: String
  package let notes: [String]
  /// The way out: a command or an edit.
  package let fix: String?

  package init(_ place: String, _ message: String, notes: [String] = [], fix: String? = nil) {
    self.place = place
    self.message = message
    self.notes = notes
    self.fix = fix
  }

  /// Returns it under another name of its place.
  package func at(_ place: String) -> Failure {
    Failure(place, message, notes: notes, fix: fix)
  }
}

/// Several failures of one input, told at once.
package struct Failures: Error, Hashable, Sendable {
  package let all: [Failure]

  package init(_ all: [Failure]) {
    self.all = all
  }
}

/// A wrong command line; exit status 64.
package struct UsageError: Error, Hashable, Sendable {
  package let message: String
  /// The line that shows how the verb is called.
  package let usage: String
  /// The way out, where the usage alone does not show it.
  package let fix: String?

  package init(_ message: String, usage: String, fix: String? = nil) {
    self.message = message
    self.usage = usage
    self.fix = fix
  }
}
