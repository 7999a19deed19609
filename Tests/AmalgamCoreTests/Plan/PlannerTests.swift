import AmalgamCore
import AmalgamTestSupport
import Testing

struct PlannerTests {
  private func plan(
    options: [CompileOption] = [],
    grammar: [CompileOption] = [],
    toolchain: Toolchain = .clang,
    target: String = "x86_64-unknown-linux-gnu",
    libraries: [String] = [],
    manifest: Bool = true,
    extensions: [ExtensionSource] = [],
    sanitizer: Sanitizer? = nil
  ) -> BuildPlan {
    var profile = ResolvedProfile(name: "app", file: "Profiles/app.profile")
    profile.options = options
    profile.hasManifestFunction = manifest
    return .example(
      profile,
      target: target,
      toolchain: toolchain,
      extensions: extensions,
      grammar: grammar,
      libraries: libraries,
      sanitizer: sanitizer
    )
  }

  private func source(_ name: String, math: Bool = false) throws -> ExtensionSource {
    let include = math ? "#include <math.h>\n" : ""
    return try ExtensionSource(
      name: name,
      origin: "\(name).c",
      contents: Array((include + "int sqlite3_\(name)_init(void) {}").utf8),
      entryPoint: nil,
      location: SourceLocation(file: "p", line: 1, column: 1, excerpt: "")
    )
  }

  @Test func `a variant is compiled, archived and linked under the profile's name`() throws {
    let plan = plan(libraries: ["m"], extensions: [try source("geo")])

    #expect(
      (plan.compiles + plan.products).map(\.command.description) == [
        "clang -c -O2 -fPIC -MD -MF objects/sqlite3.d -o objects/sqlite3.o sqlite3.c",
        "clang -c -O2 -fPIC -fvisibility=hidden -MD -MF objects/registration.d "
          + "-o objects/registration.o registration.c",
        "clang -c -O2 -fPIC -fvisibility=hidden -DSQLITE_CORE=1 -I. -MD -MF objects/geo.d "
          + "-o objects/geo.o extensions/geo.c",
        "llvm-ar rcsD libsqlite3-app.a objects/sqlite3.o objects/registration.o objects/geo.o",
        "clang -shared -Wl,-soname,libsqlite3-app.so -Wl,-z,defs -fuse-ld=lld "
          + "-o libsqlite3-app.so objects/sqlite3.o objects/registration.o objects/geo.o -lm",
      ]
    )
    #expect(
      plan.writes.map(\.path) == [
        "sqlite3.c", "sqlite3.h", "sqlite3ext.h", "module.modulemap", "sqlite3-app.pc",
        "registration.c", "registration.h", "extensions/geo.c",
      ]
    )
  }

  @Test func `a sanitizer is in every compile and link, and the program brings what it calls`() {
    let plan = plan(manifest: false, sanitizer: .address)

    #expect(
      (plan.compiles + plan.products).map(\.command.description) == [
        "clang -c -O0 -g -fno-omit-frame-pointer -fsanitize=address -fPIC -MD -MF objects/sqlite3.d "
          + "-o objects/sqlite3.o sqlite3.c",
        "llvm-ar rcsD libsqlite3-app.a objects/sqlite3.o",
        "clang -shared -Wl,-soname,libsqlite3-app.so -fsanitize=address -fuse-ld=lld "
          + "-o libsqlite3-app.so objects/sqlite3.o",
      ]
    )
  }

  @Test func `an Apple target gets a dylib found by its run path`() {
    let plan = plan(target: "arm64-apple-ios15")

    #expect(
      plan.products.last?.command.description
        == "clang --target=arm64-apple-ios15 -dynamiclib -install_name "
        + "@rpath/libsqlite3-app.dylib -fuse-ld=lld -o libsqlite3-app.dylib objects/sqlite3.o "
        + "objects/registration.o"
    )
  }

  @Test func `a cross gcc is not told its target`() {
    let plan = plan(toolchain: .gcc, target: "aarch64-linux-gnu")

    #expect(
      plan.compiles[0].command.description
        == "gcc -m64 -c -O2 -fPIC -MD -MF objects/sqlite3.d -o objects/sqlite3.o sqlite3.c"
    )
  }

  @Test func `without extensions and manifest nothing is registered`() {
    let plan = plan(manifest: false)

    #expect(plan.compiles.map(\.output) == ["objects/sqlite3.o"])
    #expect(!plan.writes.contains { $0.path.hasPrefix("registration") })
  }

  @Test func `an extension that includes math needs the library`() throws {
    #expect(plan(extensions: [try source("geo", math: true)]).libraries == ["m"])
    #expect(plan(extensions: [try source("geo")]).libraries == [])
  }

  @Test func `a plan's digest follows whatever decides the outputs`() {
    let plain = plan().digest

    #expect(plan().digest == plain)
    #expect(plan(options: [CompileOption("SQLITE_X")]).digest != plain)
    #expect(plan(grammar: [CompileOption("SQLITE_OMIT_REINDEX")]).digest != plain)
    #expect(plan(toolchain: .gcc).digest != plain)
    #expect(plan(libraries: ["m"]).digest != plain)
  }

  @Test(arguments: [
    ([], "universal", "OPT_FEATURE_FLAGS=-DSQLITE_UDL_CAPABLE_PARSER"),
    (
      ["SQLITE_ENABLE_UPDATE_DELETE_LIMIT"], "universal",
      "OPT_FEATURE_FLAGS=-DSQLITE_UDL_CAPABLE_PARSER"
    ),
    (
      ["SQLITE_OMIT_RETURNING", "SQLITE_OMIT_REINDEX"],
      "SQLITE_OMIT_REINDEX, SQLITE_OMIT_RETURNING",
      "OPT_FEATURE_FLAGS=-DSQLITE_OMIT_REINDEX -DSQLITE_OMIT_RETURNING -DSQLITE_UDL_CAPABLE_PARSER"
    ),
  ])
  func `one universal amalgamation serves profiles without other grammar options`(
    names: [String],
    summary: String,
    variable: String
  ) {
    let grammar = GrammarSet(universalWith: names.map { CompileOption($0) })

    #expect(grammar.summary == summary)
    #expect(grammar.makeVariable == variable)
    #expect(GrammarSet.stock.makeVariable == "OPT_FEATURE_FLAGS=")
  }

  @Test func `a variant is named after what is special about it`() {
    #expect(
      VariantName(
        profile: "full",
        release: Version(3, 46, 1),
        target: "aarch64-linux-gnu",
        compiler: "/usr/bin/gcc -m64",
        optimize: .debug,
        sanitizer: .address
      ).description == "full@3.46.1+aarch64-linux-gnu~gcc_-m64~debug~address"
    )
  }
}
