import AmalgamTestSupport
import Testing

@testable import AmalgamCore

/// What is generated to register extensions; that it works is shown by programs that use it.
struct RegistrationTests {
  private func registration(
    _ change: (inout ResolvedProfile) -> Void = { _ in }
  ) throws
    -> Registration
  {
    let place = SourceLocation(file: "p", line: 1, column: 1, excerpt: "")
    var profile = ResolvedProfile(name: "my-app", file: "Profiles/my-app.profile")
    profile.extensions = [
      ExtensionReference(name: "regexp", at: place),
      ExtensionReference(name: "ext/acme.c", isOnDemand: true, at: place),
      ExtensionReference(name: "geo", isOnDemand: true, at: place),
    ]
    profile.sets = [
      ExtensionSet(
        name: "map",
        members: [Located("geo", at: place), Located("acme", at: place)],
        at: place
      )
    ]
    change(&profile)
    return Registration(
      profile: profile,
      extensions: try profile.extensions.map {
        try ExtensionSource(
          name: $0.shortName,
          origin: $0.name,
          contents: Array("int sqlite3_\($0.shortName)_init(void) {}".utf8),
          entryPoint: nil,
          location: place
        )
      }
    )
  }

  @Test func `names are the profile's, with its prefix, in C's letters`() throws {
    let plain = try registration()
    let place = SourceLocation(file: "p", line: 1, column: 1, excerpt: "")
    let prefixed = try registration { $0.prefix = Located("x_", at: place) }

    #expect(plain.registerFunction == "amalgam_my_app_register")
    #expect(prefixed.registerFunction == "x_amalgam_my_app_register")
    for suffix in Registration.suffixes
    where suffix != "_autoext" && !CallCounting.suffixes.contains(suffix) {
      #expect(prefixed.header.contains(" x_amalgam_my_app\(suffix)(") || suffix == "_extension")
    }
    #expect(prefixed.header.contains("*x_amalgam_my_app_extension("))
  }

  @Test func `the header says what is registered when`() throws {
    #expect(
      try registration().header.hasPrefix(
        """
        /* What the variant 'my-app' registers beside SQLite. Made by amalgam.
         *
         * Every connection that SQLite opens has: regexp.
         * A connection that asks for it has also: acme geo.
         * Set map: geo acme.
         */
        #ifndef AMALGAM_MY_APP_REGISTRATION_H
        """
      )
    )
  }

  @Test func `each extension is a row, and each member of a set`() throws {
    let source = try registration().source

    #expect(
      source.contains(
        """
        } amalgamExtensions[] = {
          {"regexp", sqlite3_regexp_init, 1},
          {"acme", sqlite3_acme_init, 0},
          {"geo", sqlite3_geo_init, 0},
          {0, 0, 0}
        };
        """
      )
    )
    #expect(source.contains("amalgamMembers[] = {\n  {\"map\", 2},\n  {\"map\", 1},\n  {0, 0}\n};"))
  }

  @Test func `what is counted is there only where the profile asks for it`() throws {
    let line = SourceLocation(file: "p", line: 1, column: 1, excerpt: "")
    let counting = try registration { $0.instrument = Located(.calls, at: line) }
    let single = try registration {
      $0.instrument = Located(.calls, at: line)
      $0.options = [
        CompileOption("SQLITE_OMIT_WINDOWFUNC", "1"), CompileOption("SQLITE_THREADSAFE", "0"),
      ]
    }

    #expect(try !registration().source.contains("amalgam_calls"))
    #expect(counting.source.contains("\"amalgam_calls\", &amalgamCalls"))
    #expect(counting.source.contains("AMALGAM_OF_THREAD __thread"))
    #expect(
      counting.source.contains("amalgam_my_app_create_function(db, \"amalgam_manifest\"")
    )
    #expect(!single.source.contains("_create_window_function"))
    #expect(!single.source.contains("AMALGAM_OF_THREAD __thread"))
  }

  @Test func `names are exported unless the profile hides them`() throws {
    let place = SourceLocation(file: "p", line: 1, column: 1, excerpt: "")
    let hidden = try registration { $0.visibility = Located(.hidden, at: place) }

    #expect(try registration().header.contains("__attribute__((visibility(\"default\")))"))
    #expect(hidden.header.contains("__attribute__((visibility(\"hidden\")))"))
  }

  @Test func `without threads no mutex is called`() throws {
    let single = try registration { $0.options = [CompileOption("SQLITE_THREADSAFE", "0")] }

    #expect(try registration().source.contains("sqlite3_mutex_enter("))
    #expect(!single.source.contains("mutex_enter("))
  }

  @Test func `what connections have depends on what they ask, so the manifest is not constant`()
    throws
  {
    #expect(try !registration().source.contains("SQLITE_DETERMINISTIC"))
    let automatic = try registration {
      $0.extensions.removeLast(2)
      $0.sets = []
    }
    #expect(automatic.source.contains("SQLITE_DETERMINISTIC"))
    #expect(
      try !registration { $0.hasManifestFunction = false }.source.contains("amalgam_manifest")
    )
  }
}
