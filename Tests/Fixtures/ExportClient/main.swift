// An app on two exported packages: 'app', and 'twin' of another release with a prefix.
import CSQLiteApp
import CSQLiteTwin
import Foundation
import SQLiteApp
import SQLiteAppConformance
import SQLiteTwin

let words = CommandLine.arguments

func fail(_ message: String) -> Never {
  print(message)
  exit(1)
}

func text(_ connection: OpaquePointer, _ sql: String) -> String? {
  var statement: OpaquePointer?
  guard CSQLiteApp.sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
    return nil
  }
  defer { CSQLiteApp.sqlite3_finalize(statement) }
  guard CSQLiteApp.sqlite3_step(statement) == SQLITE_ROW else { return nil }
  return CSQLiteApp.sqlite3_column_text(statement, 0).map { String(cString: $0) }
}

/// Opens one connection, and sees what it has and what it has not.
func once(asking: Bool) throws {
  let connection = try SQLiteApp.openConnection(":memory:")
  defer { CSQLiteApp.sqlite3_close_v2(connection) }
  guard text(connection, "SELECT 'abc' REGEXP 'b'") == "1" else { fail("regexp is missing") }
  let sql = "SELECT count(*) FROM pragma_collation_list WHERE name='uint'"
  guard text(connection, sql) == "0" else { fail("another connection's set is here") }
  guard asking else { return }
  try SQLiteApp.ExtensionRegistry.shared.register("text", on: connection)
  guard text(connection, sql) == "1" else { fail("the set was not registered") }
}

func twins() throws {
  let app = try SQLiteApp.openConnection(":memory:")
  let twin = try SQLiteTwin.openConnection(":memory:")
  try SQLiteApp.BuildExpectation.variant.check(connection: app)
  try SQLiteTwin.BuildExpectation.variant.check(connection: twin)
  print(SQLiteApp.Variant.release, String(cString: CSQLiteApp.sqlite3_libversion()))
  print(SQLiteTwin.Variant.release, String(cString: twin_sqlite3_libversion()))
  do {
    try SQLiteApp.BuildExpectation.variant.check(connection: twin)
  } catch { print("handle:", error) }
  do {
    try SQLiteApp.ExtensionRegistry.shared.register("text", on: twin)
  } catch { print("registry:", error) }
  do {
    try SQLiteApp.ExtensionRegistry.shared.register("nothing", on: app)
  } catch { print("unknown:", error) }
}

/// What each other SQLite is told by, asked as a wrapper would be.
func faults() throws {
  let app = try SQLiteApp.openConnection(":memory:")
  let variant = SQLiteApp.BuildExpectation.variant
  func check(_ name: String, _ change: (inout SQLiteApp.BuildExpectation) -> Void) {
    var expectation = variant
    change(&expectation)
    do {
      try expectation.check { text(app, $0) }
      print(name + ": passed")
    } catch { print(name + ":", error) }
  }
  check("same") { _ in }
  check("release") { $0.release = "3.1.0" }
  check("profile") { $0.profile = "other" }
  check("options") { $0.options = "sha256:00" }
  check("extension") { $0.extensions.append("uint") }
  do {
    try variant.check { sql in
      if sql.contains("amalgam_manifest") { throw SQLiteApp.SQLiteError(code: 1, message: "no") }
      return "3.40.1 2022-12-28 df5c253c"
    }
  } catch { print("system:", error) }
}

/// The system's own SQLite in the same process, as a framework that brings it would have it.
func system() throws {
  // Its own names come first for it (RTLD_DEEPBIND), whatever the app exports.
  guard let library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL | 8) else {
    return print("not there")
  }
  typealias Open =
    @convention(c) (
      UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>
    ) -> Int32
  typealias Prepare =
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<OpaquePointer?>,
      UnsafeMutableRawPointer?
    ) -> Int32
  typealias Step = @convention(c) (OpaquePointer?) -> Int32
  typealias Text = @convention(c) (OpaquePointer?, Int32) -> UnsafePointer<UInt8>?
  let open = unsafeBitCast(dlsym(library, "sqlite3_open"), to: Open.self)
  let prepare = unsafeBitCast(dlsym(library, "sqlite3_prepare_v2"), to: Prepare.self)
  let step = unsafeBitCast(dlsym(library, "sqlite3_step"), to: Step.self)
  let text = unsafeBitCast(dlsym(library, "sqlite3_column_text"), to: Text.self)
  var connection: OpaquePointer?
  guard open(":memory:", &connection) == SQLITE_OK, let connection else { fail("no system") }
  do {
    try SQLiteApp.BuildExpectation.variant.check { sql in
      var statement: OpaquePointer?
      guard prepare(connection, sql, -1, &statement, nil) == SQLITE_OK,
        step(statement) == SQLITE_ROW
      else { throw SQLiteApp.SQLiteError(code: 1, message: "refused") }
      return text(statement, 0).map { String(cString: $0) }
    }
  } catch { print("query:", error) }
  do {
    try SQLiteApp.BuildExpectation.variant.check(connection: connection)
  } catch { print("handle:", error) }
}

func prepared() throws {
  let registry = SQLiteApp.ExtensionRegistry()
  nonisolated(unsafe) var runs = 0
  registry.prepare("uint") { runs += 1 }
  for _ in 0..<3 {
    let connection = try SQLiteApp.openConnection(":memory:")
    try registry.register("text", on: connection)
    guard registry.isRegistered("uint", on: connection) else { fail("uint is not registered") }
    CSQLiteApp.sqlite3_close_v2(connection)
  }
  print("set-ups:", runs)
}

/// What the app itself registers: `require function:shout/1 by app`.
func registerShout(_ connection: OpaquePointer) {
  let code = CSQLiteApp.sqlite3_create_function(
    connection,
    "shout",
    1,
    SQLITE_UTF8 | SQLITE_DETERMINISTIC,
    nil,
    { context, _, values in
      guard let text = CSQLiteApp.sqlite3_value_text(values?[0]) else { return }
      let shouted = String(cString: text).uppercased() + "!"
      let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      CSQLiteApp.sqlite3_result_text(context, shouted, -1, transient)
    },
    nil,
    nil
  )
  guard code == SQLITE_OK else { fail("shout was not registered") }
}

/// The suites on a connection by its handle, without what the app registers.
func without() throws {
  let connection = try SQLiteApp.openConnection(":memory:")
  let report = try Conformance.run(on: connection)
  for failure in report.failures { print(failure) }
  print(report.passed ? "passed" : "failed", report.cases > 1000 ? "over 1000 cases" : "few cases")
}

func suites() throws {
  let connection = try SQLiteApp.openConnection(":memory:")
  registerShout(connection)
  let report = try Conformance.run { sql in
    var rows: [[SQLValue]] = []
    var statement: OpaquePointer?
    let code = CSQLiteApp.sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
    defer { CSQLiteApp.sqlite3_finalize(statement) }
    guard code == SQLITE_OK else { throw SQLiteApp.SQLiteError(code: code, message: "refused") }
    while true {
      let code = CSQLiteApp.sqlite3_step(statement)
      if code == SQLITE_DONE { return rows }
      guard code == SQLITE_ROW else {
        throw SQLiteApp.SQLiteError(code: code, message: "refused")
      }
      rows.append(
        (0..<CSQLiteApp.sqlite3_column_count(statement)).map { column in
          switch CSQLiteApp.sqlite3_column_type(statement, column) {
          case SQLITE_INTEGER: return .integer(CSQLiteApp.sqlite3_column_int64(statement, column))
          case SQLITE_FLOAT: return .real(CSQLiteApp.sqlite3_column_double(statement, column))
          case SQLITE_NULL: return .null
          case SQLITE_TEXT:
            return .text(String(cString: CSQLiteApp.sqlite3_column_text(statement, column)))
          default:
            let count = Int(CSQLiteApp.sqlite3_column_bytes(statement, column))
            let bytes = CSQLiteApp.sqlite3_column_blob(statement, column)
            return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
          }
        }
      )
    }
  }
  for failure in report.failures { print(failure) }
  if words.count > 2 {
    try report.evidence(system: "a #1 \"phone\"")
      .write(toFile: words[2], atomically: true, encoding: .utf8)
  }
  print(report.passed ? "passed" : "failed", report.cases > 1000 ? "over 1000 cases" : "few cases")
}

func threads(_ count: Int, _ opens: Int) {
  let group = DispatchGroup()
  for _ in 0..<count {
    DispatchQueue.global().async(group: group) {
      for index in 0..<opens {
        do { try once(asking: index.isMultiple(of: 2)) } catch { fail("\(error)") }
      }
    }
  }
  group.wait()
  print(count * opens, "connections")
}

switch words.dropFirst().first {
case "twins": try twins()
case "faults": try faults()
case "system": try system()
case "prepared": try prepared()
case "suites": try suites()
case "without": try without()
case "threads": threads(8, Int(words[2]) ?? 0)
default: try once(asking: true)
}
