extension ResolvedProfile {
  /// Adds what only sets name, and returns what is wrong with the extensions and sets together.
  mutating func settleExtensions() -> [Finding] {
    var findings: [Finding] = []
    for set in sets {
      for member in set.members { findings += settle(member, of: set) }
    }
    for (index, reference) in extensions.enumerated() {
      if Self.ownFiles.contains(reference.shortName.lowercased()) {
        findings.append(.name(.ownFile(reference.name), reference))
      }
      // Objects lie side by side, on some systems without regard to case.
      let name = reference.shortName.lowercased()
      if let other = extensions[..<index].first(where: { $0.shortName.lowercased() == name }) {
        findings.append(.name(.sameName(reference, other), reference))
      }
    }
    for set in sets {
      guard let other = extensions.first(where: { $0.shortName == set.name }) else { continue }
      findings.append(
        .set(
          .error,
          set.name,
          .nameOfExtension(set.name, other),
          set.location,
          fix: "write '\(set.name)-set:'"
        )
      )
    }
    return findings
  }

  /// The units that every variant has.
  private static let ownFiles = ["sqlite3", "registration"]

  private mutating func settle(_ member: Located<String>, of set: ExtensionSet) -> [Finding] {
    guard let known = extensions.first(where: { $0.shortName == member.value }) else {
      extensions.append(
        ExtensionReference(name: member.value, isOnDemand: true, at: member.location)
      )
      return []
    }
    if known.isOnDemand { return [] }
    return [
      .set(
        .warning,
        member.value,
        .automaticMember(set.name, known),
        member.location,
        fix: set.members.count > 1 ? "remove '\(member.value)'" : "remove the line"
      )
    ]
  }
}

extension Finding {
  static func twice(
    extension reference: ExtensionReference,
    _ earlier: ExtensionReference
  ) -> Finding {
    Finding(
      .warning,
      check: "duplicate-extension",
      subject: reference.name,
      .extensionTwice(reference.name, earlier.location),
      at: reference.location,
      fix: "remove the line"
    )
  }

  fileprivate static func name(_ message: Message, _ reference: ExtensionReference) -> Finding {
    Finding(
      .error,
      check: "extension-name",
      subject: reference.name,
      message,
      at: reference.location,
      fix: reference.isPath ? "rename the file" : "remove the line"
    )
  }

  fileprivate static func set(
    _ severity: Severity,
    _ subject: String,
    _ message: Message,
    _ location: SourceLocation,
    fix: String? = nil
  ) -> Finding {
    Finding(
      severity,
      check: "extension-set",
      subject: subject,
      message,
      at: location,
      fix: fix
    )
  }
}

extension Finding.Message {
  fileprivate static func extensionTwice(_ name: String, _ earlier: SourceLocation) -> Self {
    "extension '\(name)' is already added at \(earlier.fileAndLine)"
  }
  fileprivate static func ownFile(_ name: String) -> Self {
    "extension '\(name)' has the name of a file that every variant has"
  }
  fileprivate static func sameName(_ one: ExtensionReference, _ other: ExtensionReference) -> Self {
    "extension '\(one.name)' would be compiled as '\(one.shortName).o', and so is '\(other.name)' at \(other.location.fileAndLine)"
  }
  fileprivate static func automaticMember(_ set: String, _ known: ExtensionReference) -> Self {
    "'\(known.shortName)' of the set '\(set)' is registered on every connection, by \(known.location.fileAndLine)"
  }
  fileprivate static func nameOfExtension(_ name: String, _ other: ExtensionReference) -> Self {
    "the set '\(name)' has the name of an extension, at \(other.location.fileAndLine); both are asked for by name"
  }
}
