import AmalgamCore
import Testing

struct RequirementTests {
  @Test(arguments: [
    ("module:fts5", Requirement.capability(Capability(.module, "fts5"))),
    ("version>=3.45", .version(Version(3, 45))),
    ("SQLITE_ENABLE_FTS5", .option(name: "SQLITE_ENABLE_FTS5", value: nil)),
    ("SQLITE_THREADSAFE=2", .option(name: "SQLITE_THREADSAFE", value: "2")),
  ])
  func `each form of a demand is read, and written as it was`(
    text: String,
    requirement: Requirement
  ) {
    #expect(Requirement(text) == requirement)
    #expect(requirement.description == (text == "version>=3.45" ? "version>=3.45.0" : text))
  }

  @Test(arguments: ["", "fts5", "modul:fts5", "module:", "version>=x", "ENABLE_FTS5", "sqlite_x"])
  func `anything else is none`(text: String) {
    #expect(Requirement(text) == nil)
  }
}
