import AmalgamCore
import AmalgamTestSupport
import Foundation
import Testing

struct RecordedListTests {
  @Test func `each list has its release, its source and rows in SQLite's order`() throws {
    let text = try String(
      contentsOf: ProjectFiles.url("Sources/Embedded/recorded-lists.txt"),
      encoding: .utf8
    )
    let lists = try RecordedLists(parsing: text, file: "recorded-lists.txt").lists

    #expect(lists.map(\.name) == ["apple:ios-26", "apple:ios-18"])
    for list in lists {
      #expect(list.source.contains("github.com/"))
      #expect(list.rows.count > 60)
      let names = list.rows.map { String($0.prefix { $0 != "=" }) }
      #expect(names == names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    }
  }

  @Test func `a line that is none of the table's is told with its place`() {
    expectFailure(
      "t.txt:2:1: error: '  rlease 3.1' is no line of it",
      "t.txt: error: 'a' lacks its release, its source or its rows"
    ) {
      try RecordedLists(parsing: "list a\n  rlease 3.1\n", file: "t.txt")
    }
  }
}
