extension Expectation {
  /// What keeps the library from being verified at all: an option that leaves out what the lists and
  /// probes are asked with; `nil` where nothing does.
  package var uncheckedFinding: Finding? {
    let rows = effective.rows.filter { $0.unchecked != nil }
    guard let row = rows.first, let reason = row.unchecked else { return nil }
    let option = profile.option(row.name)
    return Finding(
      .error,
      check: "unchecked",
      variant: variant,
      subject: row.name,
      .unchecked(row.name, reason),
      at: option?.location,
      fix: "remove the line, or judge a variant without it"
    )
  }
}

extension Finding.Message {
  fileprivate static func unchecked(_ name: String, _ reason: String) -> Self {
    "a library with '\(name)' cannot be verified: \(reason)"
  }
}
