import AmalgamTestSupport
import Testing

@testable import AmalgamCore

/// Names that a linker would call defined twice, told before anything is compiled.
struct ExtensionNamesTests {
  private func failures(
    _ sources: [(name: String, text: String, companions: [ExtensionSource.Companion])],
    symbols: Set<String> = ["sqlite3_open"]
  ) throws -> [Failure] {
    var profile = ResolvedProfile(name: "app", file: "app.profile")
    let extensions = try sources.enumerated().map { index, source in
      let place = SourceLocation(file: "app.profile", line: index + 1, column: 11, excerpt: "")
      profile.extensions.append(ExtensionReference(name: "ext/\(source.name).c", at: place))
      return try ExtensionSource(
        name: source.name,
        origin: "ext/\(source.name).c",
        contents: Array("int sqlite3_\(source.name)_init(void) {return 0;}\n\(source.text)".utf8),
        entryPoint: "sqlite3_\(source.name)_init",
        companions: source.companions,
        location: place
      )
    }
    let plan = BuildPlan.example(profile, extensions: extensions)
    return ExtensionNames(plan, symbols: symbols).failures
  }

  private let fix = "make one of the two static, rename it, or leave the extension out"

  @Test func `a name of two extensions, or of SQLite and one, is told with both`() throws {
    #expect(
      try failures([
        ("a", "int shared(void) {return 1;}\nint state = 1;", []),
        ("b", "int shared(void) {return 2;}\nint sqlite3_open(void) {return 3;}", []),
      ]) == [
        Failure(
          "app.profile:2:11",
          "'shared' is defined by extension 'b' and by extension 'a'",
          fix: fix
        ),
        Failure(
          "app.profile:2:11",
          "'sqlite3_open' is defined by extension 'b' and by SQLite 3.46.1",
          fix: fix
        ),
      ]
    )
  }

  @Test func `what is static, declared only, or a program's main is nobody else's`() throws {
    let text = "static int own(void) {return 1;}\nextern int state;\nint sqlite3_open(void);\n"
    #expect(try failures([("a", text, []), ("b", text, [])]) == [])
    let main = "#ifdef STANDALONE\nint main(void) {return 0;}\n#endif\n"
    #expect(try failures([("a", main, []), ("b", main, [])]) == [])
  }

  @Test func `two files of one name beside extensions are told`() throws {
    func companion(_ text: String) -> ExtensionSource.Companion {
      .init(path: "x.h", origin: "ext/x.h", contents: Array(text.utf8))
    }
    #expect(try failures([("a", "", [companion("1")]), ("b", "", [companion("1")])]) == [])
    #expect(
      try failures([("a", "", [companion("1")]), ("b", "", [companion("2")])]) == [
        Failure(
          "app.profile:2:11",
          "extension 'b' includes 'x.h', and another extension a different file of that name",
          fix: "rename one of the two files"
        )
      ]
    )
  }

  @Test func `what is included between quotes is read, but for SQLite's own headers`() {
    let text = """
      #include "sqlite3ext.h"
        #  include  "acme.h"  // ours
      #include <math.h>
      #include "sub/x.c"
      // #include "no.h"
      #includes "no.h"
      """
    #expect(ExtensionSource.includes(in: Array(text.utf8)) == ["acme.h", "sub/x.c"])
  }
}
