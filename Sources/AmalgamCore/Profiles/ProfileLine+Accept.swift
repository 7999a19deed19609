extension ProfileLine {
  /// Reads `accept CHECK SUBJECT [until DATE] because "REASON"`.
  func accept() throws(Problem) -> AcceptLine {
    var words = arguments
    guard let check = words.popFirst(), let subject = words.popFirst() else {
      throw problem(.acceptForm)
    }
    var until: String?
    if words.first?.text == "until" {
      words.removeFirst()
      guard let date = words.popFirst() else { throw problem(.acceptForm) }
      guard CalendarDate(date.text) != nil else { throw problem(.noDate(date.text), at: date) }
      until = date.text
    }
    guard words.popFirst()?.text == "because", let reason = words.popFirst(), !reason.text.isEmpty
    else { throw problem(.noReason, fix: "add 'because \"REASON\"'") }
    if let extra = words.first { throw problem(.unquotedReason(extra.text), at: extra) }
    guard CheckMeaning.of(check.text) != nil else {
      let meant = Spelling.nearest(to: check.text, among: CheckMeaning.all.keys.sorted())
      throw problem(
        .noCheck(check.text, meant),
        at: check,
        fix: meant.map { "write '\($0)'" }
      )
    }
    return AcceptLine(
      check: check.text,
      subject: subject.text,
      Finding.Acceptance(until: until, reason: reason.text),
      at: location
    )
  }

  /// Reads the flags of a `cflag` line, each of which must be one that cannot change what is
  /// compiled, where headers come from, or which program runs.
  func compilerFlags() throws(Problem) -> [String] {
    guard !arguments.isEmpty else { throw problem(.missingFlag) }
    for word in arguments {
      guard word.text.hasPrefix("-"), word.text.count > 1 else {
        throw problem(.noFlag(word.text), at: word)
      }
      if let reason = CompilerFlag.refusal(of: word.text) {
        throw problem(.refusedFlag(word.text, reason), at: word, fix: fix(instead: word))
      }
    }
    return arguments.map(\.text)
  }
}

extension ProfileLine {
  /// The way out of a refused flag: a definition becomes a line of its own, all else goes.
  private func fix(instead word: SourceLine.Word) -> String? {
    if arguments.count > 1 { return "remove '\(word.text)'" }
    let option = String(word.text.dropFirst(2))
    let isOption = CompileOption.isName(option.prefix { $0 != "=" }) && option.last != "="
    return word.text.hasPrefix("-D") && isOption ? "write the line as '\(option)'" : nil
  }
}

/// Which compiler flags a profile may pass on.
private enum CompilerFlag {
  /// Returns why `flag` is refused, or `nil` if it may pass.
  static func refusal(of flag: String) -> String? {
    let reason = refused.first { entry in entry.prefixes.contains { flag.hasPrefix($0) } }?.reason
    // Each short flag of clang and gcc has a long spelling, such as --define-macro=X.
    let isLong = flag.hasPrefix("--") && !["--param", "--coverage"].contains { flag.hasPrefix($0) }
    return reason ?? (isLong ? "only the spelling with one '-' is taken" : nil)
  }

  private static let refused: [(prefixes: [String], reason: String)] = [
    (["-D", "-U"], "options are lines of their own"),
    (["-O"], "the level is set by 'optimize'"),
    (
      [
        "-fplugin", "-fpass-plugin", "-Xclang", "-load", "-wrapper", "-mllvm", "-specs", "--specs",
        "-B",
        "-fuse-ld=/", "--ld-path", "-ld-path", "-no-integrated-as", "-fno-integrated-as",
      ],
      "it makes the compiler run other code"
    ),
    (
      [
        "-I", "-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-iprefix", "-isysroot",
        "--sysroot",
        "-ivfsoverlay", "-F", "--config",
      ],
      "it changes where files come from"
    ),
    (
      [
        "-o", "-c", "-S", "-E", "-x", "-M", "-save-temps", "-dump", "-Wp,", "-Wa,", "-Wl,",
        "-Xpreprocessor",
        "-Xassembler", "-Xlinker", "-target", "--target", "-shared", "-dynamiclib", "-static", "-r",
        "-l", "-L", "-fsyntax-only", "-###", "-emit-", "-print-",
      ],
      "it changes what is written"
    ),
  ]
}

extension Finding.Message {
  fileprivate static var acceptForm: Self {
    "'accept' takes CHECK SUBJECT [until YYYY-MM-DD] because \"REASON\""
  }
  fileprivate static var noReason: Self { "an accepted finding needs a reason" }
  fileprivate static func noDate(_ text: String) -> Self {
    "'\(text)' is no date, such as 2027-06-30"
  }
  fileprivate static func unquotedReason(_ text: String) -> Self {
    "unexpected '\(text)'; a reason of several words stands in quotes"
  }
  fileprivate static func noCheck(_ id: String, _ meant: String?) -> Self {
    "no check is called '\(id)'\(meant.map { "; did you mean '\($0)'?" } ?? "")"
  }
  fileprivate static var missingFlag: Self { "'cflag' is given without a flag" }
  fileprivate static func noFlag(_ text: String) -> Self {
    "'\(text)' is no compiler flag; each begins with '-'"
  }
  fileprivate static func refusedFlag(_ flag: String, _ reason: String) -> Self {
    "'\(flag)' is refused: \(reason)"
  }
}
