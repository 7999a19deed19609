import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import ObjectFiles
import Testing

enum AppleLinker {
  /// A linker for Apple's systems; the Swift toolchain's own refuses them.
  static let name = (19...30).reversed().map { "ld64.lld-\($0)" }
    .first { SystemCommands().find($0) != nil }

  /// What makes universal files of files for one processor.
  static let lipo = (["llvm-lipo"] + (14...30).reversed().map { "llvm-lipo-\($0)" })
    .first { SystemCommands().find($0) != nil }
}

/// The same for Apple's systems, with objects from clang and images from `ld64.lld`, which cannot run
/// here: where a name comes from, the linked image itself tells.
@Suite(
  .serialized,
  .enabled(if: AppleLinker.name != nil, "not run: ld64.lld-19 is not installed")
)
struct AppleLinkTests {
  private static let system = "/usr/lib/libsqlite3.dylib"

  private let shop: LinkShop
  private let target = ["-target", "arm64-apple-macos13"]

  init() throws {
    shop = try LinkShop()
    try shop.folder.write(
      Self.stub("/usr/lib/libSystem.B.dylib", ["dyld_stub_binder", "_puts"]),
      to: "libSystem.tbd"
    )
    try shop.folder.write(
      Self.stub(
        Self.system,
        ["_sqlite3_libversion", "_sqlite3_open", "_sqlite3_step", "_sqlite3_snapshot_get"]
      ),
      to: "libsqlite3.tbd"
    )
    try shop.archive("own.a", version: "3.53.4", flags: target)
    try shop.program(flags: target)
  }

  private static func stub(_ name: String, _ symbols: [String]) -> String {
    """
    --- !tapi-tbd
    tbd-version:     4
    targets:         [ arm64-macos, x86_64-macos ]
    install-name:    '\(name)'
    exports:
      - targets:     [ arm64-macos, x86_64-macos ]
        symbols:     [ \(symbols.joined(separator: ", ")) ]
    ...

    """
  }

  private func link(
    _ inputs: [String],
    to output: String = "image",
    for architecture: String = "arm64"
  ) throws -> (isSuccess: Bool, output: String) {
    try shop.run(
      [
        try #require(AppleLinker.name), "-arch", architecture, "-platform_version", "macos",
        "13.0", "13.0",
      ]
        + ["-L."] + inputs + ["libSystem.tbd", "-o", output]
    )
  }

  /// The names of SQLite that the linked image imports, with the library of each.
  private func imports(of image: String = "image") throws -> [String: String] {
    var imports: [String: String] = [:]
    try SystemFiles().read(shop.path(image)).withUnsafeBytes { bytes in
      try ObjectFile.forEach(in: bytes) { object throws(ReadError) in
        let libraries = try object.neededLibraries()
        try object.forEachImport { bound in
          guard bound.name.hasPrefix("sqlite3_"), case .library(let index) = bound.provider else {
            return
          }
          imports[String(decoding: bound.name, as: UTF8.self)] = libraries[index]
        }
      }
    }
    return imports
  }

  @Test func `a system stub in front takes all names without a word`() throws {
    let groups = try shop.groups(["main.o", "libsqlite3.tbd", "own.a"])

    #expect(try link(["main.o", "libsqlite3.tbd", "own.a"]).isSuccess)
    #expect(
      try imports() == ["sqlite3_libversion": Self.system, "sqlite3_open": Self.system]
    )
    #expect(groups.map(\.verdict) == [.silent])
    #expect(groups.map(\.winner) == ["libsqlite3.tbd"])
    #expect(
      try shop.text(["main.o", "libsqlite3.tbd", "own.a"]) == """
        libsqlite3.tbd, own.a: error: [duplicate-symbols] 3 names are defined in both; the linker \
        takes 'libsqlite3.tbd', which comes first, and says nothing
          note: such as 'sqlite3_libversion', in libsqlite3.tbd and own.a(sqlite3.o)
          fix: keep one: drop 'libsqlite3.tbd' from the link line, where '-lsqlite3' or a linked \
        library 'sqlite3' brings it; else link one into a shared library of its own, built with \
        'visibility hidden'; else build one with a prefix, as in 'prefix acme_'
        """
    )
  }

  @Test func `a library's install name by which nothing finds it is told, and the fix mends it`()
    throws
  {
    try shop.compile(
      """
      const char sqlite3_version[] = "3.46.1";
      const char *sqlite3_sourceid(void) { return "\(InspectWorkbench.id)"; }
      const char *corrupt(void) { return "malformed database schema (%s)"; }
      """,
      to: "copy.o",
      target
    )
    func findings(_ name: String) throws -> [Finding] {
      let linked = try link(["-dylib", "-install_name", name, "copy.o"], to: "libown.dylib")
      try #require(linked.isSuccess, "\(linked.output)")
      let program = try ProgramLoader(
        files: SystemFiles(),
        commands: SystemCommands(),
        progress: Progress(terminal: RecordingTerminal())
      ).load([(shop.path("libown.dylib"), "libown.dylib")])
      return try Inspector().inspect(program, requirements: [], hashing: false).report.findings
    }

    expectFindings(
      try findings("libown.dylib"),
      """
      libown.dylib: error: [install-name] its install name 'libown.dylib' is neither absolute nor \
      begins with '@rpath/', so programs linked with it find it only by chance
        fix: link it with '-install_name @rpath/libown.dylib'
      """
    )
    expectFindings(
      try findings(Self.system),
      """
      libown.dylib: error: [install-name] its install name is '\(Self.system)', the system library's \
      own
        fix: link it with '-install_name @rpath/libNAME.dylib'
      """
    )
    expectFindings(try findings("@rpath/libown.dylib"), "")
    expectFindings(try findings("/opt/lib/libown.dylib"), "")
  }

  /// `delocate` and its like have programs seek a library beside them, whatever it is called.
  @Test func `a library that a program seeks beside itself is the one that was given`() throws {
    try shop.compile(LinkShop.copy("3.46.1"), to: "copy.o", target)
    let name = "@loader_path/libown.dylib"
    #expect(try link(["-dylib", "-install_name", name, "copy.o"], to: "libown.dylib").isSuccess)
    #expect(try link(["main.o", "libown.dylib"], to: "prog").isSuccess)
    #expect(try imports(of: "prog").values.contains(name))
    let ownName = ["-dylib", "-install_name", "@rpath/libown.dylib", "copy.o"]
    #expect(try link(ownName, to: "libown.dylib").isSuccess)

    #expect(try shop.text(["prog", "libown.dylib"], isLinkOrder: false) == "")
  }

  /// What a library lacks of the one that it takes the place of, the loader misses at start.
  @Test func `a library in place of another one has to have all its names`() throws {
    try shop.compile(LinkShop.copy("3.46.1"), to: "copy.o", target)
    func text(_ name: String, _ reference: [String]) throws -> String {
      let linked = try link(["-dylib", "-install_name", name, "copy.o"], to: "own.dylib")
      try #require(linked.isSuccess, "\(linked.output)")
      return try shop.text(["own.dylib"] + reference, isLinkOrder: false)
    }

    #expect(
      try text("libsqlite3.0.dylib", []) == """
        own.dylib: error: [install-name] its install name 'libsqlite3.0.dylib' is neither absolute \
        nor begins with '@rpath/', so programs linked with it find it only by chance
          fix: link it with '-install_name @rpath/libsqlite3.0.dylib'
        """
    )
    #expect(
      try text(Self.system, ["libsqlite3.tbd"]).contains(
        """
        own.dylib: error: [install-name] its install name is '\(Self.system)', the system \
        library's own
          note: 'libsqlite3.tbd' goes by that name too and has what this one lacks, 1 name: \
        'sqlite3_snapshot_get'
          fix: link it with '-install_name @rpath/libNAME.dylib'
        """
      )
    )
    try shop.folder.write(
      Self.stub("@rpath/libx.dylib", ["_sqlite3_open", "_sqlite3_intarray_bind"]),
      to: "x.tbd"
    )
    #expect(
      try text("@rpath/libx.dylib", ["x.tbd"]).contains(
        """
        own.dylib: error: [install-name] it goes by the name of 'x.tbd', '@rpath/libx.dylib', and \
        lacks 1 name: 'sqlite3_intarray_bind'
          fix: build it with all of them, or link it with another '-install_name'
        """
      )
    )
    #expect(try !text("@rpath/liby.dylib", ["x.tbd"]).contains("[install-name]"))
    try shop.compile(LinkShop.copy("3.46.1", ["sqlite3_intarray_bind"]), to: "copy.o", target)
    #expect(try !text("@rpath/libx.dylib", ["x.tbd"]).contains("[install-name]"))
  }

  @Test func `an archive in front of the stub wins, which is a warning`() throws {
    let text = try shop.text(["main.o", "own.a", "libsqlite3.tbd"])

    #expect(try link(["main.o", "own.a", "libsqlite3.tbd"]).isSuccess)
    #expect(try imports() == [:])
    #expect(
      text.hasPrefix(
        "own.a, libsqlite3.tbd: warning: [duplicate-symbols] 3 names are defined in both; the "
          + "linker takes 'own.a', which comes first, and says nothing\n"
      )
    )
    #expect(try shop.text(["main.o", "own.a"]) == "")
  }

  @Test func `an object that asks for the library by itself gets the system's`() throws {
    try shop.compile(
      "__asm__(\".linker_option \\\"-lsqlite3\\\"\");\n" + "int sqlite3_open(void); "
        + "int main(void) { return sqlite3_open(); }",
      to: "main.o",
      target
    )

    #expect(try link(["main.o"]).isSuccess)
    #expect(try imports() == ["sqlite3_open": Self.system])
    #expect(
      try shop.text(["main.o"]) == """
        main.o: warning: [autolink] no file given here has SQLite; the object asks the linker for \
        '-lsqlite3' by itself, as 'import SQLite3' makes it, so the system's copy answers for \
        'sqlite3_open'
          fix: put an archive of SQLite on the link line, and import its module in place of 'SQLite3'
        """
    )
    #expect(try shop.text(["main.o", "own.a"]) == "")
    #expect(try link(["main.o", "own.a"]).isSuccess)
    #expect(try imports() == [:])
  }

  @Test func `an archive that lacks one function gets it from the system's copy`() throws {
    try shop.compile(
      "__asm__(\".linker_option \\\"-lsqlite3\\\"\");\n"
        + "int sqlite3_open(void), sqlite3_snapshot_get(void);"
        + "int main(void) { return sqlite3_open() + sqlite3_snapshot_get(); }",
      to: "main.o",
      target
    )

    #expect(try link(["main.o", "own.a"]).isSuccess)
    #expect(try imports() == ["sqlite3_snapshot_get": Self.system])
    #expect(
      try shop.text(["main.o", "own.a"]) == """
        own.a, -lsqlite3: error: [split] 'own.a' has a SQLite of its own, but \
        'sqlite3_snapshot_get' comes from '-lsqlite3'
          note: 'main.o' asks the linker for it by itself, as 'import SQLite3' makes it
          fix: keep one: build the SQLite of 'own.a' with 'SQLITE_ENABLE_SNAPSHOT', and drop \
        '-lsqlite3'
        """
    )
    #expect(
      try shop.groups(["main.o", "own.a", "libsqlite3.tbd"]).map(\.verdict) == [.split]
    )
    #expect(
      try shop.text(["image"], isLinkOrder: false).hasPrefix(
        "image, \(Self.system): error: [split] 'image' has a SQLite of its own, but "
          + "'sqlite3_snapshot_get' comes from '\(Self.system)'\n"
      )
    )
  }

  /// For each processor the linker sees another pair of archives.
  @Test(
    .enabled(if: AppleLinker.lipo != nil, "not run: llvm-lipo is not installed"),
    arguments: [["one.a", "two.a"], ["two.a", "one.a"]]
  )
  func `of universal archives each part is judged for its own processor`(
    order: [String]
  ) throws {
    let lipo = try #require(AppleLinker.lipo)
    let versions = [
      "one.a": ["arm64": "3.40.1", "x86_64": "3.41.2"],
      "two.a": ["arm64": "3.53.4", "x86_64": "3.46.1"],
    ]
    for (name, parts) in versions {
      for (architecture, version) in parts {
        try shop.archive(
          "\(architecture)-\(name)",
          version: version,
          // Only one part of one archive has it, so that only one link stops.
          more: version == "3.53.4" ? ["sqlite3session_create"] : [],
          flags: ["-target", "\(architecture)-apple-macos13"]
        )
      }
      try shop.must(
        [lipo, "-create"] + parts.keys.map { "\($0)-\(name)" } + ["-output", name]
      )
    }
    for architecture in ["arm64", "x86_64"] {
      let calls =
        ["sqlite3_libversion"] + (architecture == "arm64" ? ["sqlite3session_create"] : [])
      try shop.program(
        "main-\(architecture).o",
        printing: calls,
        flags: ["-target", "\(architecture)-apple-macos13"]
      )
    }
    try shop.must([lipo, "-create", "main-arm64.o", "main-x86_64.o", "-output", "main.o"])

    let groups = try shop.groups(["main.o"] + order)

    let stops = order == ["one.a", "two.a"]
    #expect(Set(groups.map(\.verdict)) == (stops ? [.duplicateError, .silent] : [.silent]))
    #expect(groups.compactMap(\.winner) == [order[0]])
    for architecture in ["arm64", "x86_64"] {
      let linked = try link(["main.o"] + order, for: architecture)
      #expect(linked.isSuccess == !(stops && architecture == "arm64"), "\(linked.output)")
      guard linked.isSuccess else { continue }
      let text = String(decoding: try SystemFiles().read(shop.path("image")), as: UTF8.self)
      let told = try #require(versions[order[0]]?[architecture])
      let there = versions.values.flatMap(\.values).filter(text.contains)
      #expect(there == [told])
    }
  }

  @Test func `a name that only the second archive has makes the linker stop`() throws {
    try shop.archive(
      "more.a",
      version: "3.46.1",
      more: ["sqlite3session_create"],
      flags: target
    )
    try shop.program(printing: ["sqlite3session_create"], flags: target)

    #expect(try shop.groups(["main.o", "own.a", "more.a"]).map(\.verdict) == [.duplicateError])
    #expect(try !link(["main.o", "own.a", "more.a"]).isSuccess)
    #expect(try shop.groups(["main.o", "more.a", "own.a"]).map(\.winner) == ["more.a"])
    #expect(try link(["main.o", "more.a", "own.a"]).isSuccess)
  }

  @Test func `private external names collide in one link`() throws {
    for (name, version) in [("c.a", "3.40.1"), ("d.a", "3.53.4")] {
      try shop.archive(name, version: version, flags: target + ["-fvisibility=hidden"])
    }

    let silent = try shop.groups(["main.o", "c.a", "d.a"])

    #expect(silent.map(\.verdict) == [.silent])
    #expect(silent.map(\.count) == [LinkShop.namesOfCopy])
    #expect(try link(["main.o", "c.a", "d.a"]).isSuccess)
    let stopping = try shop.groups(["main.o", "c.a", "d.a"], takesAll: true)
    #expect(stopping.map(\.verdict) == [.duplicateError])
    #expect(try !link(["-all_load", "main.o", "c.a", "d.a"]).isSuccess)
  }

  @Test func `two libraries with a copy each are isolated by their namespaces`() throws {
    for (name, version) in [("one.dylib", "3.40.1"), ("two.dylib", "3.53.4")] {
      try shop.compile(
        LinkShop.copy(version)
          + "const char *user_of_\(version.cName)(void) { return sqlite3_libversion(); }",
        to: "u.o",
        target
      )
      #expect(try link(["-dylib", "-install_name", "@rpath/\(name)", "u.o"], to: name).isSuccess)
    }

    let text = try shop.text(["one.dylib", "two.dylib"], isLinkOrder: false)

    #expect(
      text.hasPrefix(
        "one.dylib, two.dylib: note: [duplicate-symbols] 3 names are defined in both, each for its "
          + "own use\n"
      )
    )
    #expect(text.contains("[two-copies] 2 copies of SQLite are at work in one process"))
  }

  @Test func `an archive in front of a library that has a copy inside leaves each its own`() throws
  {
    try shop.compile(
      LinkShop.copy("3.40.1")
        + "const char *user_of_3_40_1(void) { return sqlite3_libversion(); }",
      to: "u.o",
      target
    )
    #expect(try link(["-dylib", "u.o"], to: "one.dylib").isSuccess)
    try shop.program(printing: ["user_of_3_40_1"], flags: target)

    #expect(try link(["main.o", "own.a", "one.dylib"]).isSuccess)
    #expect(try imports() == [:])
    #expect(try shop.groups(["main.o", "own.a", "one.dylib"]).map(\.verdict) == [.isolated])
  }

  /// What keeps names inside is another option of each format's linker.
  @Test func `the way out of an export that is forbidden is one of Apple's linkers`() throws {
    try shop.compile(
      "const char *sqlite3_open(void); const char *user(void) { return sqlite3_open(); }",
      to: "u.o",
      target
    )
    #expect(try link(["-dylib", "u.o", "own.a"], to: "product.dylib").isSuccess)

    let text = try shop.text(["product.dylib"], forbidding: ["sqlite3_*"])
    #expect(
      text.contains(
        """
        product.dylib: error: [forbidden-exports] exports 3 names that '--forbid-exports sqlite3_*' \
        forbids: 'sqlite3_libversion', 'sqlite3_open', 'sqlite3_step'
          fix: link its archive with '-Wl,-load_hidden,ARCHIVE', or build its SQLite with \
        'visibility hidden'
        """
      ),
      "\(text)"
    )
    let hidden = ["-dylib", "u.o", "-load_hidden", "own.a"]
    #expect(try link(hidden, to: "product.dylib").isSuccess)
    let rest = try shop.text(["product.dylib"], forbidding: ["sqlite3_*"])
    #expect(!rest.contains("forbidden-exports"), "\(rest)")
  }

  @Test func `duplicate classes of Objective-C are no conflict of SQLite's`() throws {
    let source = "int OBJC_CLASS_Foo __asm__(\"_OBJC_CLASS_$_Foo\") = 1;\n"
    for name in ["x.o", "y.o"] { try shop.compile(source, to: name, target) }

    #expect(try shop.groups(["x.o", "y.o"]) == [])
  }
}
