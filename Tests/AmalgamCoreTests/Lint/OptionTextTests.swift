import AmalgamCore
import Testing

struct OptionTextTests {
  /// The options of `text`, as `LINE:COLUMN NAME=VALUE`, those unset with `-` before.
  private func options(in text: String, file: String = "x") -> [String] {
    OptionText(text, file: file).mentions.map { mention in
      let place = mention.option.location
      return "\(place?.line ?? 0):\(place?.column ?? 0) \(mention.form == .unset ? "-" : "")"
        + mention.option.description
    }
  }

  @Test func `flags are taken however a shell may write them`() {
    let text = #"""
      CFLAGS += -DSQLITE_A=1 -DSQLITE_B \
        -D SQLITE_C -D'SQLITE_D=x y' "-DSQLITE_E" -DSQLITE_F=\"f\" \
        -USQLITE_G -DSQLITE_H=$(H) /DSQLITE_I=(1024*2) -Dfdatasync=fsync -I/DIR x-DSQLITE_NO
      """#

    #expect(
      options(in: text) == [
        "1:13 SQLITE_A=1", "1:26 SQLITE_B=1", "2:6 SQLITE_C=1", "2:18 SQLITE_D=x y",
        "2:35 SQLITE_E=1", "2:47 SQLITE_F=\"f\"", "3:5 -SQLITE_G=1", "3:16 SQLITE_H=$(H)",
        "3:32 SQLITE_I=(1024*2)",
      ]
    )
  }

  @Test func `an xcconfig sets definitions and flags, under conditions too`() {
    let text = """
      // -DSQLITE_NO
      GCC_PREPROCESSOR_DEFINITIONS = $(inherited) SQLITE_A=0 SQLITE_B "SQLITE_C=c"
      GCC_PREPROCESSOR_DEFINITIONS[sdk=iphoneos*] = SQLITE_A=1 // SQLITE_NO
      OTHER_CFLAGS = -DSQLITE_D $(SQLITE_NO)
      GCC_PREPROCESSOR_DEFINITIONS = $SQLITE_NO SQLITE_NO(x) x.SQLITE_NO SQLITE_NO-x
      """

    #expect(
      options(in: text, file: "a.xcconfig") == [
        "2:45 SQLITE_A=0", "2:56 SQLITE_B=1", "2:66 SQLITE_C=c", "3:47 SQLITE_A=1",
        "4:18 SQLITE_D=1",
      ]
    )
  }

  @Test func `a value in double quotes keeps them where the compiler gets them`() {
    let spellings: [(file: String, text: String)] = [
      ("x", #"CFLAGS = '-DSQLITE_A="a_"'"#), ("x", #"CFLAGS = -DSQLITE_A=\"a_\""#),
      ("x", #"CFLAGS = -DSQLITE_A='"a_"'"#), ("x", #"CFLAGS = "-DSQLITE_A=\"a_\"""#),
      ("x", #"CFLAGS = -D'SQLITE_A="a_"'"#), ("x", #"SQLITE_A="a_""#),
      ("a.gypi", #"'defines': [ 'SQLITE_A="a_"', 'x' ]"#),
      ("a.gypi", #"'defines': [ "SQLITE_A=\"a_\"" ]"#),
      ("CMakeLists.txt", #"target_compile_definitions(x PRIVATE SQLITE_A="a_")"#),
      ("CMakeLists.txt", #"add_definitions(-DSQLITE_A="a_")"#),
      ("CMakeLists.txt", #"add_definitions("-DSQLITE_A=\"a_\"")"#),
      ("a.podspec", #"s.compiler_flags = '-DSQLITE_A="a_" -w'"#),
      ("a.podspec", #"s.compiler_flags = "-DSQLITE_A=\\\"a_\\\" -w""#),
      ("a.podspec", #"{ 'GCC_PREPROCESSOR_DEFINITIONS' => 'SQLITE_A=\"a_\"' }"#),
      ("build.rs", #".flag("-DSQLITE_A=\"a_\"")"#),
      ("build.rs", #".define("SQLITE_A", "\"a_\"")"#),
      ("build.rs", ##".define("SQLITE_A", Some(r#""a_""#))"##),
      ("build.rs", ##".flag(r#"-DSQLITE_A="a_""#)"##),
      ("a.xcconfig", #"GCC_PREPROCESSOR_DEFINITIONS = SQLITE_A=\"a_\""#),
      ("a.xcconfig", #"GCC_PREPROCESSOR_DEFINITIONS = 'SQLITE_A="a_"'"#),
      ("Package.swift", #".define("SQLITE_A", to: "\"a_\"")"#),
      ("Package.swift", ##".define("SQLITE_A", to: #""a_""#)"##),
    ]
    for (file, text) in spellings {
      let found = OptionText(text, file: file).mentions.map(\.option.description)
        .filter { $0.hasPrefix("SQLITE_") }
      #expect(found == ["SQLITE_A=\"a_\""], "\(file): \(text)")
    }
    // Here whoever reads the line takes the quotes away.
    #expect(options(in: #"CFLAGS = -DSQLITE_A="a_""#) == ["1:12 SQLITE_A=a_"])
    #expect(
      options(in: #"GCC_PREPROCESSOR_DEFINITIONS = SQLITE_A="a_""#, file: "a.xcconfig")
        == ["1:32 SQLITE_A=a_"]
    )
    #expect(
      options(in: #"'-DSQLITE_A="a b" -DSQLITE_B="1"' "-DSQLITE_C=\"a b\"" -D"SQLITE_D"=0"#)
        == [
          "1:4 SQLITE_A=\"a b\"", "1:21 SQLITE_B=1", "1:38 SQLITE_C=\"a b\"", "1:59 SQLITE_D=0",
        ]
    )
  }

  @Test func `another name of an option keeps its value as the text writes it`() throws {
    let text = #"CFLAGS = "-DSQLITE_A=\"a_\"""#
    let mention = try #require(OptionText(text, file: "x").mentions.first)
    #expect(mention.writing("SQLITE_B").applied(to: text) == #"CFLAGS = "-DSQLITE_B=\"a_\"""#)
    let raw = ##"x.flag(r#"-DSQLITE_A="a_""#).flag("-w")"##
    let other = try #require(OptionText(raw, file: "build.rs").mentions.first)
    #expect(other.removal.applied(to: raw) == #"x.flag("-w")"#)
  }

  @Test func `what Rust's libsqlite3-sys is given has flags and bare names`() {
    let text = """
      export LIBSQLITE3_FLAGS="-USQLITE_A -DSQLITE_B SQLITE_C SQLITE_D=2"
      LIBSQLITE3_FLAGS=SQLITE_E
      """

    #expect(
      options(in: text) == [
        "1:28 -SQLITE_A=1", "1:39 SQLITE_B=1", "1:48 SQLITE_C=1", "1:57 SQLITE_D=2",
        "2:18 SQLITE_E=1",
      ]
    )
  }

  @Test func `a gypi quotes its definitions`() {
    let text = """
      # 'SQLITE_NO'
      { 'defines': [
          'SQLITE_A=2', # SQLITE_NO
          'SQLITE_B',
          'SQLITE_C'
        ] }
      """

    #expect(
      options(in: text, file: "a.gypi") == ["3:6 SQLITE_A=2", "4:6 SQLITE_B=1", "5:6 SQLITE_C=1"]
    )
  }

  @Test func `a podspec holds flags and definitions in its strings`() {
    let text = """
      s.compiler_flags = '-DNDEBUG -DSQLITE_A', "-DSQLITE_B=0"
      s.pod_target_xcconfig = { 'GCC_PREPROCESSOR_DEFINITIONS' => '$(inherited) SQLITE_C=1 SQLITE_D',
        'OTHER_CFLAGS' => '-DSQLITE_E' }
      # s.compiler_flags = '-DSQLITE_NO'
      """

    #expect(
      options(in: text, file: "a.podspec") == [
        "1:23 NDEBUG=1", "1:32 SQLITE_A=1", "1:46 SQLITE_B=0", "2:75 SQLITE_C=1",
        "2:86 SQLITE_D=1", "3:24 SQLITE_E=1",
      ]
    )
  }

  @Test func `a package manifest defines, with and without a value`() {
    let text = """
      cSettings: [
        // .define("SQLITE_NO"),
        .define("SQLITE_A"),
        .define("SQLITE_B", to: "1"),
        .define("SQLITE_C", .when(platforms: [.iOS])), /* .define("SQLITE_NO"), */
        .define("SQLITE_D", to: "2", .when(configuration: .debug)),
        .unsafeFlags(["-DSQLITE_E=5", "-Wno-x"]),
      ]
      """

    #expect(
      options(in: text, file: "Package.swift") == [
        "3:12 SQLITE_A=1", "4:12 SQLITE_B=1", "5:12 SQLITE_C=1", "6:12 SQLITE_D=2",
        "7:20 SQLITE_E=5",
      ]
    )
  }

  @Test func `a build script defines, and what it only asks for is no option`() {
    let text = """
      fn main() {
        cfg.flag("-DSQLITE_A") // "-DSQLITE_NO"
          .define("SQLITE_B", None)
          .define("SQLITE_C", Some("3"))
          .flag(format!("-DSQLITE_D={limit}"));
        if let Ok(limit) = env::var("SQLITE_NO") {}
        println!("cargo:rerun-if-env-changed=SQLITE_NO");
        if extra.starts_with("SQLITE_") {}
      }
      """

    #expect(
      options(in: text, file: "build.rs") == [
        "2:15 SQLITE_A=1", "3:14 SQLITE_B=1", "4:14 SQLITE_C=3", "5:22 SQLITE_D={limit}",
      ]
    )
  }

  @Test func `CMake defines in its calls, and what it only asks for is no option`() {
    let text = """
      option(SQLITE_NO "x" ON)
      if(SQLITE_NO)
        target_compile_definitions(sqlite3 PRIVATE SQLITE_A=1 "SQLITE_B"
          $<$<CONFIG:Debug>:SQLITE_C>  # SQLITE_NO
          ${SQLITE_NO})
      endif()
      add_definitions(-DSQLITE_D)
      """

    #expect(
      options(in: text, file: "CMakeLists.txt").filter { $0.contains("SQLITE") } == [
        "3:46 SQLITE_A=1", "3:58 SQLITE_B=1", "4:23 SQLITE_C=1", "7:19 SQLITE_D=1",
      ]
    )
  }

  @Test func `a header defines, and its conditions ask only`() {
    let text = """
      #ifndef SQLITE_NO
      #  define SQLITE_A 5 /* SQLITE_NO */
      #define SQLITE_B(x) x
      #undef SQLITE_C
      #endif
      /* #define SQLITE_NO 1 */
      #if defined(SQLITE_NO) && SQLITE_NO
      if( rc==SQLITE_OK ) f(SQLITE_NO, SQLITE_NO);
      """

    #expect(options(in: text, file: "a.h") == ["2:11 SQLITE_A=5", "4:8 -SQLITE_C=1"])
  }

  @Test func `maps and tuples give a name its value`() {
    let text = """
      defines: { 'SQLITE_A': '0', 'SQLITE_B': null },
      define_macros=[('SQLITE_C', '1'), ("SQLITE_D", None)]
      """

    #expect(
      options(in: text) == [
        "1:13 SQLITE_A=0", "1:30 SQLITE_B=1", "2:18 SQLITE_C=1", "2:37 SQLITE_D=1",
      ]
    )
  }

  @Test func `cgo reads its flags out of a comment`() {
    let text = "/*\n#cgo CFLAGS: -DSQLITE_A\n#cgo linux CFLAGS: -DHAVE_B=1\n*/\n// -DSQLITE_NO\n"

    #expect(options(in: text, file: "a.go") == ["2:16 SQLITE_A=1", "3:22 HAVE_B=1"])
    #expect(options(in: text) == ["2:16 SQLITE_A=1", "3:22 HAVE_B=1"])
    #expect(options(in: "// #cgo CFLAGS: -DSQLITE_A") == ["1:19 SQLITE_A=1"])
  }

  @Test(arguments: ["|", "│"])
  func `rows in a table, as the shell draws one, are rows`(side: String) {
    let text = ["ENABLE_FTS5", "THREADSAFE=2"].map { "\(side) \($0) \(side)\n" }.joined()
    let rule = "+-----------------+\n"
    let head = "\(rule)\(side) compile_options \(side)\n\(rule)"
    let mentions = OptionText(head + text + rule, file: "-").mentions

    #expect(mentions.map { "\($0.option)" } == ["SQLITE_ENABLE_FTS5=1", "SQLITE_THREADSAFE=2"])
    #expect(mentions.allSatisfy { $0.form == .reported })
  }

  @Test func `Ruby encloses a comment in =begin and =end`() {
    let text = "=begin\n-DSQLITE_NO\n=end\n-DSQLITE_A\n=beginning -DSQLITE_B\n"

    for file in ["a.podspec", "-"] {
      #expect(options(in: text, file: file) == ["4:3 SQLITE_A=1", "5:14 SQLITE_B=1"])
    }
    #expect(options(in: text, file: "a.c").count == 3)
  }

  @Test func `a list has one option a line, or several`() {
    let text = "SQLITE_A\r\nSQLITE_B=2 # SQLITE_NO\rENABLE_C\nSQLITE_D SQLITE_E=5\n- SQLITE_F\n"

    #expect(
      options(in: text) == [
        "1:1 SQLITE_A=1", "2:1 SQLITE_B=2", "3:1 ENABLE_C=1", "4:1 SQLITE_D=1", "4:10 SQLITE_E=5",
        "5:3 SQLITE_F=1",
      ]
    )
  }

  @Test func `what the pragma printed has no prefix`() {
    let text = "COMPILER=clang-17.0.0\nDQS=0\nENABLE_FTS5\nHAVE_ISNAN\nTHREADSAFE=2\n"
    let mentions = OptionText(text, file: "x").mentions

    #expect(mentions.allSatisfy { $0.form == .reported })
    #expect(
      mentions.map(\.option.name) == [
        "SQLITE_COMPILER", "SQLITE_DQS", "SQLITE_ENABLE_FTS5", "HAVE_ISNAN", "SQLITE_THREADSAFE",
      ]
    )
  }

  @Test func `columns count characters`() {
    #expect(options(in: "é→🙂 -DSQLITE_A") == ["1:7 SQLITE_A=1"])
  }

  @Test(arguments: [
    "", "#define SQLITE_A  ", "-D", "-D'", "-D \"", "#define", "# define ", "#undef\n",
    ".define(\"",
    ".define(\"SQLITE_A\"",
    ".define(\"SQLITE_A\",", "('SQLITE_A', ", "'SQLITE_A':", "'SQLITE_A' =>", "-DSQLITE_A=",
    "-DSQLITE_A='",
    ")))]]}}", "((((((", "--", "--enable-", "\\", "'\\", "/*", "*/ /", "SQLITE_A=\"", "[sdk=",
    "\u{0}\u{1}-DSQLITE_A\u{0}", "-U", "/D", "=", "==SQLITE_A", "#cgo", "#cgo ", "Some(\"",
    ".define(\"SQLITE_A\", to: Some(", "-DSQLITE_A=((((", "-DSQLITE_A=\\", "\r\r\n\n",
  ])
  func `broken text is read without a trap`(text: String) {
    for file in ["x", "a.rs", "a.gypi", "a.go", "CMakeLists.txt"] {
      for mention in OptionText(text, file: file).mentions {
        _ = mention.rewritten(name: "SQLITE_B", value: nil)
        _ = mention.rewritten(name: "SQLITE_B", value: "2")
        _ = mention.adding("SQLITE_B").applied(to: text)
        _ = mention.removal.applied(to: text)
      }
    }
  }
}
