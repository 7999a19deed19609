/// A profile made of options that somebody has already: flags, what `PRAGMA compile_options`
/// printed, or what a library reports.
///
/// The order is kept, and each line has what lint says of it above itself. What would keep the
/// profile from being built stands in it as a comment, with the reason.
package struct ProfileDraft: Sendable {
  private struct Entry {
    let option: CompileOption
    /// How the profile writes it: a value that says nothing is left away.
    let line: String
    /// Why it stands there as a comment; `nil` for a line that counts.
    var reason: String?
    /// What it comes from, where that is no option; `nil` for the rest.
    var origin: String?
    var comments: [String] = []
  }

  private var entries: [Entry] = []
  /// The names that have nothing to do with SQLite, or say how a library was compiled.
  package private(set) var foreign: [String] = []
  private let name: String
  private let head: [String]
  /// The line of the release; `nil` for the lock's default.
  private let sqlite: String?
  private let release: Version
  private let names: OptionNames
  private let catalogue: OptionCatalogue

  /// Makes a draft called `name` of the options in `text`; `head` are comments to begin with.
  ///
  /// It names the release `sqlite`, as a comment where the lock does not pin that.
  package init(
    _ text: OptionText,
    name: String,
    head: [String],
    sqlite: Version? = nil,
    isPinned: Bool = true,
    release: Version,
    names: OptionNames,
    catalogue: OptionCatalogue
  ) {
    self.name = name
    self.head = head
    self.sqlite = sqlite.map { version in
      isPinned
        ? "sqlite \(version)"
        : "# left out: the lock does not pin it: 'amalgam releases add --from "
          + "sqlite-src-\(version.archiveNumber).zip'\n# sqlite \(version)"
    }
    self.release = release
    self.names = names
    self.catalogue = catalogue
    let input = LintInput(text: text, release: release, names: names, catalogue: catalogue)
    let judged = Set(input.mentions)
    for mention in text.mentions {
      if judged.contains(mention) { add(mention) } else { foreign.append(mention.spelledName) }
    }
    leaveOutErrors()
  }

  /// How many options count.
  package var count: Int { entries.count { $0.reason == nil } }

  /// The names of the options that stand in it as comments, in order.
  package var leftOut: [String] { entries.filter { $0.reason != nil }.map(\.option.name) }

  private mutating func add(_ mention: OptionMention) {
    let row = catalogue[mention.option.name]
    let isFlag = row.map { $0.isFlag || $0.kind == .retired || $0.kind == .apple } ?? false
    // A flag is on whatever an expression computes for it.
    let value = isFlag && !mention.isValueKnown ? "1" : mention.option.value
    let option = CompileOption(mention.option.name, value)
    let isPlain = option.value == "1" && (isFlag || !mention.hasValue)
    let line = isPlain ? option.name : option.description
    let earlier = entries.lastIndex { $0.option.name == option.name && $0.reason == nil }
    switch mention.form {
    case .unset:
      if let earlier { entries[earlier].reason = "'\(mention.written)' takes it back" }
    case .configureSwitch:
      add(switch: mention)
    case .line, .flag, .directive, .item, .reported:
      if let earlier { entries[earlier].reason = "it is set again below" }
      let isUnclear = !mention.isValueKnown && !isFlag
      let reason = isUnclear ? "an expression computes its value" : defaultReason(mention)
      var entry = Entry(option: option, line: line, reason: reason)
      // Elsewhere the code of one system need not even compile.
      if let system = row?.systems.first, row?.systems.count == 1, let pattern = system.pattern {
        entry = Entry(option: option, line: "on \(pattern) \(line)", reason: entry.reason)
        entry.origin = "only \(system.title) have code for it"
      }
      entries.append(entry)
    }
  }

  /// A switch of SQLite's 'configure' becomes the options that it sets.
  private mutating func add(switch mention: OptionMention) {
    let name = mention.option.name
    guard case .sets(let options) = ConfigureSwitch(name, in: release) else {
      entries.append(Entry(option: mention.option, line: name, reason: "a build is so by itself"))
      return
    }
    for option in options where !entries.contains(where: { $0.option.name == option.name }) {
      let line = option.value == "1" ? option.name : option.description
      entries.append(Entry(option: option, line: line, origin: "'\(name)' sets it"))
    }
  }

  /// A library reports many options that nobody set.
  private func defaultReason(_ mention: OptionMention) -> String? {
    guard mention.form == .reported else { return nil }
    if BuildEnvironment.names.contains(mention.spelledName) {
      return "it says how the library was compiled"
    }
    guard let row = catalogue[mention.option.name] else { return nil }
    if row.reports.last(where: { $0.releases.contains(release) })?.value == .implied {
      return "a library reports it whether it is set or not"
    }
    let value = row.defaults.last { $0.releases.contains(release) }?.value
    return value?.isSameValue(as: mention.option.value) == true
      ? "it is the default of SQLite \(release)" : nil
  }

  /// Turns lines into comments until nothing that is found keeps the profile from being built.
  private mutating func leaveOutErrors() {
    for _ in 0...entries.count {
      let findings = self.findings
      for index in entries.indices { entries[index].comments = [] }
      var isWhole = true
      for (finding, index) in findings {
        if finding.severity == .error {
          entries[index].reason = "[\(finding.check)] \(finding.message)"
          isWhole = false
        } else {
          entries[index].comments.append(
            "\(finding.severity.rawValue): [\(finding.check)] \(finding.message)"
          )
          if let fix = finding.fix { entries[index].comments.append("fix: \(fix)") }
        }
      }
      if isWhole { return }
    }
  }

  /// What the profile's own reader and lint say of it as it stands, with the entry it is about.
  private var findings: [(Finding, Int)] {
    let (text, lines) = rendered
    var resolver = ProfileResolver { _, _ in nil }
    let source = ProfileResolver.Source(file: "\(name).profile", text: text)
    guard let resolved = try? resolver.resolve(source, host: "") else { return [] }
    let lint = Lint.run(
      on: LintInput(
        profile: resolved.profile,
        release: release,
        names: names,
        catalogue: catalogue
      )
    )
    let elsewhere = Lint.findings(
      ofOtherSystemsIn: resolved.profile,
      release: release,
      names: names,
      catalogue: catalogue
    )
    return (resolved.findings + lint.findings + elsewhere).compactMap { finding in
      finding.location.flatMap { lines[$0.line] }.map { (finding, $0) }
    }
  }

  /// The profile's text.
  package var text: String { rendered.text }

  private var rendered: (text: String, lines: [Int: Int]) {
    var text = head.map { $0.isEmpty ? "#" : "# \($0)" } + [""]
    if let sqlite { text += sqlite.split(separator: "\n").map(String.init) + [""] }
    var lines: [Int: Int] = [:]
    for (index, entry) in entries.enumerated() {
      if let reason = entry.reason {
        text.append("# left out: \(reason.printable)")
        text.append("# \(entry.line.printable)")
      } else {
        text += [entry.origin].compactMap { $0.map { "# \($0.printable)" } }
        text += entry.comments.map { "# lint: \($0.printable)" }
        text.append(entry.line)
        lines[text.count] = index
      }
    }
    return (text.joined(separator: "\n") + "\n", lines)
  }
}
