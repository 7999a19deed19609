extension Check {
  /// Whether the names are kept apart from those of another SQLite as the profile asks.
  package static let isolation = Check("isolation") { evidence, expectation in
    let profile = expectation.profile
    guard profile.prefix != nil || profile.isHidden, !evidence.libraries.isEmpty else { return nil }
    var result = Result()
    for library in evidence.libraries {
      if case .unknown(let reason) = library.symbols {
        result.skipped.append(Skip(subject: library.file, reason: reason))
      }
      if let prefix = profile.prefix, !library.unprefixed.isEmpty {
        let names = library.unprefixed.sorted()
        let message = Finding.Message.unprefixed(names, library.file, prefix.value)
        result.findings.append(finding(names[0], message, prefix.location, expectation))
      }
      if profile.isHidden, let names = library.exportedNames.elements?.own.sorted(),
        let first = names.first
      {
        let message = Finding.Message.exported(names, library.file)
        result.findings.append(
          finding(first, message, profile.visibility?.location, expectation)
        )
      }
    }
    return result
  }

  private static func finding(
    _ subject: String,
    _ message: Finding.Message,
    _ location: SourceLocation?,
    _ expectation: Expectation
  ) -> Finding {
    Finding(
      .error,
      check: "isolation",
      variant: expectation.variant,
      subject: subject,
      message,
      at: location
    )
  }
}

extension Set<String> {
  /// Those that are not the linker's.
  fileprivate var own: Set<String> { filter { !SymbolName.isOfLinker($0) } }
}

extension Finding.Message {
  fileprivate static func unprefixed(
    _ names: [String],
    _ file: String,
    _ prefix: String
  ) -> Self {
    names.count == 1
      ? "the profile asks for the prefix '\(prefix)', but '\(file)' defines '\(names[0])' without it"
      : "the profile asks for the prefix '\(prefix)', but '\(file)' defines \(names.count) names "
        + "without it: \(names.examples)"
  }

  fileprivate static func exported(_ names: [String], _ file: String) -> Self {
    names.count == 1
      ? "the profile asks for hidden names, but '\(file)' exports '\(names[0])'"
      : "the profile asks for hidden names, but '\(file)' exports \(names.count): "
        + "\(names.examples)"
  }
}
