import AmalgamCore
import Testing

struct BakedOptionsTests {
  private let options = BakedOptions(
    [
      CompileOption("SQLITE_THREADSAFE", "2"), CompileOption("SQLITE_ENABLE_SESSION"),
      CompileOption("HAVE_USLEEP"),
    ],
    profile: "full",
    release: Version(3, 53, 4)
  )

  @Test func `the source gets every option, in byte order, and upstream's line numbers`() throws {
    let source = Array("/* top */\n#define SQLITE_CORE 1\n#define X\n".utf8)

    let baked = try #require(options.baked(intoSource: source))

    #expect(
      String(decoding: baked, as: UTF8.self) == """
        /* top */
        /* amalgam: begin options of 'full', SQLite 3.53.4 */
        #define HAVE_USLEEP 1
        #define SQLITE_ENABLE_SESSION 1
        #define SQLITE_THREADSAFE 2
        /* amalgam: end options */
        #line 2
        #define SQLITE_CORE 1
        #define X

        """
    )
  }

  @Test func `the header gets only the names that its declarations depend on`() throws {
    let header = Array(
      """
      #ifndef SQLITE3_H
      #define SQLITE3_H
      #if defined(SQLITE_ENABLE_SESSION) && !defined(SQLITE_OMIT_X)
      #endif

      """.utf8
    )

    let baked = try #require(options.baked(intoHeader: header))

    #expect(
      String(decoding: baked, as: UTF8.self) == """
        #ifndef SQLITE3_H
        #define SQLITE3_H
        /* amalgam: begin options of 'full', SQLite 3.53.4 */
        #undef SQLITE_ENABLE_SESSION
        #define SQLITE_ENABLE_SESSION 1
        /* amalgam: end options */
        #if defined(SQLITE_ENABLE_SESSION) && !defined(SQLITE_OMIT_X)
        #endif

        """
    )
  }

  @Test func `files of another shape are not baked into`() {
    #expect(options.baked(intoSource: Array("#define SQLITE_COREX 1\n".utf8)) == nil)
    #expect(options.baked(intoHeader: []) == nil)
  }

  @Test func `a name that the header defines itself gates nothing`() {
    let header = Array(
      "#ifndef SQLITE_API\n# define SQLITE_API\n#endif\n#ifdef SQLITE_INT64_TYPE\n#endif\n".utf8
    )

    #expect(HeaderFacts(header: header).gates == ["SQLITE_INT64_TYPE"])
  }
}
