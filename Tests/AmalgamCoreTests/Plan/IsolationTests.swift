import AmalgamTestSupport
import Testing

@testable import AmalgamCore

/// What a prefix and hidden names make of the files of an amalgamation.
struct IsolationTests {
  private let header = Array(
    """
    #ifndef SQLITE3_H
    #define SQLITE3_H
    #define SQLITE_VERSION        "3.53.4"
    #define SQLITE_VERSION_NUMBER 3053004
    #define SQLITE_OK 0
    #ifdef SQLITE_OMIT_COMPILEOPTION_DIAGS
    # define sqlite3_compileoption_get(X) ((void*)0)
    #endif
    SQLITE_API SQLITE_EXTERN const char sqlite3_version[];
    SQLITE_API SQLITE_EXTERN char *sqlite3_temp_directory;
    typedef struct sqlite3 sqlite3;
    typedef struct sqlite3_vfs sqlite3_vfs;
    struct sqlite3_vfs { int iVersion; struct sqlite3_inner { int a; } *p; };
    typedef long long int sqlite_int64;
    typedef sqlite_int64 sqlite3_int64;
    typedef void (*sqlite3_destructor_type)(void*);
    SQLITE_API int sqlite3_open(const char *filename, sqlite3 **ppDb);
    SQLITE_API char *sqlite3_mprintf(const char*,...);

    """.utf8
  )
  private let source = Array(
    """
    /* top */
    #define SQLITE_CORE 1
    #ifndef SQLITE_API
    # define SQLITE_API
    #endif
    SQLITE_API const char sqlite3_version[] = "3.53.4";
    #ifdef SQLITE_OMIT_WSD
    # define sqlite3_open 0
    # define sqlite3rbu_step 0
    #endif
    SQLITE_API int sqlite3rbu_step(
      sqlite3rbu *p
    ){ return 0; }

    """.utf8
  )
  private var names: APINames { APINames(source: source, header: header) }
  private let prefix = NamePrefix("acme_", entryPoints: ["sqlite3_geo_init"])

  @Test func `functions and data of the source and types of the header are the API's names`() {
    #expect(
      names.all == [
        "sqlite3", "sqlite3_destructor_type", "sqlite3_inner", "sqlite3_int64", "sqlite3_mprintf",
        "sqlite3_open", "sqlite3_temp_directory", "sqlite3_version", "sqlite3_vfs",
        "sqlite3rbu_step", "sqlite_int64",
      ]
    )
  }

  @Test func `each name is defined as its prefixed self, entry points too`() {
    let lines = prefix.block(names).split(separator: "\n")

    #expect(lines.first == "/* amalgam: begin prefix 'acme_' */")
    #expect(lines.last == "/* amalgam: end prefix */")
    #expect(lines.count == names.all.count + 3)
    #expect(lines.contains("#define sqlite3_geo_init acme_sqlite3_geo_init"))
    #expect(lines.contains("#define sqlite3 acme_sqlite3"))
  }

  @Test func `what the source defines as a macro is undefined before, and lines keep numbers`() {
    let bytes = Isolation(prefix: prefix).isolated(source: source, names).bytes

    #expect(
      String(decoding: bytes, as: UTF8.self).contains(
        """
        #ifdef SQLITE_OMIT_WSD
        #undef sqlite3_open
        #undef sqlite3rbu_step
        #line 8
        # define sqlite3_open 0
        # define sqlite3rbu_step 0
        #endif
        """
      )
    )
  }

  @Test func `the source and the header get the block after the options`() throws {
    let options = BakedOptions([], profile: "app", release: Version(3, 53, 4))
    let both = Isolation(prefix: NamePrefix("acme_"), isHidden: true)
    let (bytes, block) = both.isolated(source: source, names)
    let baked = try #require(options.baked(intoSource: bytes, followedBy: block))
    let (headerBytes, headerBlock) = both.isolated(header: header, names)
    let bakedHeader = try #require(
      options.baked(intoHeader: headerBytes, followedBy: headerBlock)
    )

    let text = String(decoding: baked, as: UTF8.self)
    #expect(
      text.contains(
        """
        /* amalgam: end prefix */
        /* amalgam: begin visibility hidden */
        #undef SQLITE_API
        #define SQLITE_API __attribute__((visibility("hidden")))
        /* amalgam: end visibility hidden */
        #line 2
        #define SQLITE_CORE 1
        """
      )
    )
    let headerText = String(decoding: bakedHeader, as: UTF8.self)
    #expect(headerText.contains("#define sqlite3_open acme_sqlite3_open\n"))
    #expect(!headerText.contains("visibility"))
  }

  @Test func `without a prefix nothing is changed`() {
    let (bytes, block) = Isolation().isolated(source: source, names)

    #expect(bytes == source)
    #expect(block == "")
  }

  @Test func `an extension's own global names are renamed in its copy`() throws {
    let text = "int helper(void){ return 0; }\nstatic int own;\nint sqlite3_geo_init(void){}\n"
    let geo = try ExtensionSource(
      name: "geo",
      origin: "geo.c",
      contents: Array(text.utf8),
      entryPoint: nil,
      location: SourceLocation(file: "p", line: 1, column: 1, excerpt: "")
    )

    #expect(
      String(decoding: geo.contents(prefix), as: UTF8.self) == """
        /* amalgam: begin prefix 'acme_' */
        #define helper acme_helper
        #define sqlite3_geo_init acme_sqlite3_geo_init
        /* amalgam: end prefix */
        #line 1

        """ + text
    )
    #expect(geo.contents(nil) == Array(text.utf8))
  }

  @Test func `Swift gets a function, a type and a constant for each plain name`() {
    let preprocessed = Array(
      """
      typedef __builtin_va_list va_list;
      extern const char acme_sqlite3_version[];
      extern char *acme_sqlite3_temp_directory;
      typedef struct acme_sqlite3 acme_sqlite3;
      typedef struct acme_sqlite3_vfs acme_sqlite3_vfs;
      struct acme_sqlite3_vfs { int iVersion; };
      typedef long long int acme_sqlite3_int64;
      typedef void (*acme_sqlite3_destructor_type)(void*);
      int acme_sqlite3_open(const char *filename, acme_sqlite3 **ppDb);
      char *acme_sqlite3_vmprintf(const char*, va_list);
      char *acme_sqlite3_mprintf(const char*,...);
      int acme_sqlite3_exec(acme_sqlite3*, int (*x)(void*,char**), void *, char **const*);
      void acme_sqlite3_free(void*);
      acme_sqlite3_vfs *acme_sqlite3_find(acme_sqlite3_int64 n, acme_sqlite3_destructor_type);
      int foreign(void);

      """.utf8
    )

    let overlay = SwiftOverlay(
      module: "CSQLiteApp",
      prefix: prefix,
      preprocessed: preprocessed,
      header: header
    )

    let function = "@_alwaysEmitIntoClient @inline(__always) @discardableResult public func"
    let value = "@_alwaysEmitIntoClient public var"
    #expect(
      overlay.text == """
        // swift-interface-format-version: 1.0
        // swift-module-flags: -module-name CSQLiteApp -import-underlying-module
        // The plain names of what 'acme_' is put before. Made by amalgam.
        @_exported import CSQLiteApp
        public typealias sqlite3_destructor_type = CSQLiteApp.acme_sqlite3_destructor_type
        public typealias sqlite3_int64 = CSQLiteApp.acme_sqlite3_int64
        public typealias sqlite3_vfs = CSQLiteApp.acme_sqlite3_vfs
        \(value) sqlite3_temp_directory: Swift.UnsafeMutablePointer<Swift.CChar>! \
        { get { return CSQLiteApp.acme_sqlite3_temp_directory } \
        set { CSQLiteApp.acme_sqlite3_temp_directory = newValue } }
        \(function) sqlite3_open(_ p0: Swift.UnsafePointer<Swift.CChar>!, \
        _ p1: Swift.UnsafeMutablePointer<Swift.OpaquePointer?>!) -> Swift.Int32 \
        { return CSQLiteApp.acme_sqlite3_open(p0, p1) }
        \(function) sqlite3_vmprintf(_ p0: Swift.UnsafePointer<Swift.CChar>!, \
        _ p1: Swift.CVaListPointer) -> Swift.UnsafeMutablePointer<Swift.CChar>! \
        { return CSQLiteApp.acme_sqlite3_vmprintf(p0, p1) }
        \(function) sqlite3_exec(_ p0: Swift.OpaquePointer!, \
        _ p1: (@convention(c) (Swift.UnsafeMutableRawPointer?, \
        Swift.UnsafeMutablePointer<Swift.UnsafeMutablePointer<Swift.CChar>?>?) -> Swift.Int32)!, \
        _ p2: Swift.UnsafeMutableRawPointer!, \
        _ p3: Swift.UnsafePointer<Swift.UnsafeMutablePointer<Swift.UnsafeMutablePointer<\
        Swift.CChar>?>?>!) -> Swift.Int32 \
        { return CSQLiteApp.acme_sqlite3_exec(p0, p1, p2, p3) }
        \(function) sqlite3_free(_ p0: Swift.UnsafeMutableRawPointer!) -> Swift.Void \
        { return CSQLiteApp.acme_sqlite3_free(p0) }
        \(function) sqlite3_find(_ p0: acme_sqlite3_int64, \
        _ p1: acme_sqlite3_destructor_type!) \
        -> Swift.UnsafeMutablePointer<acme_sqlite3_vfs>! \
        { return CSQLiteApp.acme_sqlite3_find(p0, p1) }
        \(value) SQLITE_VERSION: Swift.String { get { return "3.53.4" } }
        \(value) SQLITE_VERSION_NUMBER: Swift.Int32 { get { return 3053004 } }

        """
    )
  }

  @Test func `a variant with hidden names is an archive alone`() {
    var profile = ResolvedProfile(name: "app", file: "Profiles/app.profile")
    profile.visibility = Located(
      .hidden,
      at: SourceLocation(file: "p", line: 1, column: 1, excerpt: "")
    )

    let plan = plan(profile)

    #expect(plan.products.map(\.output) == ["libsqlite3-app.a"])
  }

  @Test func `a prefixed variant has a registration of its own name and Swift's plain names`() {
    var profile = ResolvedProfile(name: "app", file: "Profiles/app.profile")
    let plain = plan(profile)
    profile.prefix = Located(
      "acme_",
      at: SourceLocation(file: "p", line: 1, column: 1, excerpt: "")
    )

    let plan = plan(profile)

    #expect(plan.registration.function == "acme_amalgam_app_autoext")
    #expect(plan.writes.map(\.path).contains("CSQLiteApp.swiftinterface"))
    #expect(plan.digest != plain.digest)
    #expect(
      plan.compiles.last?.command.description
        == "clang -E -P -MD -MF objects/sqlite3.d -o objects/sqlite3.i -x c sqlite3.h"
    )
    #expect(plan.products[0].command.arguments.last == "objects/registration.o")
    #expect(
      plan.writes.prefix(3).map(\.contents.summary) == [
        "the amalgamation with the options baked in, names prefixed with 'acme_'",
        "the header with the options baked in, names prefixed with 'acme_'",
        "the header for extensions, names prefixed with 'acme_'",
      ]
    )
  }

  private func plan(_ profile: ResolvedProfile) -> BuildPlan {
    .example(profile, release: Version(3, 53, 4), checkIn: "bf7c")
  }
}
