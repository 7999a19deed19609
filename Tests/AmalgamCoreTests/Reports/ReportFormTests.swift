import AmalgamTestSupport
import Foundation
import Testing

@testable import AmalgamCore

struct ReportFormTests {
  @Test func `JUnit has a suite a variant and kind, and each failure whole`() {
    #expect(
      JUnitReport(exampleReport()).text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="amalgam verify" tests="6" failures="1" errors="1">
          <testsuite name="Profiles/a b.profile lint" tests="1" failures="0" errors="0" skipped="0">
            <testcase name="no-effect" classname="Profiles/a b.profile lint">
              <system-out>Profiles/a b.profile:7:2: error (accepted): [no-effect] has no effect
          odd
           ^
          note: accepted until 2027-06-30 because odd</system-out>
            </testcase>
          </testsuite>
          <testsuite name="full check" tests="2" failures="0" errors="0" skipped="1">
            <testcase name="leak" classname="full check">
              <system-out>full: warning: [leak] holds odd</system-out>
            </testcase>
            <testcase name="limit" classname="full check">
              <skipped message="not run: odd"/>
              <system-out>full: note: [limit] could not be judged</system-out>
            </testcase>
          </testsuite>
          <testsuite name="full suite" tests="2" failures="1" errors="0" skipped="1">
            <testcase name="json" classname="full suite">
              <failure message="expected 1, got odd">odd:12:1: error: [conformance] expected 1, got odd
          odd
          ^
          note: SQL: SELECT odd
          fix: write odd</failure>
            </testcase>
            <testcase name="rtree" classname="full suite">
              <skipped message="omitted: the profile promises nothing that these cases need"/>
            </testcase>
          </testsuite>
          <testsuite name="verify" tests="1" failures="0" errors="1" skipped="0">
            <testcase name="odd" classname="verify">
              <error message="cannot be read: odd">odd: error: cannot be read: odd
          note: odd
          fix: odd</error>
            </testcase>
          </testsuite>
        </testsuites>

        """
    )
  }

  @Test func `a finding that no check of the list led to has a case of its own`() {
    let finding = Finding(.error, check: "profile-syntax", subject: "x", "is odd")
    let report = Report(command: "lint", findings: [finding], checks: 0)

    #expect(
      JUnitReport(report).text.contains(
        "<testcase name=\"profile-syntax: x\" classname=\"lint findings\">"
      )
    )
  }

  @Test func `GitHub gets a command a finding`() {
    #expect(
      GitHubReport(exampleReport()).text == """
        ::notice file=Profiles/a b.profile,line=7,col=2,title=no-effect::has no effect%0A\
        accepted because odd
        ::warning title=full%3A leak::holds odd
        ::notice title=full%3A limit::could not be judged
        ::error file=odd,line=12,col=1,title=full%3A conformance::expected 1, got odd%0A\
        note: SQL: SELECT odd%0Afix: write odd
        ::error title=not judged::odd: cannot be read: odd%0Anote: odd%0Afix: odd

        """
    )
  }

  @Test func `Markdown says the verdict, what was asked, and what was found`() {
    #expect(
      MarkdownReport(exampleReport()).text == """
        ## amalgam verify: could not be judged whole, 1 error, 1 warning

        - SQLite 3.53.4 odd

        | judged | kind | asked | with errors | cases | omitted | not run |
        | --- | --- | ---: | ---: | ---: | ---: | ---: |
        | Profiles/a b.profile | lint | 1 | 0 | 0 | 0 | 0 |
        | full | check | 2 | 0 | 0 | 0 | 1 |
        | full | suite | 2 | 1 | 12 | 5 | 0 |

        ### Not judged

        - **odd**: cannot be read: odd
          - note: odd
          - fix: odd

        ### Errors

        - **odd:12** `conformance`: expected 1, got odd
          - note: SQL: SELECT odd
          - fix: write odd

        ### Warnings

        - **full** `leak`: holds odd

        ### Notes

        - **full** `limit`: could not be judged

        ### Accepted

        - **Profiles/a b.profile:7** `no-effect`: has no effect
          - accepted until 2027-06-30 because odd

        """
    )
  }

  @Test func `SARIF keeps a finding's fingerprint, and what was accepted is suppressed`() throws {
    let text = SARIFReport(exampleReport(), toolVersion: "9").text
    let root = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    )
    let run = try #require((root["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])

    #expect(rules.map { $0["id"] as? String } == ["conformance", "leak", "limit", "no-effect"])
    #expect(
      (rules[1]["shortDescription"] as? [String: String])?["text"]
        == "No memory is held after the last connection is closed."
    )
    #expect(results.map { $0["level"] as? String } == ["error", "warning", "note", "error"])
    #expect(results.map { $0["ruleIndex"] as? Int } == [3, 1, 2, 0])
    #expect(
      results.map { ($0["partialFingerprints"] as? [String: String])?["amalgamFinding/v1"] }
        == exampleReport().findings.map(\.fingerprint)
    )
    #expect(results.map { ($0["suppressions"] as? [Any])?.count ?? 0 } == [1, 0, 0, 0])
    #expect(text.contains("\"uri\": \"Profiles/a%20b.profile\""))
    #expect(text.contains("\"executionSuccessful\": false"))
  }

  @Test(arguments: ReportForm.allCases)
  func `no control character of a hostile text is in any form`(form: ReportForm) {
    let text = form.text(of: exampleReport(hostile: HostileText.all), tool: "9")
    let controls = text.unicodeScalars.filter {
      ($0.value < 0x20 && $0 != "\n") || $0.value == 0x7F || $0.value == 0x202E
    }

    #expect(controls.isEmpty)
  }

  @Test func `a hostile text is no markup and no command`() {
    let report = exampleReport(hostile: HostileText.all)

    #expect(!JUnitReport(report).text.contains("<script"))
    #expect(!JUnitReport(report).text.contains("]]>"))
    #expect(!JUnitReport(report).text.contains("\u{FFFE}"))
    #expect(!MarkdownReport(report).text.contains("<script"))
    #expect(!MarkdownReport(report).text.contains("[a]("))
    for line in GitHubReport(report).text.split(separator: "\n") {
      #expect(line.hasPrefix("::error ") || line.hasPrefix("::warning ") || line.hasPrefix("::no"))
      let properties = line.split(separator: "::")[0].split(separator: " ", maxSplits: 1)[1]
      let names = properties.split(separator: ",").map { $0.split(separator: "=")[0] }
      #expect(Set(names).isSubset(of: ["file", "line", "col", "title"]))
    }
    #expect(GitHubReport(report).text.split(separator: "\n").count == 5)
  }
}
