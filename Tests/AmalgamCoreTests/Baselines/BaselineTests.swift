import AmalgamTestSupport
import Testing

@testable import AmalgamCore

/// A block with something of each kind.
func exampleBlock(
  target: String = "x86_64-linux-gnu",
  release: String = "3.53.4",
  adding more: [BaselineItem] = [],
  without names: Set<String> = [],
  sizes: [String: BaselineBlock.Sizes] = [
    "clang-21.0.0": [.library: 2_000, .text: 1_000, .archive: 3_000]
  ],
  unknown: [BaselineItem.Kind: String] = [:]
) -> BaselineBlock {
  let items: [BaselineItem] = [
    .init(.function, "abs/1", "builtin deterministic innocuous"), .init(.export, "sqlite3_open"),
    .init(.option, "SQLITE_ENABLE_FTS5", "asked 1 reported 1 effective 1"),
    .init(.option, "SQLITE_TEMP_STORE", "asked - reported 1 effective 1"),
    .init(.module, "fts5"), .init(.environment, "COMPILER", "clang-21.0.0"),
    .init(.file, "wal", "reads and writes"), .init(.module, "odd \"name\" # 100%"),
  ]
  return BaselineBlock(
    target: target,
    release: release,
    sourceID: "2026-07-24 19:02:57 bf7c",
    items: items.filter { !names.contains($0.name) } + more,
    sizes: sizes,
    unknown: unknown
  )
}

struct BaselineTests {
  private let baseline = Baseline(profile: "app", blocks: [exampleBlock()])

  @Test func `the file is made to be read`() {
    let text = baseline.text

    #expect(
      text.hasPrefix(
        """
        # What the variants of 'app' were approved with, as 'amalgam gate --record' saw them.
        # A change of it is a change of what is shipped: read it as you read code.
        amalgam-baseline 1
        profile app

        target x86_64-linux-gnu
          release 3.53.4
          source-id 2026-07-24 19:02:57 bf7c
          option SQLITE_ENABLE_FTS5 asked 1 reported 1 effective 1
          option SQLITE_TEMP_STORE asked - reported 1 effective 1
          module fts5
          module odd%20%22name%22%20%23%20100%25
          function abs/1 builtin deterministic innocuous
          file wal reads and writes
          export sqlite3_open
          environment COMPILER clang-21.0.0
          size clang-21.0.0 library 2000 text 1000 archive 3000

        digest sha256:
        """
      )
    )
  }

  @Test func `what is written is read again, whatever ends the lines`() throws {
    let text = baseline.text
    let other = text.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\r\n")

    #expect(try Baseline.read(text, file: "a.baseline").baseline == baseline)
    #expect(try Baseline.read(other, file: "a.baseline").baseline == baseline)
  }

  @Test func `an item is found with its line`() throws {
    let read = try Baseline.read(baseline.text, file: "a.baseline")
    let place = read.location(of: BaselineItem(.module, "fts5"), target: "x86_64-linux-gnu")

    #expect(place?.description == "a.baseline:11:3")
    #expect(read.location(of: "x86_64-linux-gnu")?.fileAndLine == "a.baseline:6")
    #expect(read.location(of: "other") == nil)
  }

  @Test func `another target's block stays as it is`() throws {
    let both = baseline.replacing(exampleBlock(target: "aarch64-linux-gnu", without: ["fts5"]))

    #expect(both.blocks.map(\.target) == ["aarch64-linux-gnu", "x86_64-linux-gnu"])
    #expect(both["x86_64-linux-gnu"] == baseline["x86_64-linux-gnu"])
    #expect(both["i686-linux-gnu"] == nil)
  }

  @Test func `sizes of other compilers are kept`() {
    let gcc = exampleBlock(sizes: ["gcc-12": [.text: 7]]).keepingSizes(of: exampleBlock())

    #expect(gcc.sizes.keys.sorted() == ["clang-21.0.0", "gcc-12"])
    #expect(exampleBlock().keepingSizes(of: nil) == exampleBlock())
  }

  @Test func `a file that was cut off anywhere is never read as whole`() throws {
    let bytes = Array(baseline.text.utf8)
    for length in 0..<bytes.count - 1 {
      let text = String(decoding: bytes[..<length], as: UTF8.self)
      #expect(throws: Failures.self) { try Baseline.read(text, file: "a.baseline") }
    }
  }

  @Test func `a flipped bit is told, or says nothing of a variant`() throws {
    let bytes = Array(baseline.text.utf8)
    for index in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[index] ^= 1 << bit
        let text = String(decoding: flipped, as: UTF8.self)
        let read = try? Baseline.read(text, file: "a.baseline")
        #expect(read == nil || read?.baseline == baseline, "byte \(index), bit \(bit)")
      }
    }
  }

  @Test(arguments: ["", "a", "a b", "%", "é\u{0}\n", "#", "%41", "\u{1F600}\u{202E}"])
  func `any text is one word, and comes back`(text: String) {
    let word = text.baselineWord

    #expect(!word.contains(" ") && !word.contains("\"") && !word.contains("#") && !word.isEmpty)
    #expect(String(baselineWord: word) == text)
  }

  @Test(arguments: ["%4", "%zz", "a%", "%FF"])
  func `a word with half a code is none`(word: String) {
    #expect(String(baselineWord: word) == nil)
  }

  private static let end =
    "\n  fix: take it from version control, or record it anew: 'amalgam gate PROFILE --record'"
  private static let problems: [(text: String, message: String)] = [
    ("", "a.baseline: error: is empty"),
    ("hello", "a.baseline:1:1: error: is no baseline of this version: it begins with 'hello'"),
    (
      "amalgam-baseline 1\n  module x",
      "a.baseline:2:3: error: has a line of no target"
    ),
    (
      "amalgam-baseline 1\ntarget a\ntarget a",
      "a.baseline:3:1: error: has the target 'a' twice"
    ),
    (
      "amalgam-baseline 1\nfoo bar",
      "a.baseline:2:1: error: has a line that is none of a baseline's: 'foo bar'"
    ),
    (
      "amalgam-baseline 1\ntarget a\n  modul x",
      "a.baseline:3:3: error: has a line that says nothing of a variant: 'modul x'"
    ),
    (
      "amalgam-baseline 1\ntarget a\n  size clang text",
      "a.baseline:3:3: error: has a size that is none: 'size clang text'"
    ),
    (
      "amalgam-baseline 1\ntarget a\n  size clang heap 3",
      "a.baseline:3:3: error: has a size that is none: 'size clang heap 3'"
    ),
    (
      "amalgam-baseline 1\n",
      "a.baseline: error: ends before its digest, so it was cut off, damaged or edited"
    ),
    (
      "amalgam-baseline 1\ndigest sha256:1\nprofile app",
      "a.baseline:3:1: error: has a line behind the one with the digest"
    ),
    (
      "amalgam-baseline 1\nprofile app\ndigest sha256:1",
      "a.baseline: error: is not what its digest is of, so it was cut off, damaged or edited"
    ),
  ]

  @Test(arguments: problems)
  func `what is wrong with a file is told with its place`(text: String, message: String) {
    expectFailure(message + Self.end) { try Baseline.read(text, file: "a.baseline") }
  }
}
