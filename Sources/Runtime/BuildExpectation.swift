import CSQLiteVariant
import Foundation

/// Which SQLite must answer on a connection.
///
/// It is asked through the connection itself, by the SQL function `amalgam_manifest()` that every
/// connection of a variant has: what a wrapper links is not seen from outside.
public struct BuildExpectation: Hashable, Sendable {
  public var profile: String
  public var release: String
  /// What `sqlite3_sourceid()` answers.
  public var sourceID: String
  /// The digest of the options, as in `manifest.json`.
  public var options: String
  /// The extensions that must be registered on the connection.
  public var extensions: [String]

  /// The SQLite of this package with what it registers on every connection.
  public static let variant = BuildExpectation(
    profile: Variant.profile,
    release: Variant.release,
    sourceID: Variant.sourceID,
    options: Variant.options,
    extensions: Variant.automatic
  )

  public init(
    profile: String,
    release: String,
    sourceID: String,
    options: String,
    extensions: [String]
  ) {
    self.profile = profile
    self.release = release
    self.sourceID = sourceID
    self.options = options
    self.extensions = extensions
  }

  /// Throws the first difference as a ``BuildMismatch``.
  ///
  /// `query` runs SQL through the wrapper's own connection and returns the one value as text.
  public func check(query: (_ sql: String) throws -> String?) throws {
    guard let text = try? query("SELECT amalgam_manifest()"), let manifest = Manifest(text) else {
      let found = try? query("SELECT sqlite_version() || ' ' || sqlite_source_id()")
      throw BuildMismatch.anotherSQLite(found: found)
    }
    try compare(manifest)
  }

  /// Throws the first difference of a connection whose handle is at hand.
  ///
  /// A handle of another SQLite in the program is told before anything of it is used.
  public func check(connection: OpaquePointer) throws {
    var message: UnsafeMutablePointer<CChar>?
    let code = amalgam_variant_check(connection, nil, &message)
    let text = message.map { String(cString: $0) }
    sqlite3_free(message)
    guard code == SQLITE_OK else {
      throw BuildMismatch.connection(text ?? String(cString: sqlite3_errstr(code)))
    }
    try check { sql in try connection.firstText(sql) }
  }

  private func compare(_ found: Manifest) throws {
    if found.release != release {
      throw BuildMismatch.anotherRelease(expected: release, found: found.release)
    }
    if found.sourceID != sourceID {
      throw BuildMismatch.anotherSource(expected: sourceID, found: found.sourceID)
    }
    if found.profile != profile {
      throw BuildMismatch.anotherProfile(expected: profile, found: found.profile)
    }
    if found.options != options {
      throw BuildMismatch.otherOptions(expected: options, found: found.options)
    }
    if let missing = extensions.first(where: { !found.extensions.contains($0) }) {
      throw BuildMismatch.extensionMissing(missing, registered: found.extensions)
    }
  }
}

/// How the SQLite that answers differs from the one that was meant.
public enum BuildMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  /// No variant answers; `found` is the version and source id of what does, if it told.
  case anotherSQLite(found: String?)
  case anotherRelease(expected: String, found: String)
  case anotherSource(expected: String, found: String)
  case anotherProfile(expected: String, found: String)
  /// The profile has the name, and its options are others.
  case otherOptions(expected: String, found: String)
  case extensionMissing(String, registered: [String])
  /// What is wrong with the handle itself.
  case connection(String)

  public var description: String {
    switch self {
    case .anotherSQLite(let found):
      "another SQLite answers: \(found ?? "it did not tell which"), which is no variant of amalgam; "
        + "look for a second SQLite on the link line, such as -lsqlite3 or 'import SQLite3'"
    case .anotherRelease(let expected, let found):
      "SQLite \(found) answers, not \(expected)"
    case .anotherSource(let expected, let found):
      "SQLite of source '\(found)' answers, not '\(expected)'"
    case .anotherProfile(let expected, let found):
      "the profile '\(found)' answers, not '\(expected)'"
    case .otherOptions(let expected, let found):
      "the profile's options are others: \(found), not \(expected)"
    case .extensionMissing(let name, let registered):
      "extension '\(name)' is not registered on the connection, which has "
        + (registered.isEmpty
          ? "none" : registered.map { "'\($0)'" }.joined(separator: ", "))
    case .connection(let message): message
    }
  }
}

extension BuildMismatch: LocalizedError {
  public var errorDescription: String? { description }
}

/// What `amalgam_manifest()` answers.
private struct Manifest {
  let profile: String
  let release: String
  let sourceID: String
  let options: String
  let extensions: [String]

  /// Reads the JSON; `nil` where it is none of a variant.
  init?(_ text: String) {
    guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)),
      let object = value as? [String: Any],
      let profile = object["profile"] as? String,
      let release = object["release"] as? String,
      let sourceID = object["sourceID"] as? String,
      let options = object["options"] as? String,
      let extensions = object["extensions"] as? [String]
    else { return nil }
    self.profile = profile
    self.release = release
    self.sourceID = sourceID
    self.options = options
    self.extensions = extensions
  }
}

extension OpaquePointer {
  /// Returns the first value of what `sql` yields, as text.
  fileprivate func firstText(_ sql: String) throws -> String? {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(self, sql, -1, &statement, nil)
    defer { sqlite3_finalize(statement) }
    guard code == SQLITE_OK, sqlite3_step(statement) == SQLITE_ROW else {
      throw SQLiteError(
        code: sqlite3_extended_errcode(self),
        message: String(cString: sqlite3_errmsg(self))
      )
    }
    return sqlite3_column_text(statement, 0).map { String(cString: $0) }
  }
}
