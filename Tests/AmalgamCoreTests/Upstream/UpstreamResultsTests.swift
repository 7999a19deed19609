import Testing

@testable import AmalgamCore

struct UpstreamResultsTests {
  private func parsed(_ lines: String...) -> UpstreamResults? {
    UpstreamResults(lines.joined(separator: "\n") + "\n")
  }

  @Test func `jobs come with their counts, the tests that failed and what was printed`() throws {
    let results = try #require(
      parsed(
        "source\t2024-08-13 09:16:08 c9c2",
        "job\ttest/json101.test\tdone\t278\t0",
        "job\ttest/json102.test\tfailed\t309\t2",
        "failed\tjson102-1",
        "failed\tjson102-2",
        "said\t! json102-1 expected: [1]",
        "job\ttest/json103.test\trunning\t-1\t-1",
        "job\ttest/json104.test\tready\t-1\t-1",
        "job\ttest/json105.test\tdone\t1\t0"
      )
    )

    let files = results.files
    #expect(results.sourceID == "2024-08-13 09:16:08 c9c2")
    #expect(files.map(\.state) == [.ended, .ended, .running, .waiting, .ended])
    #expect(files.map(\.tests) == [278, 309, nil, nil, 1])
    #expect(files.map(\.isSuccess) == [true, false, false, false, true])
    #expect(files.map(\.ranNothing) == [false, false, false, false, true])
    #expect(files[1].failed == ["json102-1", "json102-2"])
    #expect(files[1].said == ["! json102-1 expected: [1]"])
    #expect(files[2].errors == 0)
  }

  @Test(arguments: [
    "", "nonsense", "job\ta\tdone\t1\t0", "source\ta\nsource\tb", "source\ta\nfailed\tx",
    "source\ta\nsaid\tx", "source\ta\njob\tx\tdone\tmany\t0",
    "source\ta\njob\tx\tdone\t99999999999999999999\t0", "source\ta\njob\tx\tdone\t1",
    "source\ta\njob\tx\tdone\t1\t0\tmore", "\t\t\t",
  ])
  func `other output is refused`(text: String) {
    #expect(UpstreamResults(text) == nil)
  }

  @Test func `a group takes the test files that are its own`() {
    let names = ["fts5_common.tcl", "fts5aa.test", "json101.test", "json", "rtree1.test"]
    let files = UpstreamGroup.all.map { $0.files(among: names) }

    #expect(files[0] == ["ext/fts5/test/fts5aa.test"])
    #expect(files[1] == ["test/json101.test"])
    #expect(files[2].count == 3)
    #expect(files[3] == [])
  }
}
