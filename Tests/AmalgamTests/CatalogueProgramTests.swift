import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// What `make catalogue` runs, on one row that is right and made wrong.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct CatalogueProgramTests {
  private static let program = "\(BuiltTool.root)/.build/debug/catalogue"
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Tries one row of the table after `change`.
  private func outcome(
    of option: String,
    _ change: (String) -> String = { $0 }
  ) throws -> (status: Int32, output: String) {
    let source = "\(BuiltTool.root)/Sources/Embedded/catalogue.txt"
    let table = try folder.write(change(try SystemFiles().readText(source)), to: "table.txt")
    let command = Command(
      [Self.program, "3.46.1", "--only", option, "--table", table],
      in: BuiltTool.root,
      environment: ["AMALGAM_CACHE": BuiltTool.cache, "CC": ""]
    )
    let status = try SystemCommands().run(
      command,
      log: "\(folder.path)/err",
      output: "\(folder.path)/out",
      seconds: 600
    )
    guard case .exited(let code) = status else { return (-1, try folder.read("err")) }
    return (code, try folder.read("out"))
  }

  private func row(_ table: String, _ right: String, _ wrong: String) -> String {
    #expect(table.contains(right), "the table has the row no longer")
    return table.replacing(right, with: wrong)
  }

  @Test func `a right row passes`() throws {
    let (status, output) = try outcome(of: "SQLITE_SOUNDEX")

    #expect(status == 0)
    #expect(
      output == """
        SQLite 3.46.1: 1 options, 1 trials, 0 disagreements, 0 not tried
        probes: 1 behaviour, 0 symbol, 0 listing, 0 none

        """
    )
  }

  @Test func `a capability that the row does not name is told`() throws {
    let (status, output) = try outcome(of: "SQLITE_SOUNDEX") {
      row($0, "  adds function:soundex/1\n", "")
    }

    #expect(status == 1)
    #expect(output.contains("SQLITE_SOUNDEX=1: [surplus-capability]"), "\(output)")
    #expect(output.contains("'function:soundex/1'"), "\(output)")
    #expect(output.contains("1 disagreements"), "\(output)")
  }

  @Test func `a probe that does not tell the option is told`() throws {
    let (status, output) = try outcome(of: "SQLITE_SOUNDEX") {
      row($0, "probe sql SELECT soundex('Robert')='R163'", "probe sql SELECT 1=2")
    }

    #expect(status == 1)
    #expect(output.contains("SQLITE_SOUNDEX=1: [effective-options]"), "\(output)")
  }

  @Test func `a refusal that the source does not know is told`() throws {
    let (status, output) = try outcome(of: "SQLITE_SOUNDEX") {
      row($0, "SQLITE_SOUNDEX defined\n", "SQLITE_SOUNDEX defined\n  refused SQLITE_DQS=0\n")
    }

    #expect(status == 1)
    #expect(
      output.contains(
        "SQLITE_SOUNDEX=1: the row says that the source refuses it beside SQLITE_DQS=0, "
          + "but it compiles"
      ),
      "\(output)"
    )
  }

  @Test func `code without a probe and without a reason for none is told`() throws {
    let (status, output) = try outcome(of: "SQLITE_SOUNDEX") {
      row($0, "  probe sql SELECT soundex('Robert')='R163'\n", "")
    }

    #expect(status == 1)
    #expect(
      output.contains(
        "SQLITE_SOUNDEX=1: the code is another with it, but the row has no probe, and no reason "
          + "for none"
      ),
      "\(output)"
    )
  }

  @Test func `of a release that is new to the table, the rows that changed are printed`() throws {
    let measured = "  measured 3.40.1 3.46.1 3.53.4\n"
    let (same, unchanged) = try outcome(of: "SQLITE_SOUNDEX") {
      row($0, measured, "  measured 3.40.1\n")
    }
    let (other, changed) = try outcome(of: "SQLITE_SOUNDEX") {
      row(row($0, measured, "  measured 3.40.1\n"), "  adds function:soundex/1\n", "")
    }

    #expect(same == 0)
    #expect(unchanged.hasPrefix("no row changed since SQLite 3.40.1\nSQLite 3.46.1: "))
    #expect(other == 1)
    #expect(
      changed.hasPrefix("changed since 3.40.1:\nSQLITE_SOUNDEX=1: [surplus-capability]"),
      "\(changed)"
    )
  }
}
