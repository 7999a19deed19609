extension BaselineComparison {
  /// Returns what the gate says of the changes: lost and changed are errors, gained is a warning
  /// unless the profile forbids it, which is an error of its own.
  package func findings(
    _ expectation: Expectation,
    _ approved: Baseline.Located
  ) -> [Finding] {
    let place = approved.location(of: old.target)
    let release =
      isOtherRelease
      ? [
        finding(
          .error,
          Self.checkID,
          "release",
          .otherRelease(old, new),
          expectation,
          at: place,
          notes: old.release == new.release ? ["'\(new.sourceID)' is not '\(old.sourceID)'"] : []
        )
      ] : []
    return release + changes.compactMap { finding(on: $0, expectation, approved) }
      + environmentNote(expectation)
  }

  private func finding(
    on change: Change,
    _ expectation: Expectation,
    _ approved: Baseline.Located
  ) -> Finding? {
    guard let item = change.old ?? change.new else { return nil }
    if isUpstreamDefault(change, expectation) {
      let place = change.old.flatMap { approved.location(of: $0, target: old.target) }
      return finding(
        .warning,
        Self.defaultID,
        item.subject,
        .otherDefault(change, item, new.release),
        expectation,
        at: place
      )
    }
    guard let was = change.old else { return gained(item, .gained(item), expectation, at: nil) }
    let place = approved.location(of: was, target: old.target)
    guard let now = change.new else {
      return finding(.error, Self.checkID, item.subject, .lost(was), expectation, at: place)
    }
    return now.isMore(than: was)
      ? gained(now, .changed(was, now), expectation, at: place)
      : finding(.error, Self.checkID, item.subject, .changed(was, now), expectation, at: place)
  }

  /// A warning, unless the profile forbids what was gained, which is told by itself.
  private func gained(
    _ item: BaselineItem,
    _ message: Finding.Message,
    _ expectation: Expectation,
    at location: SourceLocation?
  ) -> Finding? {
    let capability = Capability(item.subject)
    let isForbidden = expectation.profile.demands.contains {
      !$0.isRequired && $0.capability == capability
    }
    return isForbidden
      ? nil
      : finding(.warning, Self.gainedID, item.subject, message, expectation, at: location)
  }

  /// Whether nobody asked for the option, before or now, and another release is why it differs.
  private func isUpstreamDefault(_ change: Change, _ expectation: Expectation) -> Bool {
    guard isOtherRelease, let item = change.old ?? change.new, item.kind == .option else {
      return false
    }
    let isAsked = [change.old, change.new].contains {
      $0.map { !$0.value.hasPrefix("asked - ") } ?? false
    }
    return !isAsked && expectation.profile.option(item.name) == nil
  }

  private func environmentNote(_ expectation: Expectation) -> [Finding] {
    guard !environment.isEmpty else { return [] }
    let names = environment.map { change in
      let name = (change.old ?? change.new)?.name ?? ""
      let values = [change.old, change.new].map {
        $0.map { $0.value.isEmpty ? "there" : $0.value } ?? "none"
      }
      return "\(name): \(values[0]), now \(values[1])"
    }
    return [
      finding(
        .note,
        Self.environmentID,
        "environment",
        .environment(names),
        expectation,
        at: nil
      )
    ]
  }

  private func finding(
    _ severity: Finding.Severity,
    _ check: String,
    _ subject: String,
    _ message: Finding.Message,
    _ expectation: Expectation,
    at location: SourceLocation?,
    notes: [String] = []
  ) -> Finding {
    Finding(
      severity,
      check: check,
      variant: expectation.variant,
      subject: subject,
      message,
      at: location,
      notes: notes
    )
  }
}

extension Finding.Message {
  fileprivate static func otherRelease(_ old: BaselineBlock, _ new: BaselineBlock) -> Self {
    old.release == new.release
      ? "SQLite \(new.release) was approved from another source"
      : "SQLite \(old.release) was approved, and this is \(new.release)"
  }
  fileprivate static func lost(_ item: BaselineItem) -> Self {
    "'\(item.subject)' was approved, and is lost"
  }
  fileprivate static func gained(_ item: BaselineItem) -> Self {
    "'\(item.subject)' is there, and was not when the variant was approved"
  }
  fileprivate static func changed(_ old: BaselineItem, _ new: BaselineItem) -> Self {
    "'\(old.subject)' was approved as '\(old.value)', and is '\(new.value)'"
  }
  fileprivate static func otherDefault(
    _ change: BaselineComparison.Change,
    _ item: BaselineItem,
    _ release: String
  ) -> Self {
    let values = [change.old, change.new].map { $0?.value.withoutAsked ?? "off" }
    return
      "nobody sets '\(item.name)', and SQLite \(release) has it '\(values[1])', not '\(values[0])'"
  }
  fileprivate static func environment(_ names: [String]) -> Self {
    "not compared, since compilers and linkers make it: \(names.joined(separator: "; "))"
  }
}

extension String {
  fileprivate var withoutAsked: String { hasPrefix("asked - ") ? String(dropFirst(8)) : self }
}
