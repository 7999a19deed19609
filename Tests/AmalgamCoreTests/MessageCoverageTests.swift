import Foundation
import Testing

/// Every message stands in a test: reads the sources, and looks for the words of each message in
/// the texts of the tests.
struct MessageCoverageTests {
  @Test func `the words of each message are in a test`() throws {
    let tests = try Self.sources(in: "Tests").map(Self.joined).joined(separator: "\n")
    let heard = Self.plain(
      tests.replacingOccurrences(of: "\\\"", with: "\"").replacingOccurrences(
        of: "\\\\",
        with: "\\"
      )
    )
    let folders = ["AmalgamCore", "AmalgamHost", "ObjectFiles", "amalgam"]
    for source in try folders.flatMap({ try Self.sources(in: "Sources/\($0)") }) {
      for words in MessageTexts(of: Self.joined(source)).all.map(Self.plain)
      where words.split(separator: " ").count > 1 && !heard.contains(words) {
        Issue.record("no test has '\(words)'")
      }
    }
  }

  @Test func `a text is taken apart at what is put into it`() {
    let source = #"""
      let label = "no message of any kind"
      throw Failure(place, "is \(what("of it")) and no more", fix: "run 'x' in \(folder)")
      extension Finding.Message {
        static func odd(_ n: Int) -> Self { "has \(n) odd ends" }
      }
      """#

    #expect(
      MessageTexts(of: source).all
        == ["is ", " and no more", "of it", "run 'x' in ", "", "has ", " odd ends"]
    )
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func sources(in folder: String) throws -> [String] {
    let place = root.appending(path: folder)
    let names = FileManager.default.enumerator(atPath: place.path)?.compactMap { $0 as? String }
    return try (names ?? []).filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: place.appending(path: $0), encoding: .utf8) }
  }

  /// The source with texts of several lines made one.
  private static func joined(_ source: String) -> String {
    source.replacing(#/\\\n\s*/#, with: "").replacing(#/"\s*\+ "/#, with: "")
  }

  private static func plain(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// The texts in the messages of a Swift source: what a failure, a usage error or an
/// `extension Finding.Message` says, apart at what is put into it.
private struct MessageTexts {
  private(set) var all: [String] = []
  private let source: [Character]
  private var index = 0

  init(of source: String) {
    let text = source.replacing(#/(?m)^\s*\/\/.*$/#, with: "")
    self.source = Array(text)
    for head in ["Failure(", "UsageError(", "extension Finding.Message {"] {
      for range in text.ranges(of: head) {
        let before = text[..<range.lowerBound].last
        if before?.isLetter ?? false { continue }
        index = text.distance(from: text.startIndex, to: range.upperBound)
        readToEnd()
      }
    }
  }

  /// Reads to the bracket that closes the one before ``index``.
  private mutating func readToEnd() {
    var depth = 1
    while index < source.count, depth > 0 {
      let character = source[index]
      index += 1
      if character == "\"" { readText() }
      if "({".contains(character) { depth += 1 }
      if ")}".contains(character) { depth -= 1 }
    }
  }

  /// Reads a text whose opening quote is before ``index``.
  private mutating func readText() {
    var part = ""
    var inner: [String] = []
    while index < source.count, source[index] != "\"" {
      guard source[index] == "\\", index + 1 < source.count else {
        part.append(source[index])
        index += 1
        continue
      }
      index += 2
      if source[index - 1] == "(" {
        all.append(part)
        part = ""
        var nested = self
        nested.all = []
        nested.readToEnd()
        inner += nested.all
        index = nested.index
      } else {
        part.append(source[index - 1] == "n" ? " " : source[index - 1])
      }
    }
    index += 1
    all.append(part)
    all += inner
  }
}
