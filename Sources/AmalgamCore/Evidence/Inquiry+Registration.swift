extension Inquiry {
  /// What each connection is to use of the functions and collations that the variant registers.
  ///
  /// Prepared, not carried out: a function whose arguments come from a table that yields no row
  /// is looked up and never called.
  private var uses: [String] { registered.compactMap(\.use) }

  /// The capabilities that the profile's extensions and the manifest bring, in order.
  private var registered: [Capability] {
    let promise = expectation.promise
    let own = promise.capabilities.filter { $0.value.hasPrefix("extension ") }.map(\.key)
    let manifest = expectation.isOwnBuild && expectation.profile.hasManifestFunction
    return own.filter { $0 != .manifestFunction }.sorted() + (manifest ? [.manifestFunction] : [])
  }

  private static let connections = ["first", "second", "third"]

  private var lockedFile: String { Path.join(folder, "locked.db") }
  /// The file that is no database; the host writes it before the driver runs.
  package var strangeFile: String { Path.join(folder, "strange.db") }

  var registration: [Request] {
    let uses = uses
    if uses.isEmpty { return [] }
    let sql = uses.joined(separator: ";\n")
    let opens = Self.connections.enumerated().flatMap { index, name -> [Request] in
      let database: Script.Database = index == 2 ? .file : .memory
      return [
        .open(connection: name, database, path: Path.join(folder, "third.db")),
        .sql(case: name, connection: name, sql),
      ]
    }
    let lock = "PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE t(a); COMMIT"
    return opens + [
      .open(connection: "holder", .file, path: lockedFile),
      .sql(case: "holder", connection: "holder", lock),
      .open(connection: "locked", .file, path: lockedFile),
      .open(connection: "strange", .file, path: strangeFile),
    ]
  }

  func readRegistration(_ transcript: Transcript, into library: inout LibraryEvidence) {
    let answers = transcript.answers
    let opens = Self.connections.count * 2
    guard answers.count == opens + 4 else {
      library.registration.notRun = "the driver did not come to it"
      return
    }
    library.registration.notRun = nil
    library.registration.connections = stride(from: 0, to: opens, by: 2).map {
      answers[$0].error ?? answers[$0 + 1].error
    }
    let openErrors = stride(from: 0, to: opens, by: 2).compactMap { answers[$0].error }
    if openErrors.count == Self.connections.count {
      library.registration.openError = openErrors[0]
      return
    }
    if let error = answers[opens].error ?? answers[opens + 1].error {
      library.registration.notRun = "a file cannot be locked: \(error)"
    }
    library.registration.lockedOpenError = answers[opens + 2].error
    library.registration.strangeOpenError = answers[opens + 3].error
  }

  private static let (threads, opens) = (8, 25)

  var pool: [Request] {
    let uses = uses
    if uses.isEmpty { return [] }
    let sql = uses.joined(separator: ";\n")
    return [.pool(threads: Self.threads, opens: Self.opens, sql: sql)]
  }

  func readPool(_ transcript: Transcript, into library: inout LibraryEvidence) {
    library.registration.poolNotRun = transcript.answers.first?.refusal
    guard let row = transcript.answers.first?.rows.first, let failed = row.first?.integer else {
      return
    }
    library.registration.pool = RegistrationEvidence.Pool(
      failed: Int(truncatingIfNeeded: failed),
      opens: Self.threads * Self.opens,
      message: row.count > 1 ? row[1].string : nil
    )
  }
}

extension Capability {
  /// A statement that can be prepared only where a function, a collation or a tokenizer is there.
  ///
  /// A function whose arguments come from a table that yields no row is looked up and never called.
  var use: String? {
    switch kind {
    case .function:
      guard let slash = name.lastIndex(of: "/"), let count = Int(name[name.index(after: slash)...])
      else { return nil }
      let arguments = Array(repeating: "name", count: max(0, min(count, 100)))
      return "SELECT \(name[..<slash].quotedName)(\(arguments.joined(separator: ","))) "
        + "FROM sqlite_schema WHERE 0"
    case .collation:
      return "SELECT 1 FROM sqlite_schema WHERE name < '' COLLATE \(name.quotedName)"
    case .tokenizer:
      let table = "temp.\("amalgam \(name)".quotedName)"
      return "CREATE VIRTUAL TABLE \(table) USING fts5(x, tokenize=\(name.quotedName)); "
        + "DROP TABLE \(table)"
    case .module, .pragma, .symbol, .syntax, .file, .fixed, .export, .import, .copies, .alignment,
      .encryption, .installName:
      return nil
    }
  }
}

extension StringProtocol {
  /// The name between double quotes, as SQL takes any name.
  fileprivate var quotedName: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
