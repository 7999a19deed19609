import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

struct ReleasesOutdatedTests {
  private func messages(_ table: String) throws -> [String] {
    let catalogue = try OptionCatalogue(parsing: [(text: "stock\n" + table, file: "table")])
    return try ReleaseFixture().releases().outdated([], catalogue: catalogue).findings
      .map { "\($0.severity): \($0.message)" }
  }

  private static func fault(_ name: String) -> String {
    """
    fault \(name)
      before 4.0.0
      fixed 4.0.0
      source https://sqlite.org/\(name).html
      means it goes wrong

    """
  }

  @Test func `a pinned release with published faults is a warning, a withdrawn one an error`()
    throws
  {
    let (one, other) = (Self.fault("one"), Self.fault("other"))

    #expect(try messages("") == [])
    #expect(try messages(one) == ["warning: SQLite 3.99.1 has a published fault: 'one'"])
    #expect(
      try messages(one + other)
        == ["warning: SQLite 3.99.1 has 2 published faults: 'one', 'other'"]
    )
    #expect(
      try messages(Self.fault("withdrawn"))
        == ["error: SQLite 3.99.1 has a published fault: 'withdrawn'"]
    )
  }
}
