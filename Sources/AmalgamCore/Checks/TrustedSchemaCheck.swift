extension Check {
  /// Functions of extensions that a schema cannot call under `SQLITE_TRUSTED_SCHEMA=0`, as the
  /// finished library lists them; of those that options bring lint tells.
  package static let trustedSchema = Check("security-advice") { evidence, expectation in
    guard let option = expectation.profile.option("SQLITE_TRUSTED_SCHEMA"),
      CInteger(option.value) == .value(0), let functions = evidence.primary?.functions.elements
    else { return nil }
    // SQLite registers functions of its own on each connection too, such as match().
    let lines = expectation.catalogue.stock + expectation.catalogue.rows.flatMap(\.unsafe)
    let ofSQLite = Set(lines.map(\.value))
    let own = functions.filter { function in
      function.isUnsafe && !function.isBuiltIn && !ofSQLite.contains(function.capability)
    }
    let names = Set(own.map(\.capability.plainName)).sorted()
    guard !names.isEmpty else { return Result() }
    return Result([
      Finding(
        .note,
        check: "security-advice",
        variant: expectation.variant,
        subject: option.name,
        .untrusted(names),
        fix: "register what only computes from its arguments with 'SQLITE_INNOCUOUS', all else "
          + "with 'SQLITE_DIRECTONLY'"
      )
    ])
  }
}

extension Finding.Message {
  fileprivate static func untrusted(_ names: [String]) -> Self {
    "under 'SQLITE_TRUSTED_SCHEMA=0' no view, trigger or index may call what extensions register "
      + "and do not declare innocuous: \(names.examples)"
  }
}
