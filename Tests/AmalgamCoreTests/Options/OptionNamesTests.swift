import AmalgamCore
import Foundation
import Testing

struct OptionNamesTests {
  private let source = #"""
    /* #ifdef SQLITE_IN_COMMENT
    */
    #ifndef SQLITE_H
    #define SQLITE_H
    char *z = "/*"; // #ifdef SQLITE_IN_STRING_OR_COMMENT
    #if defined(SQLITE_A) && \
        !defined(HAVE_B) /* SQLITE_NO */ && SQLITE_C_>0
    # ifdef SQLITE_D  // SQLITE_NO
    #endif
    #elif SQLITE_E==2
    #error don't define SQLITE_NO
    #endif
    #ifndef SQLITE_WITH_DEFAULT
    # define SQLITE_WITH_DEFAULT 1
    #endif
    #define SQLITE_SETTLED 1
    #if SQLITE_SETTLED
    #define SQLITE_ENABLE_SETTLED 1
    #endif
    #ifdef SQLITE_ENABLE_SETTLED
    #endif
    #if defined(SQLITE_CORE) || defined(NDEBUG) || defined(__linux__)
    #endif
    """#

  @Test func `names are those that conditionals ask for and a user may set`() {
    #expect(
      OptionNames.testedMacros(in: Array(source.utf8)).sorted() == [
        "HAVE_B", "NDEBUG", "SQLITE_A", "SQLITE_D", "SQLITE_E", "SQLITE_ENABLE_SETTLED",
        "SQLITE_WITH_DEFAULT",
      ]
    )
  }

  @Test(arguments: [
    "", "#", "#if", "#ifdef \\", "#if \"", "/*", "#if '\\", "#elif X", "#endif\n#endif",
  ])
  func `broken source is read without a trap`(text: String) {
    #expect(OptionNames.testedMacros(in: Array(text.utf8)).isEmpty)
  }

  @Test func `a release between two of the table knows what they know`() throws {
    let names = try OptionNames(
      parsing: "SQLITE_A 3.40.1\nSQLITE_B 3.46.1 3.53.4\nSQLITE_C 3.53.4\n",
      file: "names"
    )

    #expect(names.names(in: Version(3, 50)) == ["SQLITE_B", "SQLITE_C"])
    #expect(names.names(in: Version(3, 46, 1)) == ["SQLITE_B"])
    #expect(names.names(in: Version(3, 60)) == ["SQLITE_B", "SQLITE_C"])
    #expect(names.releases(knowing: "SQLITE_B") == [Version(3, 46, 1), Version(3, 53, 4)])
    #expect(names.releases(knowing: "SQLITE_D") == [])
  }

  @Test func `a release's own names replace what its neighbours know`() throws {
    let names = try OptionNames(parsing: "SQLITE_A 3.46.1\n", file: "names")
      .adding(["SQLITE_B"], of: Version(3, 50))

    #expect(names.names(in: Version(3, 50)) == ["SQLITE_B"])
    #expect(names.knows("SQLITE_A", in: Version(3, 46, 1)))
  }

  @Test func `a line that is no name with its releases is told`() {
    let failures = #expect(throws: Failures.self) {
      try OptionNames(parsing: "SQLITE_A 3.46.1\nSQLITE_B\nsqlite 3.46.1\n", file: "names")
    }

    #expect(
      failures?.all.map { "\($0.place): \($0.message)" } == [
        "names:2:1: 'SQLITE_B' is no option's name with the releases that know it",
        "names:3:1: 'sqlite 3.46.1' is no option's name with the releases that know it",
      ]
    )
  }

  @Test func `the script that makes the table has the same exceptions`() throws {
    let script = try String(
      contentsOf: ProjectFiles.url("Sources/Embedded/option-names.sh"),
      encoding: .utf8
    )

    func list(_ name: String) throws -> Set<String> {
      let parts = script.components(separatedBy: "\n\(name)='")
      let text = try #require(parts.dropFirst().first).prefix { $0 != "'" }
      return Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
    }
    #expect(try list("others") == OptionNames.others)
    #expect(try list("reserved") == OptionNames.reserved)
  }
}
