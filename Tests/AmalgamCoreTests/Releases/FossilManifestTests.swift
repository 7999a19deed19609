import AmalgamCore
import AmalgamTestSupport
import Testing

struct FossilManifestTests {
  private static let sha3 = String(repeating: "0a", count: 32)
  private static let sha1 = String(repeating: "1b", count: 20)
  private static let lastLine = "# Remove this line to create a well-formed Fossil manifest.\n"

  private func manifest(_ lines: String...) throws -> FossilManifest {
    try FossilManifest(
      parsing: Array((lines.joined(separator: "\n") + "\n" + Self.lastLine).utf8),
      file: "manifest"
    )
  }

  @Test func `files are read with the algorithm their digits tell`() throws {
    let manifest = try manifest(
      "C Version\\s3.53.4",
      "D 2026-07-24T19:02:57.525",
      "F VERSION \(Self.sha1)",
      "F configure \(Self.sha3) x",
      "F a\\sb\\\\c \(Self.sha3) w old\\sname",
      "U drh"
    )

    #expect(manifest.entries.map(\.name) == ["VERSION", "configure", "a b\\c"])
    #expect(
      manifest.entries.map(\.digest) == [.sha1(Self.sha1), .sha3(Self.sha3), .sha3(Self.sha3)]
    )
    #expect(manifest.year == 2026)
  }

  /// The two lines' SHA3-256 was computed with another implementation (Python's hashlib).
  @Test func `the check-in is the digest of all but the last line`() throws {
    let manifest = try manifest("C Version\\s3.53.4", "F VERSION \(Self.sha1)")

    #expect(
      manifest.checkIn == "717c6f719906ec27668ed1cb99b0c2de44a0699094e4ad1147b9c910d3a9c517"
    )
  }

  @Test func `a text that is no manifest is refused`() {
    expectFailure(
      "manifest: error: is not the manifest of a source tree: its last line is not "
        + "'# Remove this line to create a well-formed Fossil manifest.'"
    ) { try FossilManifest(parsing: Array("F VERSION \(Self.sha1)\n".utf8), file: "manifest") }
  }

  @Test(arguments: [
    "F x", "F x 12", "F x zz", "F ../x \(sha3)", "F /x \(sha3)", "F a//b \(sha3)",
    "F a/./b \(sha3)", "F a\\n \(sha3)", "F a\\", "F a \(sha3) x y z", "F a \(sha3.uppercased())",
  ])
  func `a line that names no file inside with a digest is refused`(line: String) {
    expectFailure(
      "manifest:2: error: cannot be read as a file and its digest: '\(line)'"
    ) { try manifest("C x", line) }
  }

  @Test func `a file named twice is refused`() {
    expectFailure("manifest: error: names the file 'a' twice") {
      try manifest("F a \(Self.sha1)", "F a \(Self.sha3)")
    }
  }

  @Test func `bytes that are no text are refused, not read as other names`() {
    var bytes = Array("F a".utf8)
    bytes += [0xFF]
    bytes += Array(" \(Self.sha1)\n\(Self.lastLine)".utf8)

    expectFailure(
      "manifest:1: error: cannot be read as a file and its digest: 'F a\u{FFFD} \(Self.sha1)'"
    ) { try FossilManifest(parsing: bytes, file: "manifest") }
  }
}
