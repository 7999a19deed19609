import ObjectFiles
import Testing

struct TextStubTests {
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
