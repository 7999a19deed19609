import AmalgamCore

extension Verb {
  /// `completions`: what a shell needs to complete the command line.
  static let completions = Verb(
    "completions",
    operands: "bash|zsh|fish",
    summary: "Prints the script by which a shell completes amalgam's command line.",
    example: "amalgam completions bash > /etc/bash_completion.d/amalgam",
    options: [],
    formats: ["text"]
  ) { invocation in
    let word = try invocation.operands(1...1)[0]
    guard let shell = Completions.Shell(rawValue: word) else {
      let names = Completions.Shell.allCases.map(\.rawValue)
      let meant = Spelling.nearest(to: word, among: names)
      throw UsageError(
        "unknown shell '\(word)'" + (meant.map { "; did you mean '\($0)'?" } ?? ""),
        usage: invocation.verb.usage
      )
    }
    return Report(command: "completions", body: Completions(Verb.all).text(for: shell))
  }

  /// `man`: the manual page.
  static let man = Verb(
    "man",
    operands: "",
    summary: "Prints the manual page.",
    example: "amalgam man > amalgam.1",
    options: [],
    formats: ["text"]
  ) { invocation in
    _ = try invocation.operands(0...0)
    return Report(command: "man", body: ManPage(Verb.all).text)
  }
}
