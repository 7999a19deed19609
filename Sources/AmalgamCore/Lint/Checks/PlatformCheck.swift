/// Options that only other systems have code for.
///
/// A note in a text, which does not say what it is for; a warning in a profile, which does.
struct PlatformCheck: LintCheck {
  let id = "platform"

  func findings(in input: LintInput) -> [LintFinding] {
    input.known.compactMap { mention, row in
      guard !row.systems.isEmpty, mention.form != .reported, row.isOn(mention.option.value) else {
        return nil
      }
      guard let target = input.target else {
        return finding(.note, mention, .only(mention.option, row.systems))
      }
      if row.systems.contains(where: { $0.holds(target) }) { return nil }
      return finding(
        .warning,
        mention,
        .notFor(mention.option, row.systems, target, input.isProfile)
      )
    }
  }

  private func finding(
    _ severity: Finding.Severity,
    _ mention: OptionMention,
    _ message: Finding.Message
  ) -> LintFinding {
    LintFinding(severity, check: id, mention, message, fix: Fix(mention.removal))
  }
}

extension OptionRow.System {
  /// Whether a library for the triple `target` is of this system.
  func holds(_ target: String) -> Bool {
    switch self {
    case .apple: target.contains("apple")
    case .windows: target.contains("windows")
    case .android: target.contains("android")
    case .wasm: target.contains("wasm")
    case .msvc: target.contains("msvc")
    case .vxworks: target.contains("vxworks")
    // Which processors these are, the code decides by more than the triple tells.
    case .rare: true
    }
  }

  /// What matches the triples of this system; `nil` where no triple tells.
  var pattern: String? {
    switch self {
    case .apple: "*-apple-*"
    case .windows: "*windows*"
    case .android: "*android*"
    case .wasm: "*wasm*"
    case .msvc: "*msvc*"
    case .vxworks: "*vxworks*"
    case .rare: nil
    }
  }

  var title: String {
    switch self {
    case .apple: "Apple's systems"
    case .windows: "Windows"
    case .android: "Android"
    case .wasm: "a browser"
    case .msvc: "Microsoft's compilers"
    case .vxworks: "VxWorks"
    case .rare: "processors that are rare today"
    }
  }
}

extension [OptionRow.System] {
  fileprivate var titles: String { map(\.title).joined(separator: " and ") }
}

extension Finding.Message {
  fileprivate static func only(_ option: CompileOption, _ systems: [OptionRow.System]) -> Self {
    "'\(option)' has code for \(systems.titles) only"
  }

  fileprivate static func notFor(
    _ option: CompileOption,
    _ systems: [OptionRow.System],
    _ target: String,
    _ isProfile: Bool
  ) -> Self {
    "'\(option)' has code for \(systems.titles) only, and the "
      + (isProfile ? "profile is built for" : "target is") + " '\(target)'"
  }
}
