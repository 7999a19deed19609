import AmalgamCore
import Testing

struct HostileScriptTests {
  private let script = """
    # amalgam 1
    require module:fts5
    database file
    skipif version<3.48
    query ITR rowsort x
    SELECT 1, 'a', 1.5
    ----
    1
    a
    1.5

    statement error no such
    SELECT

    plan require SCAN
    SELECT 1

    """

  @Test func `no cut and no changed byte of a script traps`() {
    let bytes = Array(script.utf8)

    for length in bytes.indices { parse(Array(bytes[..<length])) }
    for index in bytes.indices {
      for change: UInt8 in [0, 9, 10, 13, 32, 34, 35, 39, 45, 255] {
        var changed = bytes
        changed[index] = change
        parse(changed)
      }
    }
  }

  @Test(arguments: [
    "query I\nSELECT 1\n----\n99999999999999999999\n", "hash-threshold 99999999999999999999\n",
    "query I\nSELECT 1\n----\n-5 values hashing to 00000000000000000000000000000000\n",
    "# amalgam 1\nquery I\nSELECT 1\n----\n--1\n", "# amalgam 1\nquery B\nSELECT 1\n----\nX'\n",
    "# amalgam 1\nquery L\nSELECT 1\n----\n'\n", "# amalgam 1\nquery R\nSELECT 1\n----\n1e9999\n",
    "# amalgam 1\nrequire function:/\n", "# amalgam 1\nrequire version>=9999999.1\n", "\n\n", "",
  ])
  func `odd numbers and quotes do not trap either`(text: String) {
    parse(Array(text.utf8))
    parse(Array("# amalgam 1\n\(text)".utf8))
  }

  private func parse(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    // Whether it is a script is not the question here.
    _ = try? ScriptParser.parse(text, file: "s.test")
  }
}
