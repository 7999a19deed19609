import AmalgamTestSupport
import Testing

@testable import AmalgamCore

struct SoftwareBillTests {
  private func bill(
    _ variant: String = "full",
    time: String = "2026-07-24 19:02:57"
  ) -> SoftwareBill {
    SoftwareBill(
      variant: variant,
      profile: "full",
      release: "3.53.4",
      checkIn: exampleCheckIn,
      time: time,
      target: "x86_64-linux-gnu",
      sourceDigest: String(repeating: "ab", count: 32),
      options: ["SQLITE_ENABLE_FTS5=1"],
      extensions: [
        .init(name: "regexp", license: "blessing", digest: String(repeating: "cd", count: 32)),
        .init(name: "acme", license: nil, digest: String(repeating: "ef", count: 32)),
      ],
      tool: "9"
    )
  }

  @Test func `SQLite, its extensions and the options are told with digests`() throws {
    let json = try Parsed(bill().text)

    #expect(json["spdxVersion"] == "SPDX-2.3")
    #expect(json["creationInfo"]["created"] == "2026-07-24T19:02:57Z")
    #expect(json["packages"].count == 4)
    let sqlite = json["packages"][1]
    #expect(sqlite["versionInfo"] == "3.53.4")
    #expect(
      sqlite["externalRefs"][0]["referenceLocator"]
        == "cpe:2.3:a:sqlite:sqlite:3.53.4:*:*:*:*:*:*:*"
    )
    #expect(
      sqlite["externalRefs"][1]["referenceLocator"].string?.hasPrefix("pkg:generic/sqlite@3.53.4")
        ?? false
    )
    #expect(sqlite["sourceInfo"].string?.contains(exampleCheckIn) ?? false)
    #expect(json["packages"][2]["licenseDeclared"] == "blessing")
    #expect(json["packages"][3]["licenseDeclared"] == "NOASSERTION")
    #expect(json["packages"][0]["comment"].string?.hasSuffix("SQLITE_ENABLE_FTS5=1") ?? false)
  }

  @Test func `hostile text stays text, and names no part`() throws {
    let hostile = HostileText.all
    let bill = SoftwareBill(
      variant: hostile,
      profile: hostile,
      release: "3.53.4",
      checkIn: exampleCheckIn,
      time: hostile,
      target: hostile,
      sourceDigest: String(repeating: "ab", count: 32),
      options: ["SQLITE_X=\(hostile)"],
      extensions: [.init(name: hostile, license: nil, digest: String(repeating: "cd", count: 32))],
      tool: "9"
    )

    let json = try Parsed(bill.text)

    #expect(!bill.text.contains("\u{1B}") && !bill.text.contains("\u{0}"))
    #expect(json["name"].string == hostile)
    #expect(json["packages"][2]["name"].string == hostile)
    #expect(json["packages"][0]["comment"].string?.hasSuffix("SQLITE_X=\(hostile)") ?? false)
    for number in 0..<3 {
      let id = try #require(json["packages"][number]["SPDXID"].string)
      #expect(id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) })
    }
  }

  @Test func `the same variant gives the same bytes, another one another name`() throws {
    #expect(bill().text == bill().text)
    #expect(
      try Parsed(bill().text)["documentNamespace"].string
        != Parsed(bill("other").text)["documentNamespace"].string
    )
  }

  @Test(arguments: ["", "yesterday", "2026-07-24", "2026-07-24 hello"])
  func `a time that is none is the start of 1970`(time: String) throws {
    #expect(
      try Parsed(bill(time: time).text)["creationInfo"]["created"] == "1970-01-01T00:00:00Z"
    )
  }
}
