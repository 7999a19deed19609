import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// `amalgam explain` as a user calls it, with the tables that the binary carries.
struct ExplainVerbTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `an option, a capability and an error are explained in any folder`() throws {
    let tool = BuiltTool(in: folder.path)

    let option = try tool.run("explain", "SQLITE_ENABLE_FT5", "--format", "json")
    #expect(option.status == .exited(0))
    #expect(try Parsed(option.output)["option"]["name"] == "SQLITE_ENABLE_FTS5")

    let symbol = try tool.run("explain", "sqlite3_snapshot_get", "--format", "json")
    let capability = try Parsed(symbol.output)["capabilities"][0]
    #expect(capability["name"] == "symbol:sqlite3_snapshot_get")
    #expect(capability["broughtBy"][0] == "SQLITE_ENABLE_SNAPSHOT")

    for text in ["unsafe use of virtual table \"dbstat\"", "Error: unsafe use of virtual table"] {
      let unsafe = try tool.run("explain", text, "--format", "json")
      #expect(try Parsed(unsafe.output)["error"]["name"] == "unsafe-table")
    }
    let function = try tool.run("explain", "unsafe use of acme()", "--format", "json")
    #expect(try Parsed(function.output)["error"]["name"] == "unsafe-use")

    let error = try tool.run("explain", "no such module: rtree", "--format", "json")
    let parsed = try Parsed(error.output)
    #expect(parsed["error"]["name"] == "no-such-module")
    #expect(parsed["capabilities"][0]["broughtBy"][0] == "SQLITE_ENABLE_RTREE")
  }

  @Test(arguments: [
    ("--enable-fts5", "SQLITE_ENABLE_FTS5"), ("--enable-session", "SQLITE_ENABLE_SESSION"),
    ("--enable-json1", "SQLITE_OMIT_JSON"), ("--disable-fts5", "SQLITE_ENABLE_FTS5"),
    ("-DSQLITE_DQS=0", "SQLITE_DQS"),
  ])
  func `flags and switches are explained by the option that they are about`(
    asked: String,
    option: String
  ) throws {
    let outcome = try BuiltTool(in: folder.path).run("explain", asked, "--format", "json")

    #expect(outcome.status == .exited(0), "\(outcome.errors)")
    #expect(try Parsed(outcome.output)["option"]["name"] == option)
  }

  @Test func `what nothing is known of is status 2, with what may be meant`() throws {
    let outcome = try BuiltTool(in: folder.path).run("explain", "module:rtre")

    #expect(outcome.status == .exited(2))
    #expect(
      outcome.errors == """
        module:rtre: error: is no option, capability or error text that is known; did you mean \
        'module:rtree'?
          fix: name one such as 'SQLITE_ENABLE_FTS5', 'module:fts5' or 'no such module: fts5'

        """
    )
  }

  /// Each command of the table is one that the tool takes: no verb, option or capability that there
  /// is not.
  @Test func `the commands that errors lead to are real`() throws {
    let text = try String(
      contentsOfFile: "\(BuiltTool.root)/Sources/Embedded/error-texts.txt",
      encoding: .utf8
    )
    let commands = Set(
      text.split(separator: "\n").filter { $0.hasPrefix("  run amalgam ") }.map {
        $0.dropFirst(14).split(separator: " ").map(String.init)
      }
    )
    let tool = BuiltTool(in: folder.path)

    #expect(commands.count > 5)
    for words in commands {
      let filled = words.map {
        $0.replacing("PROFILE", with: "builtin:full")
          .replacing("{module}", with: "rtree").replacing("{function}", with: "bm25")
          .replacing("{tokenizer}", with: "trigram").replacing("{collation}", with: "NOCASE")
          .replacing("{symbol}", with: "sqlite3_open")
      }
      let isCheap = ["explain", "resolve", "lint"].contains(filled[0])
      let outcome = try tool.run(isCheap ? filled : [filled[0], "--help"])
      #expect(outcome.status == .exited(0), "\(filled)")
    }
  }
}
