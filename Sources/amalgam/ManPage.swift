/// The manual page, made from the verb table.
struct ManPage {
  private let verbs: [Verb]

  init(_ verbs: [Verb]) {
    self.verbs = verbs
  }

  /// The page in the man macros of roff.
  var text: String {
    ([head] + verbs.map(section) + [foot]).joined(separator: "\n") + "\n"
  }

  private var head: String {
    """
    .TH AMALGAM 1 \(Help.day) "amalgam \(Help.version)"
    .SH NAME
    amalgam \\- build the SQLite you ship, and check that it is the one you meant
    .SH SYNOPSIS
    .B amalgam
    .I VERB
    [\\fIOPERAND\\fR ...] [\\fIOPTION\\fR ...]
    .SH COMMON OPTIONS
    \(Option.common.map(entry).joined(separator: "\n"))
    .SH VERBS
    """
  }

  private func section(_ verb: Verb) -> String {
    let title = [verb.name, verb.operands].filter { !$0.isEmpty }.joined(separator: " ")
    let paragraphs = verb.summary.split(separator: "\n").map { String($0).roff }
    let options = (verb.ownOptions + [.format(verb.formats)]).map(entry)
    let example = [".PP", "Example:", ".PP", ".EX", verb.example.roff, ".EE"]
    let lines = [".SS \(title.roff)", paragraphs.joined(separator: "\n.PP\n")] + options + example
    return lines.joined(separator: "\n")
  }

  private func entry(_ option: Option) -> String {
    ".TP\n\\fB\(option.name.roff)\\fR\(option.value.map { " \\fI\($0.roff)\\fR" } ?? "")\n"
      + option.summary.roff
  }

  private var foot: String {
    """
    .SH EXIT STATUS
    .TP
    .B 0
    all was judged, and nothing is wrong
    .TP
    .B 1
    findings of severity error
    .TP
    .B 2
    something could not be judged
    .TP
    .B 64
    a wrong command line
    .TP
    .B 77
    with \\fB\\-\\-allow\\-skip\\fR: nothing is wrong, and a check was not run
    """
  }
}

extension String {
  /// The text as roff takes it: no escape, no request, hyphens as they are typed.
  fileprivate var roff: String {
    let text = map { character -> String in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      case "…": "..."
      case "'": "\\(aq"
      case "µ": "\\(mc"
      default: String(character)
      }
    }.joined()
    return text.hasPrefix(".") ? "\\&" + text : text
  }
}
