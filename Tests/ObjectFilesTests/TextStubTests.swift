import ObjectFiles
import Testing

struct TextStubTests {
  @Test func `a stub of version 5, which is JSON, tells what older ones do`() throws {
    try Array(versionFive.utf8).withUnsafeBytes { buffer in
      let objects = try ObjectFile.all(in: buffer)
      #expect(objects.map(\.format) == [.textStub, .textStub])
      #expect(
        try objects.map { try $0.libraryName() } == ["/usr/lib/libn.dylib", "/usr/lib/other.dylib"]
      )
      #expect(try objects[0].neededLibraries() == ["/usr/lib/other.dylib"])
      #expect(try objects[1].neededLibraries() == [])
    }
    #expect(
      try symbols(of: Array(versionFive.utf8)) == [
        "needed_function": "defined global default other",
        "needed_data": "defined global default other",
        "perhaps_function": "defined weak default other",
        "own": "defined global default threadLocal",
        "handed_on": "defined global default other",
        "in_other": "defined global default other",
      ]
    )
  }

  @Test(.enabled(if: Workshop.machOLinker != nil, "not run: there is no ld64.lld"))
  func `a linker takes the same stub for the same library`() throws {
    let workshop = try Workshop()
    try workshop.write(versionFive, to: "libn.tbd")
    try workshop.compile(
      "extern int needed_function(void); int f(void) { return needed_function(); }",
      to: "a.o",
      ["--target=arm64-apple-macos13"]
    )
    try workshop.linkMachO("arm64", ["-dylib", "a.o", "libn.tbd", "-o", "a.dylib"])

    #expect(
      try imports(in: workshop.bytes(of: "a.dylib"))["needed_function"] == "/usr/lib/libn.dylib"
    )
  }

  @Test func `JSON that is no stub is no object`() {
    let text = "{ \"version\": 5 }"
    #expect(throws: ReadError.self) { try summaries(of: Array(text.utf8)) }
  }

  @Test func `a stub of version 4 tells its name, its exports and what it re-exports`() throws {
    let stub = """
      --- !tapi-tbd
      tbd-version:     4
      targets:         [ x86_64-macos, arm64-macos ]
      install-name:    '/usr/lib/libsqlite3.dylib'
      current-version: 351.4
      reexported-libraries:
        - targets:         [ x86_64-macos ]
          libraries:       [ '/usr/lib/libz.dylib' ]
      exports:
        - targets:         [ x86_64-macos ]
          symbols:         [ _only_here, '$ld$hide$os10.4$_old' ]
        - targets:         [ x86_64-macos, arm64-macos ]
          symbols:         [ _sqlite3_open,
                             _sqlite3_close, "_quoted" ]
          objc-classes:    [ NSObject ]
          weak-symbols:    [ _weak ]
          thread-local-symbols: [ _own ]
      reexports:
        - targets:         [ arm64-macos ]
          symbols:         [ _handed_on ]
      undefineds:
        - targets:         [ arm64-macos ]
          symbols:         [ _not_ours ]
      --- !tapi-tbd
      tbd-version:     4
      install-name:    '/usr/lib/other.dylib'
      exports:
        - targets:         [ arm64-macos ]
          symbols:
            - _in_a_line
            - '_in_another'
      ...

      """

    try Array(stub.utf8).withUnsafeBytes { buffer in
      let objects = try ObjectFile.all(in: buffer)
      #expect(objects.map(\.format) == [.textStub, .textStub])
      #expect(objects.map(\.kind) == [.sharedLibrary, .sharedLibrary])
      #expect(try objects[0].libraryName() == "/usr/lib/libsqlite3.dylib")
      #expect(try objects[0].neededLibraries() == ["/usr/lib/libz.dylib"])
      #expect(try objects[1].libraryName() == "/usr/lib/other.dylib")
    }
    #expect(
      try symbols(of: Array(stub.utf8)) == [
        "only_here": "defined global default other",
        "$ld$hide$os10.4$_old": "defined global default other",
        "sqlite3_open": "defined global default other",
        "sqlite3_close": "defined global default other",
        "quoted": "defined global default other",
        "weak": "defined weak default other",
        "own": "defined global default threadLocal",
        "handed_on": "defined global default other",
        "in_a_line": "defined global default other",
        "in_another": "defined global default other",
      ]
    )
  }

  @Test func `a stub of version 3 is read too`() throws {
    let stub = """
      --- !tapi-tbd-v3
      archs:           [ x86_64 ]
      uuids:           [ 'x86_64: 00000000-0000-0000-0000-000000000000' ]
      platform:        macosx
      install-name:    /usr/lib/libsqlite3.dylib
      exports:
        - archs:           [ x86_64 ]
          re-exports:      [ /usr/lib/libz.dylib ]
          symbols:         [ _sqlite3_open ]
          weak-def-symbols: [ _weak ]
      ...
      """

    try Array(stub.utf8).withUnsafeBytes { buffer in
      let object = try #require(try ObjectFile.all(in: buffer).first)
      #expect(try object.libraryName() == "/usr/lib/libsqlite3.dylib")
      #expect(try object.neededLibraries() == ["/usr/lib/libz.dylib"])
      #expect(try ExportedNames(in: buffer).names == ["sqlite3_open", "weak"])
    }
  }
}

private let versionFive = """
  {
   "libraries": [
    {
     "exported_symbols": [{"text": {"global": ["_in_other"]}}],
     "install_names": [{"name": "/usr/lib/other.dylib"}],
     "target_info": [{"min_deployment": "13", "target": "arm64-macos"}]
    }
   ],
   "main_library": {
    "exported_symbols": [
     {
      "data": {"global": ["_needed_data"], "objc_class": ["NSObject"], "thread_local": ["_own"]},
      "targets": ["arm64-macos"],
      "text": {"global": ["_needed_function"], "weak": ["_perhaps_function"]}
     }
    ],
    "flags": [{"attributes": ["flat_namespace"]}],
    "install_names": [{"name": "/usr/lib/libn.dylib"}],
    "reexported_libraries": [{"names": ["/usr/lib/other.dylib"], "targets": ["arm64-macos"]}],
    "reexported_symbols": [{"text": {"global": ["_handed_on"]}}],
    "target_info": [{"min_deployment": "13", "target": "arm64-macos"}],
    "undefined_symbols": [{"text": {"global": ["_not_ours"]}}]
   },
   "tapi_tbd_version": 5
  }
  """
