import AmalgamCore
import AmalgamTestSupport
import Testing

/// Each way a line can be wrong, with the whole message that tells of it.
struct ProfileParserTests {
  /// Parses one line as line 1 of `p.profile`.
  private func expect(
    _ line: String,
    _ message: String,
    column: Int = 1,
    fix: String = "remove the line",
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let findings = ProfileParser(text: line, file: "p.profile").findings

    #expect(findings.map(\.message) == [message], sourceLocation: sourceLocation)
    #expect(findings.first?.location?.column == column, sourceLocation: sourceLocation)
    #expect(findings.first?.fix == fix, sourceLocation: sourceLocation)
    guard let location = findings.first?.location else { return }
    let mended = FixApplication.apply(fix, to: line, at: location)
    #expect(
      mended.map { ProfileParser(text: $0, file: "p.profile").findings } == [],
      "the fix '\(fix)' must mend the line",
      sourceLocation: sourceLocation
    )
  }

  @Test func `a whole profile is read`() throws {
    let text = """
      inherit base
      sqlite 3.53.4                  # a comment
      optimize size
      library sqlite3-search
      extension regexp
      extension ../ext/acme.c init=sqlite3_acme_init
      extension cjk on-demand
      set map: geo series
      target aarch64-linux-gnu
      runner qemu-aarch64 -L /usr/aarch64-linux-gnu
      SQLITE_ENABLE_FTS5
      SQLITE_DEFAULT_WAL_SYNCHRONOUS=1
      on *-apple-ios* SQLITE_ENABLE_LOCKING_STYLE=0
      unset SQLITE_ENABLE_RTREE
      cflag -fno-plt
      require function:regexp/2
      forbid  module:rtree
      limit   library 1200k
      accept  no-effect SQLITE_ENABLE_JSON1 until 2027-06-30 because "shared list"
      manifest off
      prefix acme_
      visibility hidden
      """

    let parser = ProfileParser(text: text, file: "Profiles/search.profile")

    expectFindings(parser.findings, "")
    #expect(parser.profile.name == "search")
    #expect(parser.profile.inherited?.value == "base")
    #expect(parser.profile.items.count == 21)
  }

  @Test func `all problems of a file are told in one run`() {
    let parser = ProfileParser(
      text: "optimise size\nsqlite x\n\"a\"\nlimit library 3q\n",
      file: "p.profile"
    )

    expectFindings(
      parser.findings,
      """
      p.profile:1:1: error: [profile-syntax] unknown keyword 'optimise'; did you mean 'optimize'?
        optimise size
        ^
        fix: write 'optimize'
      p.profile:2:8: error: [profile-syntax] 'x' is no version of SQLite, such as 3.53.4
        sqlite x
               ^
        fix: remove the line
      p.profile:3:1: error: [profile-syntax] 'a' stands in quotes where a keyword or an option is expected
        "a"
        ^
        fix: remove the line
      p.profile:4:15: error: [profile-syntax] '3q' is no size: digits, then 'k' for thousands or 'm' for millions of bytes
        limit library 3q
                      ^
        fix: remove the line
      """
    )
  }

  @Test func `words that say nothing are named`() {
    expect("frobnicate", "unknown keyword 'frobnicate'")
    expect(
      "--enable-fts5",
      "'--enable-fts5' is a switch of SQLite's 'configure', which sets 'SQLITE_ENABLE_FTS5'",
      fix: "write 'SQLITE_ENABLE_FTS5'"
    )
    expect(
      "--enable-load-extension",
      "'--enable-load-extension' is a switch of SQLite's 'configure', which asks for what is there "
        + "unless 'SQLITE_OMIT_LOAD_EXTENSION' is set"
    )
    expect(
      "--disable-fts5",
      "'--disable-fts5' is a switch of SQLite's 'configure', which takes away what is there only "
        + "with 'SQLITE_ENABLE_FTS5'"
    )
    expect(
      "\"SQLITE_X\"",
      "'SQLITE_X' stands in quotes where a keyword or an option is expected",
      fix: "write 'SQLITE_X'"
    )
    expect(
      "-DSQLITE_X=1",
      "'-DSQLITE_X=1' is a compiler flag; a profile names the option alone",
      fix: "write 'SQLITE_X=1'"
    )
    expect(
      "sqlite_enable_fts5",
      "'sqlite_enable_fts5' is spelled in lower case; compile-time options are in capitals",
      fix: "write 'SQLITE_ENABLE_FTS5'"
    )
    expect(
      "SQLITE_ENABLE_FTS5#full text",
      "'SQLITE_ENABLE_FTS5#full' has a '#' that begins no comment: that takes a blank before it",
      fix: "write 'SQLITE_ENABLE_FTS5 #full'"
    )
    expect(
      "optimize size fast",
      "unexpected 'fast' after 'optimize'",
      column: 15,
      fix: "remove 'fast'"
    )
    expect("SQLITE_X 1", "unexpected '1' after 'SQLITE_X'", column: 10, fix: "remove '1'")
    expect("optimize", "'optimize' is given without a level")
    expect("inherit", "'inherit' is given without the name of a profile")
    expect("unset", "'unset' is given without the name of an option")
    expect("target", "'target' is given without a target triple")
    expect("require", "'require' is given without a capability")
    expect("manifest", "'manifest' is given without 'on' or 'off'")
    expect(
      "accept leak Y because \"z",
      "the quote is not closed on this line",
      column: 23,
      fix: "close the quote"
    )
  }

  @Test func `options that cannot be baked are refused`() {
    expect(
      "SQLITE_X=",
      "'SQLITE_X=' has an empty value, which breaks '#if SQLITE_X' in sqlite3.c",
      fix: "write 'SQLITE_X', which means 1"
    )
    expect(
      "SQLITE_X=1/*",
      "the value '1/*' of 'SQLITE_X' cannot stand in a #define: printable ASCII, no comment, none of \\ ; = { } # ` $ @"
    )
    expect(
      "on *-ios* sqlite_x",
      "'sqlite_x' is no compile-time option: capitals, digits and '_', then '=' and a value if any",
      column: 11
    )
    expect(
      "on *-ios* SQLITE_X SQLITE_Y",
      "unexpected 'SQLITE_Y'; 'on' takes one option a line",
      column: 20,
      fix: "remove 'SQLITE_Y'"
    )
    expect(
      "on SQLITE_X",
      "'on' is given without a target pattern and an option, as in 'on *-apple-ios* SQLITE_X=0'"
    )
    expect("unset X=1", "'X=1' is no option's name; 'unset' takes the name alone", column: 7)
  }

  @Test func `items with a form of their own say what it is`() {
    expect(
      "optimize sizes",
      "'optimize' takes 'size', 'speed', 'debug', not 'sizes'",
      column: 10,
      fix: "write 'size'"
    )
    expect(
      "limit libary 3k",
      "'limit' takes 'library', 'text', 'archive', 'growth', not 'libary'",
      column: 7,
      fix: "write 'library'"
    )
    expect("optimize fast", "'optimize' takes 'size', 'speed', 'debug', not 'fast'", column: 10)
    expect("manifest maybe", "'manifest' takes 'off', 'on', not 'maybe'", column: 10)
    expect(
      "library ../x",
      "'../x' is no name for a library: letters, digits and '._+-', no '-' or '.' first",
      column: 9
    )
    expect("target arm64", "'arm64' is no target triple, such as aarch64-linux-gnu", column: 8)
    expect("runner", "'runner' is given without a program")
    expect(
      "require fts5",
      "'fts5' is no capability; write KIND:NAME with one of module, function, collation, "
        + "tokenizer, pragma, symbol, syntax, file, fixed, export, import, copies, alignment, "
        + "encryption, install-name",
      column: 9
    )
    expect(
      "require alignment:12k",
      "'alignment:12k' asks for no power of two, such as 4096 or 16k",
      column: 9
    )
    expect("instrument times", "'instrument' takes 'calls', 'off', not 'times'", column: 12)
    expect("instrument", "'instrument' is given without what is counted")
    expect(
      "require symbol:sqlite3_x by app",
      "'symbol:sqlite3_x' is not of what an app registers on a connection: function, module, collation",
      column: 29
    )
    expect(
      "forbid function:x/1 by app",
      "'by app' says who brings what is required, and 'function:x/1' is forbidden",
      column: 24
    )
    expect(
      "require function:x/1 by",
      "unexpected 'by' after 'require'",
      column: 22,
      fix: "remove 'by'"
    )
    expect(
      "require encryption:rot13",
      "'encryption:rot13' names no maker of encryption that is known: sqlcipher, sqlite3mc, see",
      column: 9
    )
    expect("require copies:one", "'copies:one' asks for no number of copies", column: 9)
    expect(
      "limit library",
      "'limit' takes one of library, text, archive and a size, as in 'limit library 1200k', "
        + "or growth and a share, as in 'limit growth 2%'"
    )
    expect(
      "limit heap 3k",
      "'limit' takes 'library', 'text', 'archive', 'growth', not 'heap'",
      column: 7
    )
    for share in ["2", "%", "1.%", "1.234%", "-1%", "99999999999999999999%"] {
      expect(
        "limit growth \(share)",
        "'\(share)' is no share: digits, a point if need be, then '%', as in '2%' or '0.25%'",
        column: 14,
        fix: share == "2" ? "write '2%'" : "remove the line"
      )
    }
    expect(
      "limit text 99999999999999999999",
      "'99999999999999999999' is no size: digits, then 'k' for thousands or 'm' for millions of bytes",
      column: 12
    )
  }

  @Test func `a prefix begins a C name that nobody takes for another's`() {
    expect("prefix", "'prefix' is given without what names are to begin with")
    expect(
      "prefix my-app_",
      "'my-app_' cannot begin a C name: letters, digits and '_', no digit first",
      column: 8,
      fix: "write 'my_app_'"
    )
    expect(
      "prefix 3d_",
      "'3d_' cannot begin a C name: letters, digits and '_', no digit first",
      column: 8
    )
    expect(
      "prefix __acme_",
      "'__acme_' begins with '_', and such names belong to the compiler and the system",
      column: 8,
      fix: "write 'acme_'"
    )
    for text in ["sqlite3_", "SQLite"] {
      expect(
        "prefix \(text)",
        "'\(text)' makes names that look like SQLite's own; begin with the team's or the app's "
          + "name, as in 'prefix acme_'",
        column: 8
      )
    }
    expect(
      "prefix a b",
      "unexpected 'b' after 'prefix'",
      column: 10,
      fix: "remove 'b'"
    )
    expect(
      "visibility none",
      "'visibility' takes 'default', 'hidden', not 'none'",
      column: 12
    )
  }

  @Test func `extensions are a name or the path of a C file`() {
    expect("extension", "'extension' is given without a name or the path of a C file")
    expect(
      "extension a;b",
      "'a;b' is neither the name of an extension nor the path of a C file",
      column: 11
    )
    expect("extension ext/a.cpp", "'ext/a.cpp' is a path, but not of a C file", column: 11)
    expect(
      "extension ext/a\"b.c",
      "'ext/a\"b.c' is no file that an extension can have: its name has letters, digits and '._+-' alone",
      column: 11
    )
    expect("extension a init=1x", "'init=1x' does not name a C function", column: 13)
    expect(
      "extension a now",
      "unexpected 'now' after the extension; only 'on-demand' and 'init=ENTRYPOINT' can stand there",
      column: 13,
      fix: "remove 'now'"
    )
  }

  @Test func `a set has a name with a colon, and extensions`() {
    let form =
      "'set' takes a name with a colon and the extensions of it, as in 'set map: geo series'"
    expect("set", form)
    expect("set map geo", form)
    expect("set map:", form)
    expect(
      "set Map: geo",
      "'Map' is no name of a set: lower-case letters, digits and '-', not '-' first",
      column: 5
    )
    expect(
      "set map: ../geo.c",
      "'../geo.c' is no extension's name; a C file gets a line 'extension PATH on-demand', and the "
        + "set its name without '.c'",
      column: 10
    )
    expect(
      "set map: geo series geo",
      "'geo' is already in the set 'map'",
      column: 21,
      fix: "remove 'geo'"
    )
    let twice = ProfileParser(text: "set a: x\nset b: y\nset a: z", file: "p.profile").findings
    #expect(
      twice.map(\.message) == ["'set a' is given twice in this file, first at p.profile:1"]
    )
    expect(
      "extension a on-demand on-demand",
      "unexpected 'on-demand' after the extension; only 'on-demand' and 'init=ENTRYPOINT' can stand "
        + "there",
      column: 23,
      fix: "remove 'on-demand'"
    )
  }

  @Test func `a value that stands apart from its name is put to it`() {
    expect(
      "SQLITE_ENABLE_FTS5 = 1",
      "unexpected '=' after 'SQLITE_ENABLE_FTS5'",
      column: 20,
      fix: "write the line as 'SQLITE_ENABLE_FTS5=1'"
    )
    expect(
      "SQLITE_ENABLE_FTS5 1",
      "unexpected '1' after 'SQLITE_ENABLE_FTS5'",
      column: 20,
      fix: "remove '1'"
    )
  }

  @Test func `an accepted finding has a reason and a day that exists`() {
    expect("accept x", "'accept' takes CHECK SUBJECT [until YYYY-MM-DD] because \"REASON\"")
    expect(
      "accept no-effect Y",
      "an accepted finding needs a reason",
      fix: "add 'because \"REASON\"'"
    )
    expect(
      "accept no-effct Y because z",
      "no check is called 'no-effct'; did you mean 'no-effect'?",
      column: 8,
      fix: "write 'no-effect'"
    )
    expect("accept bogus-check Y because z", "no check is called 'bogus-check'", column: 8)
    expect(
      "accept x Y until 2027-02-30 because z",
      "'2027-02-30' is no date, such as 2027-06-30",
      column: 18
    )
    expect(
      "accept x Y because not quoted",
      "unexpected 'quoted'; a reason of several words stands in quotes",
      column: 24
    )
  }

  @Test(arguments: [
    ("-DX", "options are lines of their own"), ("-O3", "the level is set by 'optimize'"),
    ("-fplugin=x.so", "it makes the compiler run other code"),
    ("-wrapper", "it makes the compiler run other code"),
    ("-I/tmp", "it changes where files come from"),
    ("-include", "it changes where files come from"),
    ("-o", "it changes what is written"), ("--target=x", "it changes what is written"),
    ("-fsyntax-only", "it changes what is written"),
    ("--define-macro=X", "only the spelling with one '-' is taken"),
    ("--optimize=3", "only the spelling with one '-' is taken"),
    ("--include-directory=/tmp", "only the spelling with one '-' is taken"),
  ])
  func `flags that change what is compiled or run are refused`(flag: String, reason: String) {
    // A definition that is one becomes a line of its own.
    let fix = flag == "-DX" ? "write the line as 'X'" : "remove the line"
    expect("cflag \(flag)", "'\(flag)' is refused: \(reason)", column: 7, fix: fix)
    expect(
      "cflag -fno-plt \(flag)",
      "'\(flag)' is refused: \(reason)",
      column: 16,
      fix: "remove '\(flag)'"
    )
  }

  @Test func `flags are words that begin with a dash`() {
    expect("cflag", "'cflag' is given without a flag")
    expect("cflag @file", "'@file' is no compiler flag; each begins with '-'", column: 7)
  }

  @Test func `items that stand once are refused twice, and each way out works`() throws {
    let text = "optimize size\nSQLITE_X\noptimize speed\ninherit base"
    let findings = ProfileParser(text: text, file: "p.profile").findings

    expectFindings(
      findings,
      """
      p.profile:3:1: error: [profile-syntax] 'optimize' is given twice in this file, first at p.profile:1
        optimize speed
        ^
        fix: remove the line
      p.profile:4:1: error: [profile-syntax] 'inherit' stands after other items; it comes first, so that they override what it brings
        inherit base
        ^
        fix: move the line to the top
      """
    )
    var mended = text
    for finding in findings.reversed() {
      let (fix, place) = (try #require(finding.fix), try #require(finding.location))
      // The line has moved when the one below it went to the top.
      let line = place.line + (place.line == 3 ? 1 : 0)
      let now = SourceLocation(file: "", line: line, column: 1, excerpt: "")
      mended = try #require(FixApplication.apply(fix, to: mended, at: now))
    }
    #expect(mended == "inherit base\noptimize size\nSQLITE_X")
    #expect(ProfileParser(text: mended, file: "p.profile").findings == [])
  }

  @Test func `a file whose name cannot be a variant's is refused`() {
    expectFindings(
      ProfileParser(text: "", file: "Profiles/My_App.profile").findings,
      """
      Profiles/My_App.profile:1:1: error: [profile-syntax] 'My_App' is no profile name: lower-case letters, digits and '-', not '-' first
        fix: rename the file
      """
    )
  }

  @Test(arguments: ["\u{0}", "é=1", "\u{1B}[31m", String(repeating: "x ", count: 100_000)])
  func `hostile text is a finding and never more`(text: String) {
    #expect(!ProfileParser(text: text, file: "p.profile").findings.isEmpty)
  }
}
