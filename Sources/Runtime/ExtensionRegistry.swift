import CSQLiteVariant
import Foundation

/// The extensions that a connection has only where it asks for them, and the set-up that some need
/// once in a process.
///
/// Works on the connection of any wrapper that is bound to the SQLite of this package.
public final class ExtensionRegistry: @unchecked Sendable {
  public static let shared = ExtensionRegistry()

  private let lock = NSLock()
  private var setUps: [String: SetUp] = [:]

  public init() {}

  /// Has `setUp` run before the extension `name` is first registered through this registry, once.
  ///
  /// One that throws runs again at the next registration.
  public func prepare(_ name: String, _ setUp: @escaping @Sendable () throws -> Void) {
    lock.lock()
    defer { lock.unlock() }
    setUps[name] = SetUp(setUp)
  }

  /// Registers extensions and sets of them, by name, on `connection` alone; without names all that
  /// are registered on demand.
  ///
  /// What is registered already stays as it is.
  public func register(_ names: String..., on connection: OpaquePointer) throws {
    if names.isEmpty { return try register(Variant.onDemand, on: connection) }
    try register(names, on: connection)
  }

  /// Returns whether the extension, or all of the set, is registered on `connection`.
  public func isRegistered(_ name: String, on connection: OpaquePointer) -> Bool {
    amalgam_variant_registered(connection, name) != 0
  }

  private func register(_ names: [String], on connection: OpaquePointer) throws {
    for name in names {
      for member in Variant.sets[name] ?? [name] { try setUp(member)?.run() }
      let code = amalgam_variant_register(connection, name)
      guard code == SQLITE_OK else { throw RegistrationError(name, code, on: connection) }
    }
  }

  private func setUp(_ name: String) -> SetUp? {
    lock.lock()
    defer { lock.unlock() }
    return setUps[name]
  }
}

/// Work that is done once; who comes while it is done waits for its end.
private final class SetUp: @unchecked Sendable {
  private let lock = NSLock()
  private let work: @Sendable () throws -> Void
  private var isDone = false

  init(_ work: @escaping @Sendable () throws -> Void) {
    self.work = work
  }

  func run() throws {
    lock.lock()
    defer { lock.unlock() }
    guard !isDone else { return }
    try work()
    isDone = true
  }
}

/// Why an extension was not registered.
public enum RegistrationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The variant has no extension and no set of that name.
  case unknown(String)
  /// The connection belongs to another SQLite in the program.
  case anotherSQLite
  /// What the extension answered.
  case failed(String, code: Int32, message: String)

  fileprivate init(_ name: String, _ code: Int32, on connection: OpaquePointer) {
    switch code {
    case SQLITE_NOTFOUND: self = .unknown(name)
    case SQLITE_MISMATCH: self = .anotherSQLite
    default: self = .failed(name, code: code, message: String(cString: sqlite3_errstr(code)))
    }
  }

  public var description: String {
    switch self {
    case .unknown(let name):
      "'\(Variant.profile)' has no extension and no set '\(name)'; it has "
        + (Variant.onDemand + Variant.sets.keys.sorted()).map { "'\($0)'" }
        .joined(separator: ", ")
    case .anotherSQLite:
      "the connection belongs to another SQLite in the program, not to '\(Variant.profile)'"
    case .failed(let name, let code, let message):
      "extension '\(name)' was not registered: \(message) (\(code))"
    }
  }
}
