extension Check {
  /// Compares the options that the profile sets with those that the library reports.
  package static let compileOptions = Check("compile-options") { evidence, expectation in
    guard let library = evidence.primary else { return nil }
    switch library.reported {
    case .known(let lines):
      let reported = ReportedOptions(lines)
      return Result(
        asked(reported, expectation) + notAsked(reported, expectation)
          + unknown(reported, expectation)
      )
    case .unknown(let reason):
      return withoutList(library, reason, expectation)
    }
  }

  /// Options that the profile sets and the library does not report as it sets them.
  private static func asked(
    _ reported: ReportedOptions,
    _ expectation: Expectation
  ) -> [Finding] {
    expectation.profile.options.compactMap { option in
      guard
        let form = expectation.catalogue.reportedForm(of: option, in: expectation.release),
        !reported.has(form)
      else { return nil }
      let actual = reported.line(of: option.shortName)
      return finding(.error, option.name, .mismatch(option, actual), expectation, at: option)
    }
  }

  /// Options that the library reports with a value that they have neither by default nor from the
  /// profile.
  private static func notAsked(
    _ reported: ReportedOptions,
    _ expectation: Expectation
  ) -> [Finding] {
    reported.lines.compactMap { line in
      guard let row = expectation.catalogue[line.option],
        row.releases.contains(expectation.release),
        expectation.effective.values[row.name] == nil,
        // Another option decides it then, and no default does.
        row.isFlag || expectation.effective.remover(of: row) == nil,
        row.reportForm(in: expectation.release) != .implied
      else { return nil }
      let usual = expectation.defaultValue(of: row.name)
      if let usual, usual.isSameValue(as: line.value ?? "1") { return nil }
      // An option with a value may be shown always; without a known default that says nothing.
      if usual == nil, !row.isFlag { return nil }
      return finding(
        .error,
        row.name,
        .notAsked(line.text, row.name, usual),
        expectation,
        fix: "add '\(row.name)\(line.value.map { "=\($0)" } ?? "")' to the profile"
      )
    }
  }

  /// Lines that the catalogue does not know, told as one note.
  private static func unknown(
    _ reported: ReportedOptions,
    _ expectation: Expectation
  ) -> [Finding] {
    let asked = Set(expectation.profile.options.map(\.name))
    let lines = reported.lines.filter {
      expectation.catalogue[$0.option] == nil && !asked.contains($0.option)
        && !ReportedOptions.environment.contains($0.option)
    }
    .map(\.text)
    guard let first = lines.first else { return [] }
    return [finding(.note, first, .unknown(lines), expectation)]
  }

  private static func withoutList(
    _ library: LibraryEvidence,
    _ reason: String,
    _ expectation: Expectation
  ) -> Result? {
    let omit = "SQLITE_OMIT_COMPILEOPTION_DIAGS"
    if library.version.isEmpty || library.isSilent {
      return Result(skipped: [Skip(subject: "PRAGMA compile_options", reason: reason)])
    }
    if expectation.profile.option(omit) != nil { return nil }
    return Result([
      finding(
        .error,
        omit,
        .noList(omit),
        expectation,
        notes: [reason],
        fix: "build the library without '\(omit)', or add it to the profile"
      )
    ])
  }

  private static func finding(
    _ severity: Finding.Severity,
    _ subject: String,
    _ message: Finding.Message,
    _ expectation: Expectation,
    at option: CompileOption? = nil,
    notes: [String] = [],
    fix: String? = nil
  ) -> Finding {
    Finding(
      severity,
      check: "compile-options",
      variant: expectation.variant,
      subject: subject,
      message,
      notes: notes + option.setNote,
      fix: fix
    )
  }
}

/// The rows of `PRAGMA compile_options`, taken apart.
struct ReportedOptions {
  struct Line {
    /// As SQLite shows it.
    let text: String
    /// The name as `sqlite3.c` spells it.
    let option: String
    let value: String?
  }

  /// Rows that tell of the compiler, or of how `amalgam` itself registers extensions.
  static let environment: Set<String> = [
    "SQLITE_COMPILER", "SQLITE_ATOMIC_INTRINSICS", "SQLITE_EXTRA_AUTOEXT",
  ]

  /// In byte order.
  let lines: [Line]
  private let texts: Set<String>

  init(_ texts: Set<String>) {
    self.texts = texts
    lines = texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let short = String(parts[0])
      return Line(
        text: text,
        option: short.hasPrefix("HAVE_") ? short : "SQLITE_" + short,
        value: parts.count > 1 ? String(parts[1]) : nil
      )
    }
  }

  /// Returns whether a row is `form`, or has the same name and another spelling of its value.
  func has(_ form: String) -> Bool {
    if texts.contains(form) { return true }
    let parts = form.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let value = line(of: String(parts[0]))?.value else { return false }
    return value.isSameValue(as: String(parts[1]))
  }

  func line(of shortName: String) -> Line? {
    lines.first { $0.text == shortName || $0.text.hasPrefix(shortName + "=") }
  }
}

extension OptionRow {
  /// Returns how `release` shows the option in its list.
  func reportForm(in release: Version) -> Report? {
    reports.last { $0.releases.contains(release) }?.value
  }
}

extension String {
  /// Returns whether two values of an option mean the same: `0x10` and `16`.
  func isSameValue(as other: String) -> Bool {
    if self == other { return true }
    guard let a = CInteger(self), let b = CInteger(other) else { return false }
    return a == b
  }
}

extension CompileOption? {
  /// Where the profile sets it, as a note; none where no file does.
  var setNote: [String] {
    guard let option = self, let location = option.location else { return [] }
    return ["'\(option.name)' is set at \(location.fileAndLine)"]
  }
}

extension Finding.Message {
  fileprivate static func mismatch(
    _ option: CompileOption,
    _ actual: ReportedOptions.Line?
  ) -> Self {
    guard let actual else { return "profile sets '\(option)', but the library does not report it" }
    return "profile sets '\(option)', but the library reports '\(actual.text)'"
  }

  fileprivate static func notAsked(_ line: String, _ name: String, _ usual: String?) -> Self {
    guard let usual else { return "the library reports '\(line)', which the profile does not set" }
    return
      "the library reports '\(line)', but the profile leaves '\(name)' at its default '\(usual)'"
  }

  fileprivate static func unknown(_ lines: [String]) -> Self {
    lines.count == 1
      ? "the library reports '\(lines[0])', which the catalogue does not know"
      : "the library reports \(lines.count) options that the catalogue does not know: "
        + "\(lines.examples)"
  }

  fileprivate static func noList(_ omit: String) -> Self {
    "the library reports no options, as under '\(omit)', which the profile does not set"
  }
}
