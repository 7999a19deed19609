import AmalgamCore
import AmalgamTestSupport
import Testing

/// Lists of definitions of CMake and Xcode, and names as nobody spells them.
struct DefinitionListTests {
  private func options(in text: String, file: String) -> [String] {
    OptionText(text, file: file).mentions.map(\.option.description)
      .filter { $0.hasPrefix("SQLITE_") }
  }

  @Test func `a generator expression of CMake ends what stands in it`() throws {
    try expectLint(
      of: """
        target_compile_definitions(x PRIVATE
          $<$<BOOL:${A}>:SQLITE_THREADSAFE=2> $<$<BOOL:${A}>:SQLITE_DQS=9>
          $<$<CONFIG:Debug>:SQLITE_ENABLE_GEOPOLY>)
        """,
      file: "CMakeLists.txt",
      """
      CMakeLists.txt:2:54: error: [value-range] 'SQLITE_DQS=9' is set, \
      but 'SQLITE_DQS' may be 0 to 3
          $<$<BOOL:${A}>:SQLITE_THREADSAFE=2> $<$<BOOL:${A}>:SQLITE_DQS=9>
                                                             ^
        fix: write 'SQLITE_DQS=3', or remove 'SQLITE_DQS=9'
      CMakeLists.txt:3:21: error: [missing-partner] 'SQLITE_ENABLE_GEOPOLY' has no effect without \
      'SQLITE_ENABLE_RTREE'
          $<$<CONFIG:Debug>:SQLITE_ENABLE_GEOPOLY>)
                            ^
        fix: add 'SQLITE_ENABLE_RTREE', or remove 'SQLITE_ENABLE_GEOPOLY'
      """
    )
    let text = "add_compile_options($<$<BOOL:x>:-DSQLITE_DQS=9>)"
    #expect(options(in: text, file: "CMakeLists.txt") == ["SQLITE_DQS=9"])
    // Elsewhere the mark is one of C's.
    #expect(options(in: "-DSQLITE_A=2>1", file: "x") == ["SQLITE_A=2>1"])
  }

  @Test func `a variable whose value is used as definitions lists them`() {
    let cmake = """
      set(DEFS SQLITE_A SQLITE_B=2)
      list(APPEND DEFS SQLITE_C)
      set(OPTIONS SQLITE_D)
      list(APPEND OPTIONS SQLITE_E="e")
      set(OTHER SQLITE_NO)
      set(TARGET SQLITE_NO)
      if(OPTIONS SQLITE_NO)
      target_compile_definitions(${TARGET} PRIVATE
        ${OPTIONS})
      target_link_libraries(x ${OTHER})
      """
    #expect(
      options(in: cmake, file: "CMakeLists.txt") == [
        "SQLITE_A=1", "SQLITE_B=2", "SQLITE_C=1", "SQLITE_D=1", "SQLITE_E=\"e\"",
      ]
    )
    let xcode = """
      OURS = SQLITE_A SQLITE_B=2
      OURS[sdk=macosx*] = SQLITE_C
      OTHER = SQLITE_NO
      GCC_PREPROCESSOR_DEFINITIONS = $(inherited) $(OURS)
      LINKED = $(OTHER)
      """
    #expect(
      options(in: xcode, file: "a.xcconfig") == ["SQLITE_A=1", "SQLITE_B=2", "SQLITE_C=1"]
    )
  }

  @Test func `CMake hands an option of the compiler over with its quotes`() {
    for call in ["target_compile_options(x PRIVATE ", "add_compile_options("] {
      let text = call + #"-DSQLITE_A="a")"#
      #expect(options(in: text, file: "CMakeLists.txt") == [#"SQLITE_A="a""#])
    }
  }

  @Test func `a name in small letters, or with a 3, is none of SQLite's`() throws {
    try expectLint(
      of: """
        -DSQLITE_ENABLE_fts5 -DSQLITE3_API=x
        -Dsqlite_enable_rtree -Dsqlite3_stdcall
        -DSQLITE3_ENABLE_FST4 -DSQLITE3_STATIC -Dsqlite_foo -DSQLITE3_ENABLE_OURS
        'defines': ['sqlite_dqs=0', 'sqlite3', 'SQLITE_oops']
        sqlite_enable_fts5 SQLITE3_ENABLE_FTS5 see SQLITE_ENABLE_fts5
        """,
      """
      flags.txt:1:3: error: [unknown-option] unknown compile-time option 'SQLITE_ENABLE_fts5'; \
      did you mean 'SQLITE_ENABLE_FTS5'?
        -DSQLITE_ENABLE_fts5 -DSQLITE3_API=x
          ^
        fix: write '-DSQLITE_ENABLE_FTS5'
      flags.txt:2:3: error: [unknown-option] unknown compile-time option 'sqlite_enable_rtree'; \
      did you mean 'SQLITE_ENABLE_RTREE'?
        -Dsqlite_enable_rtree -Dsqlite3_stdcall
          ^
        fix: write '-DSQLITE_ENABLE_RTREE'
      flags.txt:3:3: error: [unknown-option] unknown compile-time option 'SQLITE3_ENABLE_FST4'; \
      did you mean 'SQLITE_ENABLE_FTS4'?
        -DSQLITE3_ENABLE_FST4 -DSQLITE3_STATIC -Dsqlite_foo -DSQLITE3_ENABLE_OURS
          ^
        fix: write '-DSQLITE_ENABLE_FTS4'
      flags.txt:4:14: error: [unknown-option] unknown compile-time option 'sqlite_dqs'; \
      did you mean 'SQLITE_DQS'?
        'defines': ['sqlite_dqs=0', 'sqlite3', 'SQLITE_oops']
                     ^
        fix: write 'SQLITE_DQS=0'
      flags.txt:4:41: error: [unknown-option] unknown compile-time option 'SQLITE_oops'
        'defines': ['sqlite_dqs=0', 'sqlite3', 'SQLITE_oops']
                                                ^
        fix: remove 'SQLITE_oops'
      """
    )
  }
}
