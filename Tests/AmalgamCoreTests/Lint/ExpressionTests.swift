import AmalgamCore
import AmalgamTestSupport
import Testing

/// Definitions over several lines, and those that code computes.
struct ExpressionTests {
  private func options(in text: String, file: String) -> [String] {
    OptionText(text, file: file).mentions.filter { $0.option.name.hasPrefix("SQLITE_") }.map {
      $0.option.name + ($0.isValueKnown ? "=\($0.option.value)" : "")
    }
  }

  @Test func `a call over several lines is read, and mended, as one`() throws {
    let text = #"""
      cSettings: [
        .define(
          "SQLITE_THREADSAFE",
          to: "7"),
        .define(
          "SQLITE_TEMP_FILE_PREFIX", // of ours
          to: "\"acme_\""
        ),
        .define(
          "SQLITE_ENABLE_FT5"
        ),
      ]
      """#

    try expectLint(
      of: text,
      file: "Package.swift",
      """
      Package.swift:3:6: error: [value-range] 'SQLITE_THREADSAFE=7' is set, \
      but 'SQLITE_THREADSAFE' may be 0 to 2
            "SQLITE_THREADSAFE",
             ^
        fix: write 'to: "2"' in line 4, or remove lines 2 to 4
      Package.swift:10:6: error: [unknown-option] unknown compile-time option \
      'SQLITE_ENABLE_FT5'; did you mean 'SQLITE_ENABLE_FTS5'?
            "SQLITE_ENABLE_FT5"
             ^
        fix: write '"SQLITE_ENABLE_FTS5"'
      """
    )
  }

  @Test func `a chained call over several lines keeps what stands beside it`() throws {
    let text = """
      build.define(
          "SQLITE_SECURE_DELETE",
          Some("FAST"),
        )
        .define("SQLITE_DQS",
          Some("9"));
      """

    try expectLint(
      of: text,
      file: "build.rs",
      """
      build.rs:2:6: error: [security-advice] 'SQLITE_SECURE_DELETE=FAST' gives the full mode: \
      SQLite only asks whether it is set
            "SQLITE_SECURE_DELETE",
             ^
        fix: write '.define("SQLITE_FAST_SECURE_DELETE", Some("1"),)' in line 1 for the fast mode, \
      or write 'Some("1")' in line 3 for the full one
      build.rs:5:12: error: [value-range] 'SQLITE_DQS=9' is set, but 'SQLITE_DQS' may be 0 to 3
          .define("SQLITE_DQS",
                   ^
        fix: write 'Some("3")' in line 6, or remove '.define("SQLITE_DQS", Some("9"))'
      """
    )
    let dqs = try #require(OptionText(text, file: "build.rs").mentions.last)
    #expect(dqs.removal.applied(to: text).hasSuffix("  )\n  ;"))
  }

  @Test func `a partner of a call over several lines is added on one`() throws {
    let text = """
      cSettings: [
        .define(
          "SQLITE_ENABLE_GEOPOLY",
          to: "1")
      ]
      """
    let mention = try #require(OptionText(text, file: "Package.swift").mentions.first)

    let edit = mention.adding("SQLITE_ENABLE_RTREE")

    #expect(edit.sentence(seenFrom: nil) == #"add '.define("SQLITE_ENABLE_RTREE", to: "1")'"#)
    let mended = options(in: edit.applied(to: text), file: "Package.swift")
    #expect(mended == ["SQLITE_ENABLE_RTREE=1", "SQLITE_ENABLE_GEOPOLY=1"])
  }

  @Test func `a call that is never closed, or is none of ours, takes no other lines in`() {
    let text = "define([\n'a'], function () {\n" + "x\n" * 20 + ".define('SQLITE_DQS', '0')\n"
    #expect(options(in: text, file: "a.js") == ["SQLITE_DQS=0"])
    #expect(options(in: ".define(\n\"SQLITE_DQS\"", file: "a.rs") == ["SQLITE_DQS=1"])
    let directive = ".define(\n#define SQLITE_DQS 0\n)"
    #expect(options(in: directive, file: "a.rs") == ["SQLITE_DQS=0"])
  }

  @Test(arguments: [
    (#".define("SQLITE_DQS", ts)"#, "SQLITE_DQS"),
    (#".define("SQLITE_DQS", if x {"0"} else {"3"})"#, "SQLITE_DQS"),
    (#".define("SQLITE_DQS", Some(ts.as_str()))"#, "SQLITE_DQS"),
    (#".define("SQLITE_DQS", "0" + x)"#, "SQLITE_DQS"),
    (#".define("SQLITE_DQS", &format!("{}", 1))"#, "SQLITE_DQS"),
    (#".define("SQLITE_DQS", to: dqs)"#, "SQLITE_DQS"),
    (#".define("SQLITE_DQS" , to : "1")"#, "SQLITE_DQS=1"),
    (#".define("SQLITE_DQS", Some( "0" ))"#, "SQLITE_DQS=0"),
    (##".define("SQLITE_A", r#""acme_""#)"##, #"SQLITE_A="acme_""#),
    (#".define("SQLITE_A", r"acme\")"#, #"SQLITE_A=acme\"#),
    (#".flag(&("-DSQLITE_DQS=".to_string() + dqs))"#, "SQLITE_DQS"),
    (#".flag("-DSQLITE_DQS=" + dqs)"#, "SQLITE_DQS"),
    (#".flag(concat!("-DSQLITE_DQS=", "0"))"#, "SQLITE_DQS"),
    (#".define(concat!("SQLITE_", "DQS"), "7")"#, ""),
    (#".define(&format!("SQLITE_{}", o), None)"#, ""),
    (#".flag(&format!("-DSQLITE_ENABLE_{}", o))"#, ""),
    (#".flag("-DSQLITE_ENABLE_\(o)")"#, ""),
    (#".flag("-DSQLITE_ENABLE_#{o}")"#, ""),
    (#".flag("-DSQLITE_ENABLE_" + o)"#, ""),
    (#"target_compile_definitions(x PRIVATE SQLITE_ENABLE_${o} SQLITE_ENABLE_@o@)"#, ""),
    (#"add_compile_options(-DSQLITE_ENABLE_${o} -DSQLITE_ENABLE_%X%)"#, ""),
  ])
  func `of what code computes only the part that is written is read`(text: String, option: String) {
    #expect(options(in: text, file: "x") == (option.isEmpty ? [] : [option]))
  }

  @Test func `the name beside an expression is judged, its value is not`() throws {
    try expectLint(
      of: """
        .define("SQLITE_THREADSAFE", threadsafe())
        .define("SQLITE_DQS", dqs)
        .define("SQLITE_DQS", "7" + dqs)
        .define("SQLITE_ENABLE_UNLOCK_NOTIFY", None)
        .define("SQLITE_SECURE_DELETE", FAST)
        .define("SQLITE_ENABLE_FT5" , if x { f(1, 2) } else { "0" })
        """,
      file: "build.rs",
      """
      build.rs:6:10: error: [unknown-option] unknown compile-time option 'SQLITE_ENABLE_FT5'; \
      did you mean 'SQLITE_ENABLE_FTS5'?
        .define("SQLITE_ENABLE_FT5" , if x { f(1, 2) } else { "0" })
                 ^
        fix: write '.define("SQLITE_ENABLE_FTS5" , if x { f(1, 2) } else { "0" })'
      """
    )
  }

  @Test func `a label may stand off its colon`() throws {
    try expectLint(
      of: #".define("SQLITE_ENABLE_FT5" , to : "1")"#,
      file: "Package.swift",
      """
      Package.swift:1:10: error: [unknown-option] unknown compile-time option \
      'SQLITE_ENABLE_FT5'; did you mean 'SQLITE_ENABLE_FTS5'?
        .define("SQLITE_ENABLE_FT5" , to : "1")
                 ^
        fix: write '.define("SQLITE_ENABLE_FTS5" , to : "1")'
      """
    )
  }
}

private func * (text: String, count: Int) -> String { String(repeating: text, count: count) }
