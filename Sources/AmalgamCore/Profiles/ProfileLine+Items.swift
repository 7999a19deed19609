extension ProfileLine {
  /// What each keyword says, but for `abstract` and `inherit`, which are no items.
  static let items: [String: @Sendable (ProfileLine) throws(Problem) -> Profile.Item.Kind] = [
    "sqlite": { line throws(Problem) in .release(try line.version()) },
    "optimize": { line throws(Problem) in .optimize(try line.choice("a level")) },
    "library": { line throws(Problem) in .library(try line.libraryName()) },
    "extension": { line throws(Problem) in .addExtension(try line.extensionReference()) },
    "set": { line throws(Problem) in .extensionSet(try line.extensionSet()) },
    "on": { line throws(Problem) in try line.conditionalOption() },
    "unset": { line throws(Problem) in .unset(try line.optionName()) },
    "cflag": { line throws(Problem) in .compilerFlags(try line.compilerFlags()) },
    "target": { line throws(Problem) in .target(try line.targetTriple()) },
    "runner": { line throws(Problem) in .runner(try line.words("a program")) },
    "require": { line throws(Problem) in .demand(try line.demand(isRequired: true)) },
    "forbid": { line throws(Problem) in .demand(try line.demand(isRequired: false)) },
    "limit": { line throws(Problem) in try line.limit() },
    "accept": { line throws(Problem) in .accept(try line.accept()) },
    "prefix": { line throws(Problem) in .prefix(try line.namePrefix()) },
    "visibility": { line throws(Problem) in .visibility(try line.choice("a visibility")) },
    "manifest": { line throws(Problem) in .manifest(isOn: try line.isManifestOn()) },
    "instrument": { line throws(Problem) in .instrument(try line.choice("what is counted")) },
  ]

  private func version() throws(Problem) -> Version {
    let text = try onlyWord("a version")
    guard let version = Version(text) else { throw problem(.noVersion(text), at: arguments.first) }
    return version
  }

  private func choice<Choice: RawRepresentable & CaseIterable>(
    _ what: String
  ) throws(Problem) -> Choice where Choice.RawValue == String {
    let text = try onlyWord(what)
    guard let choice = Choice(rawValue: text) else {
      throw problem(
        .noChoice(text, keyword.text, Choice.allCases.map(\.rawValue)),
        at: arguments.first,
        fix: nearest(to: text, among: Choice.allCases.map(\.rawValue))
      )
    }
    return choice
  }

  /// The fix that writes the one of `choices` that is spelt nearly so; `nil` where none is.
  private func nearest(to text: String, among choices: [String]) -> String? {
    Spelling.nearest(to: text, among: choices).map { "write '\($0)'" }
  }

  private func libraryName() throws(Problem) -> String {
    let name = try onlyWord("a name")
    let plain = name.utf8.allSatisfy { $0.isPlainInFileName }
    guard plain, !name.hasPrefix("-"), !name.hasPrefix(".") else {
      throw problem(.noLibraryName(name), at: arguments.first)
    }
    return name
  }

  private func conditionalOption() throws(Problem) -> Profile.Item.Kind {
    guard arguments.count >= 2, let pattern = arguments.first, let option = line.words.last else {
      throw problem(.missingCondition)
    }
    guard arguments.count == 2 else {
      let extra = arguments[arguments.startIndex + 2]
      throw problem(.unexpectedOption(extra.text), at: extra, fix: "remove '\(extra.text)'")
    }
    return .option(try self.option(option), target: Glob(pattern.text))
  }

  private func optionName() throws(Problem) -> String {
    let name = try onlyWord("the name of an option")
    guard CompileOption.isName(name) else {
      throw problem(.noOptionName(name), at: arguments.first)
    }
    return name
  }

  private func words(_ what: String) throws(Problem) -> [String] {
    guard !arguments.isEmpty else { throw problem(.missingWords(keyword.text, what)) }
    return arguments.map(\.text)
  }

  private func targetTriple() throws(Problem) -> String {
    let text = try onlyWord("a target triple")
    guard text.isTargetTriple else { throw problem(.noTriple(text), at: arguments.first) }
    return text
  }

  private func demand(isRequired: Bool) throws(Problem) -> Demand {
    let isByApp = arguments.dropFirst().map(\.text) == ["by", "app"]
    let text = isByApp ? arguments.first?.text ?? "" : try onlyWord("a capability")
    if let capability = Capability(text) {
      if let reason = capability.nameProblem { throw problem(.noName(reason), at: arguments.first) }
      if isByApp, !isRequired || !Demand.kindsByApp.contains(capability.kind) {
        throw problem(.notByApp(text, isRequired: isRequired), at: arguments.last)
      }
      return Demand(capability, isRequired: isRequired, isByApp: isByApp, at: location)
    }
    let kinds = Capability.Kind.allCases.map(\.rawValue)
    throw problem(.noCapability(text, kinds), at: arguments.first)
  }

  private func limit() throws(Problem) -> Profile.Item.Kind {
    let subjects = SizeLimit.Subject.allCases.map(\.rawValue)
    guard arguments.count == 2, let subject = arguments.first, let size = arguments.last else {
      throw problem(.limitForm(subjects))
    }
    if subject.text == "growth" {
      guard let limit = GrowthLimit(size.text) else {
        let isMeant = GrowthLimit(size.text + "%") != nil
        throw problem(
          .noShare(size.text),
          at: size,
          fix: isMeant ? "write '\(size.text)%'" : nil
        )
      }
      return .growth(limit)
    }
    guard let kind = SizeLimit.Subject(rawValue: subject.text) else {
      throw problem(
        .noChoice(subject.text, keyword.text, subjects + ["growth"]),
        at: subject,
        fix: nearest(to: subject.text, among: subjects)
      )
    }
    guard let bytes = Self.bytes(size.text) else { throw problem(.noSize(size.text), at: size) }
    return .limit(SizeLimit(kind, bytes: bytes, at: location))
  }

  private func isManifestOn() throws(Problem) -> Bool {
    let text = try onlyWord("'on' or 'off'")
    guard text == "on" || text == "off" else {
      throw problem(.noChoice(text, keyword.text, ["off", "on"]), at: arguments.first)
    }
    return text == "on"
  }

  /// Reads `1200`, `1200k` (thousands) or `2m` (millions); `nil` for anything else.
  private static func bytes(_ text: String) -> Int? {
    let unit = text.last.flatMap { ["k": 1_000, "m": 1_000_000][$0] }
    let digits = unit == nil ? text[...] : text.dropLast()
    guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits) else {
      return nil
    }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
    return overflow ? nil : bytes
  }
}

extension String {
  /// Whether it can be a target triple, and a part of a folder's name.
  package var isTargetTriple: Bool {
    contains("-") && !hasPrefix("-") && utf8.allSatisfy { $0.isPlainInFileName }
  }

  /// Whether it is a name that C code can use.
  package var isCIdentifier: Bool {
    guard let first = utf8.first, !(48...57).contains(first) else { return false }
    return utf8.allSatisfy {
      (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0) || $0 == 95
    }
  }
}

extension UInt8 {
  /// Letters, digits and `._+-`.
  var isPlainInFileName: Bool {
    (97...122).contains(self) || (65...90).contains(self) || (48...57).contains(self)
      || "._+-".utf8.contains(self)
  }
}

extension Finding.Message {
  fileprivate static func noVersion(_ text: String) -> Self {
    "'\(text)' is no version of SQLite, such as 3.53.4"
  }
  fileprivate static func noChoice(_ text: String, _ keyword: String, _ choices: [String]) -> Self {
    "'\(keyword)' takes \(choices.map { "'\($0)'" }.joined(separator: ", ")), not '\(text)'"
  }
  fileprivate static func noLibraryName(_ text: String) -> Self {
    "'\(text)' is no name for a library: letters, digits and '._+-', no '-' or '.' first"
  }
  fileprivate static var missingCondition: Self {
    "'on' is given without a target pattern and an option, as in 'on *-apple-ios* SQLITE_X=0'"
  }
  fileprivate static func unexpectedOption(_ text: String) -> Self {
    "unexpected '\(text)'; 'on' takes one option a line"
  }
  fileprivate static func noOptionName(_ text: String) -> Self {
    "'\(text)' is no option's name; 'unset' takes the name alone"
  }
  fileprivate static func missingWords(_ keyword: String, _ what: String) -> Self {
    "'\(keyword)' is given without \(what)"
  }
  fileprivate static func noTriple(_ text: String) -> Self {
    "'\(text)' is no target triple, such as aarch64-linux-gnu"
  }
  fileprivate static func noCapability(_ text: String, _ kinds: [String]) -> Self {
    "'\(text)' is no capability; write KIND:NAME with one of \(kinds.joined(separator: ", "))"
  }
  fileprivate static func notByApp(_ text: String, isRequired: Bool) -> Self {
    isRequired
      ? "'\(text)' is not of what an app registers on a connection: function, module, collation"
      : "'by app' says who brings what is required, and '\(text)' is forbidden"
  }
  fileprivate static func noName(_ reason: String) -> Self { Self(stringLiteral: reason) }
  fileprivate static func limitForm(_ subjects: [String]) -> Self {
    "'limit' takes one of \(subjects.joined(separator: ", ")) and a size, as in 'limit library 1200k', or growth and a share, as in 'limit growth 2%'"
  }
  fileprivate static func noShare(_ text: String) -> Self {
    "'\(text)' is no share: digits, a point if need be, then '%', as in '2%' or '0.25%'"
  }
  fileprivate static func noSize(_ text: String) -> Self {
    "'\(text)' is no size: digits, then 'k' for thousands or 'm' for millions of bytes"
  }
}
