import AmalgamCore
import AmalgamTestSupport
import Testing

struct LibraryFileTests {
  private func read(_ bytes: [UInt8]) -> LibraryEvidence {
    var library = exampleLibrary()
    bytes.withUnsafeBytes { library.readFile($0) }
    return library
  }

  @Test func `a file that is no library says so`() {
    let library = read(Array("hello".utf8))

    #expect(library.symbols.elements == nil)
    #expect(library.symbols.reason?.hasPrefix("it cannot be read: ") ?? false)
  }

  @Test func `an empty archive has no names`() {
    #expect(read(Array("!<arch>\n".utf8)).symbols == .known([]))
  }

  @Test func `an archive is known by its beginning, anything else by its header`() {
    func linkage(_ text: String) -> LibraryEvidence.Linkage? {
      Array(text.utf8).withUnsafeBytes { LibraryFile.linkage(of: $0) }
    }

    #expect(linkage("!<arch>\n") == .archive)
    #expect(linkage("#!/bin/sh\n") == nil)
    #expect(linkage("") == nil)
  }

  @Test func `a header tells its release`() {
    let header = HeaderEvidence(
      file: "sqlite3.h",
      text: """
        #define SQLITE_VERSION        "3.53.4"
        #define SQLITE_VERSION_NUMBER 3053004
        #define SQLITE_SOURCE_ID      "2026-07-24 abc"

        """
    )

    #expect(header.version == "3.53.4")
    #expect(header.sourceID == "2026-07-24 abc")
    #expect(HeaderEvidence(file: "x", text: "#define SQLITE_VERSION\n").version == nil)
  }
}
