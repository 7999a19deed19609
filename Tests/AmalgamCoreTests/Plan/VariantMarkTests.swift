import AmalgamTestSupport
import Testing

@testable import AmalgamCore

struct VariantMarkTests {
  private func registration(
    _ options: [CompileOption] = [CompileOption("SQLITE_TRUSTED_SCHEMA", "0")],
    extensions: [String] = ["regexp"]
  ) throws -> Registration {
    let place = exampleLocation(line: 1, "x")
    var profile = ResolvedProfile(name: "my-app", file: "Profiles/my-app.profile")
    profile.options = options
    profile.extensions = [
      ExtensionReference(name: "regexp", at: place),
      ExtensionReference(name: "geo", isOnDemand: true, at: place),
    ]
    return Registration(
      profile: profile,
      extensions: try extensions.map {
        try ExtensionSource(
          name: $0,
          origin: $0,
          contents: Array("int sqlite3_\($0)_init(void) {}".utf8),
          entryPoint: nil,
          location: place
        )
      }
    )
  }

  private func marks(_ text: String) -> [VariantMark.Found] {
    Array(text.utf8).withUnsafeBytes { VariantMark.marks(in: $0) }
  }

  private let digest = String(repeating: "0f", count: 32)

  @Test func `the source asks the preprocessor for what SQLite never reports`() throws {
    let registration = try registration()
    let mark = VariantMark(registration, unreported: ["SQLITE_TRUSTED_SCHEMA"])
    let optionsDigest = SHA256.hexDigest(of: Array("SQLITE_TRUSTED_SCHEMA=0".utf8))
    let source = SHA256.hexDigest(of: Array("int sqlite3_regexp_init(void) {}".utf8)).prefix(16)

    #expect(
      mark.source == """
        /* amalgam: begin mark */
        #define AMALGAM_WORDS(...) #__VA_ARGS__
        #define AMALGAM_TEXT(...) AMALGAM_WORDS(__VA_ARGS__)
        #if defined(__GNUC__) && !defined(_WIN32)
        __attribute__((visibility("hidden")))
        #endif
        extern const char \(mark.symbol)[];
        const char \(mark.symbol)[] =
            "profile 'my-app' with options sha256:\(optionsDigest)"
            "; extensions: regexp=\(source)"
            "; unreported:"
        #ifdef SQLITE_TRUSTED_SCHEMA
            " SQLITE_TRUSTED_SCHEMA=" AMALGAM_TEXT(SQLITE_TRUSTED_SCHEMA)
        #endif
            ;
        #undef AMALGAM_TEXT
        #undef AMALGAM_WORDS
        /* amalgam: end mark */

        """
    )
    #expect(registration.source.contains("extern const char \(mark.symbol)[];"))
    #expect(!registration.source.contains(optionsDigest + "\";"))
  }

  @Test func `the name is that of what it was made from, so that others do not link with it`()
    throws
  {
    let own = try registration().markSymbol

    #expect(VariantMark.isSymbol(own, base: "amalgam_my_app"))
    #expect(!VariantMark.isSymbol(own, base: "amalgam_my"))
    #expect(!VariantMark.isSymbol(own + "0", base: "amalgam_my_app"))
    #expect(!VariantMark.isSymbol("amalgam_my_app_of_0123456789abcdeg", base: "amalgam_my_app"))
    let others = [
      try registration([]).markSymbol, try registration(extensions: []).markSymbol,
      try registration(extensions: ["geo"]).markSymbol,
    ]
    #expect(Set(others + [own]).count == 4)
    // What takes the place of a variant's registration links with its sqlite3.c.
    #expect(try registration().without("regexp").markSymbol == own)
    #expect(try registration().registering(onDemand: true).markSymbol == own)
  }

  @Test func `a mark is read as it was written, wherever it stands`() {
    let text =
      "\u{1}profile 'x' is none\0profile 'app' with options sha256:\(digest); extensions: "
      + "regexp=01ab geo?=23cd; unreported: SQLITE_A=1 SQLITE_B=\"a b=c\" SQLITE_C= SQLITE_D=1,2\0"

    #expect(
      marks(text) == [
        VariantMark.Found(
          optionsDigest: digest,
          extensions: [
            .init(name: "regexp", isOnDemand: false, digest: "01ab"),
            .init(name: "geo", isOnDemand: true, digest: "23cd"),
          ],
          unreported: [
            "SQLITE_A": "1", "SQLITE_B": "\"a b=c\"", "SQLITE_C": "", "SQLITE_D": "1,2",
          ]
        )
      ]
    )
    #expect(marks(text + text).count == 2)
  }

  @Test(arguments: [
    "profile '", "profile 'a' with options sha256:\0",
    "profile 'a' with options sha256:00; extensions:; unreported:\0",
    "profile 'a' with options sha256:0f0f; extensions: x; unreported:\0",
    "' with options sha256:; extensions:; unreported:\0",
  ])
  func `what is no mark, or cut off, is none`(text: String) {
    #expect(marks(text).isEmpty)
    let whole = "profile 'a' with options sha256:\(digest); extensions:; unreported:\0"
    #expect(marks(whole).count == 1)
    #expect(marks(String(whole.dropLast())).isEmpty)
    #expect(marks(whole.replacing("unreported:", with: "")).isEmpty)
  }

  @Test
  func `asked is what a table of options does not tell, and what the profile sets of systems`()
    throws
  {
    let expectation = try exampleExpectation(
      ["HAVE_USLEEP", "SQLITE_NEW", "SQLITE_TOLD"],
      catalogue: """
        stock
          measured 3.53.4
        HAVE_USLEEP defined
          reported never
        HAVE_FDATASYNC defined
          reported never
        SQLITE_GONE defined
          reported never
          until 3.40
        SQLITE_NAME defined
          reported name
        SQLITE_NAMED_VALUE value
          reported name
        SQLITE_SECRET defined
          reported never
        SQLITE_TOLD value
          reported name=value

        """
    )

    #expect(
      expectation.unreportedOptions == [
        "HAVE_USLEEP", "SQLITE_NAMED_VALUE", "SQLITE_NEW", "SQLITE_SECRET",
      ]
    )
  }
}
