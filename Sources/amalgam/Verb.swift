import AmalgamCore

/// One verb of the command line: what help says of it, what it takes, and what it does.
struct Verb: Sendable {
  let name: String
  /// The operands as the usage line shows them.
  let operands: String
  let summary: String
  /// A call that works, for help.
  let example: String
  /// What it takes beside the common options.
  let ownOptions: [Option]
  /// The forms of standard output; the first is the default.
  let formats: [String]
  /// The keys of its JSON, as they stand where nothing could be judged.
  let emptyDetails: [JSON.Member]
  let run: @Sendable (Invocation) throws -> Report

  init(
    _ name: String,
    operands: String,
    summary: String,
    example: String,
    options: [Option],
    formats: [String] = ReportForm.names,
    lists: [String] = [],
    emptyDetails: [JSON.Member]? = nil,
    run: @escaping @Sendable (Invocation) throws -> Report
  ) {
    self.name = name
    self.operands = operands
    self.summary = summary
    self.example = example
    ownOptions = options
    self.formats = formats
    self.emptyDetails =
      emptyDetails ?? lists.map { JSON.Member(key: $0, value: .array([])) }
    self.run = run
  }

  /// All verbs, in the order of help.
  static let all: [Verb] = [
    .releases, .lint, .resolve, .plan, .build, .verify, .inspect, .symbols, .diff, .cost, .gate,
    .export, .shell, .explain, .initialize, .completions, .man,
  ]

  /// What the parser takes and help shows, the verb's own first.
  var options: [Option] { ownOptions + [.format(formats)] + Option.common }

  var usage: String {
    ["amalgam", name, operands, "[OPTION…]"].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The text of `amalgam VERB --help`.
  var help: String {
    let width = options.map(\.spelling.count).max() ?? 0
    let lines = options.map { option in
      "  " + option.spelling + String(repeating: " ", count: width - option.spelling.count + 2)
        + option.summary
    }
    return """
      \(usage)

      \(summary)

      \(lines.joined(separator: "\n"))

      example: \(example)

      """
  }
}
