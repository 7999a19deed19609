import AmalgamTestSupport
import Foundation
import Testing

@testable import AmalgamCore

struct HTMLReportTests {
  private var page: String { HTMLReport(exampleReport()).text }

  @Test func `the verdict comes first, then what was not run, then the findings`() throws {
    let heads =
      ["<h1>Not judged whole</h1>", "<p>1 error, 1 warning, 1 accepted, 1 not run in 4"]
      + ["<h2>Not run</h2>", "<h2>Errors: 1</h2>", "<h2>Warnings: 1</h2>", "<h2>Notes: 1</h2>"]
      + ["<h2>Accepted: 1</h2>", "<summary>All that was asked</summary>"]
    var rest = page[...]
    for head in heads {
      let range = try #require(rest.range(of: head), "\(head)")
      rest = rest[range.upperBound...]
    }
    #expect(
      page.contains("<li><strong>odd:12</strong> <code>conformance</code> expected 1, got odd")
    )
    #expect(page.contains("<strong>fix:</strong> write odd"))
    #expect(page.contains("accepted until 2027-06-30 because odd"))
  }

  @Test(arguments: [
    (Report(command: "gate", checks: 1), "good", "Passed"),
    (Report(command: "gate", checks: 0), "open", "Not judged whole"),
    (Report(command: "plan"), "plain", "Done"),
    (Report(command: "diff", hasDifferences: true), "bad", "The two differ"),
    (
      Report(command: "gate", findings: [.init(.error, check: "a", subject: "b", "c")], checks: 1),
      "bad", "Failed"
    ),
  ])
  func `the verdict is that of the exit status`(report: Report, mark: String, words: String) {
    #expect(HTMLReport(report).text.contains("<header class=\"\(mark)\">\n<h1>\(words)</h1>"))
  }

  @Test func `the page needs nothing beside itself, and no script`() {
    #expect(
      page.contains("content=\"default-src &#39;none&#39;") || page.contains("default-src 'none'")
    )
    for word in ["<script", "src=", "href=", "@import", "url(", "onload"] {
      #expect(!page.contains(word), "\(word)")
    }
    #expect(page.contains("@media (prefers-color-scheme:dark)"))
    #expect(page.contains("@media print"))
    #expect(page.contains("<html lang=\"en\">"))
  }

  @Test func `cells of heads say what they are heads of`() {
    let heads = page.split(separator: "<th").dropFirst()

    #expect(heads.allSatisfy { $0.hasPrefix(" scope=\"") || $0.hasPrefix("ead>") })
    #expect(page.contains("<th scope=\"row\">json</th>"))
    #expect(page.contains("<th scope=\"col\">outcome</th>"))
  }

  @Test func `a hostile text is text`() {
    let page = HTMLReport(exampleReport(hostile: HostileText.all)).text

    #expect(!page.contains("<script"))
    #expect(
      page.contains(
        "&lt;script&gt;alert(1)&lt;/script&gt;]]&gt;--&gt;&lt;b&gt;&amp;amp;&quot;&#39;\\x1B[31m"
      )
    )
  }

  @Test func `sections are tables, bars and lines, some of them folded`() {
    let report = Report(
      command: "gate",
      checks: 1,
      sections: [
        ReportSection("T", .table(head: ["a", "b"], rows: [["<x>", .init("y", .bad)]])),
        ReportSection("B", .bars([.init("l", "1 byte", 1), .init("m", "3 bytes", 3, .bad)])),
        ReportSection("L", .lines(["- a", "+ <b>"]), isFolded: true),
      ]
    )
    let page = HTMLReport(report).text

    #expect(page.contains("<tr><th scope=\"row\">&lt;x&gt;</th><td class=\"bad\">y</td></tr>"))
    #expect(
      page.contains("<dt>l</dt><dd><span>1 byte</span><span class=\"bar\" style=\"width:33.3%\">")
    )
    #expect(page.contains("<span class=\"bad\">3 bytes</span>"))
    #expect(page.contains("<details>\n<summary>L</summary>\n<pre>- a\n+ &lt;b&gt;</pre>"))
    #expect(page.contains("<p>Everything was run.</p>"))
  }

  /// <https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio>.
  @Test(arguments: ["light", "dark"])
  func `every colour of text has a contrast of at least 4_5`(scheme: String) throws {
    let colours = scheme == "light" ? HTMLStyle.light : HTMLStyle.dark
    let values = Dictionary(
      uniqueKeysWithValues: colours.map { ($0.key, Self.luminance($0.value)) }
    )
    for back in ["back", "shade"] {
      for name in ["text", "faint", "good", "bad", "open"] {
        let pair = [try #require(values[back]), try #require(values[name])].sorted()
        #expect((pair[1] + 0.05) / (pair[0] + 0.05) >= 4.5, "\(scheme) \(name) on \(back)")
      }
    }
  }

  private static func luminance(_ colour: String) -> Double {
    let number = Int(colour.dropFirst(), radix: 16) ?? 0
    let parts = [number >> 16, number >> 8 & 255, number & 255].map { part -> Double in
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}

struct GateSectionsTests {
  @Test func `the first table says all that is asked in a hurry`() throws {
    var variant = try exampleVariant(faults: [ReleaseFault(name: "CVE-1")])
    variant.baseline = BaselineOutcome(
      file: "Profiles/full.baseline",
      comparison: BaselineComparison(exampleBlock(), exampleBlock(without: ["fts5"]))
    )
    variant.baseline?.commit = "0123abc 2026-11-30"
    let first = try #require(GateSections([variant]).all.first)

    guard case .table(let head, let rows) = first.contents else {
      Issue.record("is no table")
      return
    }
    #expect(
      head == ["variant", "verdict", "SQLite", "known faults", "files", "since it was approved"]
    )
    #expect(
      rows[0].map(\.text) == [
        "full", "passed", "3.53.4, x86_64-unknown-linux-gnu", "1: CVE-1",
        "libsqlite3-full.a (d…)",
        "1 line changed since full.baseline (commit 0123abc 2026-11-30)",
      ]
    )
  }

  @Test func `capabilities, sizes and options of several variants stand side by side`() throws {
    let catalogue = """
      stock
        measured 3.53.4
      SQLITE_ENABLE_FTS5 defined
        adds module:fts5
        reported name
        probe capability module:fts5

      """
    let library = exampleLibrary { $0.modules = .known(["fts5"]) }
    var variants = [
      try exampleVariant(
        "full",
        ["SQLITE_ENABLE_FTS5"],
        libraries: [library],
        catalogue: catalogue
      ),
      try exampleVariant("small", libraries: [exampleLibrary()], catalogue: catalogue),
    ]
    variants[0].baseline = BaselineOutcome(
      file: "x",
      comparison: BaselineComparison(
        exampleBlock(sizes: ["clang-21.0.0": [.archive: 900, .library: 1_000]]),
        exampleBlock()
      )
    )
    let page = HTMLReport(
      GateReport(variants, failures: [], today: Today(.init(secondsSince1970: 0), by: "x")).report
    ).text

    #expect(
      page.contains(
        "<th scope=\"row\">module:fts5</th><td class=\"good\">yes</td><td>no</td>"
      )
    )
    #expect(page.contains("1000 bytes, +11.1 % (approved: 900)"))
    #expect(page.contains("1000 bytes, as approved"))
    #expect(
      page.contains(
        "<th scope=\"row\">SQLITE_ENABLE_FTS5</th><td>1, off, 1</td><td>-, off, off</td>"
      )
    )
  }
}
