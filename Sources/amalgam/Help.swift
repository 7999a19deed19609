import AmalgamCore

/// The texts of the tool that belong to no verb.
enum Help {
  static let version = ToolVersion.text
  /// The day of that version, for the manual page.
  static let day = "2026-11-30"

  /// What `amalgam` alone says: how to begin.
  static var start: String {
    """
    amalgam builds the SQLite you ship, and checks that it is the one you meant.

    \(verbs)

      amalgam lint FILE          what the options in a CFLAGS line, an xcconfig, … really do
      amalgam init               profiles and a release lock in this folder
      amalgam releases fetch     the source of SQLite, proved
      amalgam verify             builds Profiles/, and judges the libraries by what was asked
      amalgam inspect FILE       which SQLite is in a program, library or app
      amalgam gate               all of that, one verdict

    'amalgam VERB --help' tells the rest.

    """
  }

  private static var verbs: String {
    let names = Verb.all.map(\.name).joined(separator: " ")
    return Layout.wrapped("usage: amalgam VERB …, a verb is one of: \(names)", width: Layout.width)
      .joined(separator: "\n")
  }

  /// Returns the error for a first word that is no verb.
  static func unknownVerb(_ word: String) -> UsageError {
    let meant = Spelling.nearest(to: word, among: Verb.all.map(\.name))
    let question = meant.map { "; did you mean '\($0)'?" } ?? ""
    return UsageError(
      "unknown verb '\(word)'\(question)",
      usage: "amalgam VERB … | amalgam --help",
      fix: meant.map { "write 'amalgam \($0)'" } ?? "run 'amalgam --help', which lists the verbs"
    )
  }
}
