import AmalgamCore
import AmalgamTestSupport
import Foundation
import Testing

struct ExplainerTests {
  private let catalogue = """
    stock
      measured 3.46.1
      adds function:abs/1 file:wal
    SQLITE_ENABLE_THING defined
      reported name
      since 3.9.0
      needs SQLITE_ENABLE_OTHER
      conflicts SQLITE_THREADSAFE=0
      adds module:thing function:thing/1
      adds function:thing/2 from 3.48.0
      links m
      effect sql abi
      probe capability module:thing
      means a thing
    SQLITE_ENABLE_OTHER defined
      reported name
      effect sql
      probe none nothing shows
      means what a thing needs
    SQLITE_OMIT_WAL defined
      reported name
      removes file:wal
      effect file-format
      probe capability file:wal
      means no write-ahead log
    SQLITE_ENABLE_OLD retired
      until 3.37.2
      instead SQLITE_ENABLE_OTHER
      void SQLITE_OMIT_WAL
      unchecked nobody can tell
      probe none gone
      means something old
    SQLITE_THREADSAFE value
      reported name=value
      values 0..2
      default 1
      probe c threadsafe
      effect behaviour
      means which mutexes there are
    fault wal-reset
      from 3.7.0
      before 3.51.3
      fixed 3.50.7 3.51.3
      needs file:wal module:thing|SQLITE_ENABLE_OTHER
      source https://sqlite.org/wal.html
      means a commit can damage the file
    """

  private func explain(_ text: String, release: Version = Version(3, 46, 1)) throws -> Explanation?
  {
    let errors = """
      error no-such-module
        text no such module: {module}
        means '{module}' is not there
        check look for it
        run amalgam explain module:{module}
      """
    var profile = ResolvedProfile(name: "mine", file: "mine.profile")
    profile.options = [
      CompileOption("SQLITE_ENABLE_OTHER"), CompileOption("SQLITE_ENABLE_THING"),
    ]
    return Explainer(
      catalogue: try OptionCatalogue(parsing: [(text: catalogue, file: "catalogue.txt")]),
      names: try OptionNames(parsing: "SQLITE_ENABLE_BARE 3.46.1\n", file: "names.txt"),
      errors: try ErrorTexts(parsing: errors, file: "errors.txt"),
      release: release,
      profiles: [profile]
    ).explain(text)
  }

  @Test(arguments: [
    "SQLITE_ENABLE_THING", "ENABLE_THING", "-DSQLITE_ENABLE_THING=1", "sqlite_enable_thing",
  ])
  func `an option is told in full, however it is written`(text: String) throws {
    #expect(
      try explain(text)?.text == """
        SQLITE_ENABLE_THING: a thing
          kind       defined: SQLite asks only whether it is set, so '=0' switches it on too
          releases   since 3.9.0
          reported   as 'ENABLE_THING', whatever its value
          needs      SQLITE_ENABLE_OTHER
          conflicts  SQLITE_THREADSAFE=0
          links      -lm
          adds       module:thing, function:thing/1, function:thing/2 (since 3.48.0)
          effect     SQL, exported functions
          probe      the library has module:thing, or has it no more
          set by     mine
        """
    )
  }

  @Test(arguments: ["SQLITE_ENABLE_THNIG", "SQLITE_THING_ENABLE"])
  func `a misspelt option is told with the one that is meant`(text: String) throws {
    let explanation = try #require(try explain(text))

    #expect(explanation.option?.name == "SQLITE_ENABLE_THING")
    #expect(
      explanation.text.hasPrefix("'\(text)' is no option; did you mean 'SQLITE_ENABLE_THING'?\n\n")
    )
  }

  @Test func `what lint says of an option is told with it`() throws {
    let text = try #require(try explain("SQLITE_ENABLE_OLD")).text

    #expect(text.contains("\n  instead       SQLITE_ENABLE_OTHER\n"))
    #expect(text.contains("\n  idle beside   SQLITE_OMIT_WAL\n"))
    #expect(text.contains("\n  not verified  nobody can tell\n"))
    #expect(text.contains("\n  lint 3.46.1:  error: [no-effect] 'SQLITE_ENABLE_OLD' has no effect"))
  }

  @Test func `a name that only releases know is told as that`() throws {
    #expect(
      try explain("SQLITE_ENABLE_BARE")?.text == """
        SQLITE_ENABLE_BARE
          known to  3.46.1
          more      the catalogue has no row for it
        """
    )
  }

  @Test func `a capability is told with what brings it and what takes it away`() throws {
    #expect(
      try explain("file:wal")?.text == """
        file:wal
          stock            a build of SQLite 3.46.1 without any option has it
          taken away by    SQLITE_OMIT_WAL: no write-ahead log
          in the profiles  mine
          demand it        the line 'require file:wal' of a profile
        """
    )
    #expect(
      try explain("function:thing")?.text == """
        function:thing/1
          stock            a build of SQLite 3.46.1 without any option does not have it
          brought by       SQLITE_ENABLE_THING, which needs SQLITE_ENABLE_OTHER: a thing
          in the profiles  mine
          demand it        the line 'require function:thing/1' of a profile
        function:thing/2
          stock            a build of SQLite 3.46.1 without any option does not have it
          brought by       SQLITE_ENABLE_THING (since 3.48.0), which needs SQLITE_ENABLE_OTHER: a thing
          in the profiles  none of those shipped
          demand it        the line 'require function:thing/2' of a profile
        """
    )
  }

  @Test func `an error is told with its checks in order, and the capability it names`() throws {
    #expect(
      try explain("Error: no such module: thing")?.text == """
        no-such-module: 'thing' is not there
        what to look at, in this order:
          1.  look for it
              amalgam explain module:thing

        module:thing
          stock            a build of SQLite 3.46.1 without any option does not have it
          brought by       SQLITE_ENABLE_THING, which needs SQLITE_ENABLE_OTHER: a thing
          in the profiles  mine
          demand it        the line 'require module:thing' of a profile
        """
    )
  }

  @Test(arguments: ["", "what is this", "module:nothing", "sqlite3_nothing", "XXXXXXXX", "--wat"])
  func `what nothing is known of is not explained`(text: String) throws {
    #expect(try explain(text) == nil)
  }

  @Test func `the JSON has every key, null where nothing is known`() throws {
    let json = JSON.object(try #require(try explain("SQLITE_THREADSAFE")).json)
    let parsed = try Parsed(json.description)

    #expect(parsed["asked"] == "SQLITE_THREADSAFE")
    #expect(parsed["error"].isNull)
    #expect(parsed["capabilities"].count == 0)
    let option = parsed["option"]
    #expect(option["kind"] == "value")
    #expect(option["default"] == "1")
    #expect(option["values"][0] == "0..2")
    #expect(option["instead"].isNull)
    #expect(option["reported"] == "name=value")
  }

  @Test(arguments: ["wal-reset", "fixed:wal-reset", "WAL-RESET"])
  func `a published fault is told by its name`(text: String) throws {
    let explanation = try #require(try explain(text))

    #expect(
      explanation.text == """
        wal-reset: a commit can damage the file
          releases   from 3.7.0 on; SQLite 3.46.1 has it
          fixed in   3.50.7, 3.51.3
          only with  file:wal and module:thing or SQLITE_ENABLE_OTHER
          source     https://sqlite.org/wal.html
          demand it  the line 'require fixed:wal-reset' of a profile
        """
    )
    let json = JSON.object(explanation.json).description
    for line in [
      #""from": "3.7.0""#, #""affected": true"#, #""source": "https://sqlite.org/wal.html""#,
    ] {
      #expect(json.contains(line), "\(json)")
    }
    let later = try explain(text, release: Version(3, 50, 7))
    #expect(later?.text.contains("SQLite 3.50.7 does not have it") == true)
  }
}
