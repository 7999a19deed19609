import AmalgamCore
import Foundation
import Testing

struct CheckMeaningTests {
  /// Reads the ids where the sources give them to findings and to checks.
  @Test func `every check that can speak has a sentence on what it asks`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let sources = root.appending(path: "Sources")
    let names = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String }
    var ids: Set<String> = []
    for name in names ?? [] where name.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
      for match in text.matches(of: #/(?:check: |Check\(|let id = |checkID = )"([a-z-]+)"/#) {
        ids.insert(String(match.1))
      }
    }

    #expect(ids.count > 50)
    #expect(ids.filter { CheckMeaning.of($0) == nil } == [])
  }
}
