import AmalgamTestSupport
import Testing

@testable import AmalgamCore

struct FileFactsTests {
  private func facts(_ change: (inout FileFacts) -> Void = { _ in }) -> FileFacts {
    var facts = FileFacts(file: "build/full/libsqlite3-full.so")
    facts.exported = ["sqlite3_open", "acme_call"]
    facts.needed = ["/usr/lib/libm.so.6", "libc.so.6"]
    facts.copies = 1
    facts.encryptions = ["sqlcipher"]
    facts.alignment = 16_384
    facts.libraryName = "@rpath/libsqlite3-full.dylib"
    facts.isImage = true
    change(&facts)
    return facts
  }

  private func capability(_ text: String) throws -> Capability { try #require(Capability(text)) }

  @Test(arguments: [
    ("export:sqlite3_open", true), ("export:sqlite3_*", true), ("export:acme", false),
    ("import:libm.so.6", true), ("import:libsqlite3*", false), ("import:/usr/lib/*", true),
    ("copies:1", true), ("copies:2", false), ("alignment:16k", true), ("alignment:4096", true),
    ("alignment:64k", false), ("install-name:@rpath/*", true), ("install-name:/usr/*", false),
    ("encryption:sqlcipher", true), ("encryption:see", false),
  ])
  func `a fact of a file is told from its tables`(text: String, isThere: Bool) throws {
    #expect(facts().state(of: try capability(text)) == (isThere ? .present : .absent))
  }

  @Test func `what a file cannot have is unknown, with the reason`() throws {
    let archive = facts {
      $0.isImage = false
      $0.alignment = nil
    }

    #expect(
      archive.state(of: try capability("alignment:16k")) == .unknown("it has no ELF segments")
    )
    #expect(
      archive.state(of: try capability("import:libm*"))
        == .unknown("no linker made it, so it names no library")
    )
    #expect(
      archive.state(of: try capability("install-name:x"))
        == .unknown("no linker made it, so it has no name for loaders")
    )
    #expect(
      FileFacts(file: "app").state(of: try capability("encryption:see"))
        == .unknown("no copy of SQLite is in it")
    )
    #expect(
      facts { $0.encryptions = ["unknown"] }.state(of: try capability("encryption:see"))
        == .unknown("it has sqlite3_key, and nothing tells whose")
    )
    #expect(archive.state(of: try capability("module:fts5")).reason == "a file alone does not tell")
  }

  private func demand(_ text: String, isRequired: Bool = true) throws -> Demand {
    let word = isRequired ? "require" : "forbid"
    return Demand(
      try capability(text),
      isRequired: isRequired,
      at: exampleLocation(line: 3, "\(word) \(text)")
    )
  }

  private func judge(_ demand: Demand, _ facts: [FileFacts?]) throws -> Check.Result {
    let libraries = facts.map { facts in exampleLibrary { $0.facts = facts } }
    let expectation = try exampleExpectation(demands: [demand])
    return try #require(Check.demand.judge(Evidence(libraries: libraries), expectation))
  }

  @Test func `a demand that is met is no finding, required or forbidden`() throws {
    expectFindings(try judge(try demand("alignment:16k"), [facts()]).findings, "")
    expectFindings(
      try judge(try demand("import:libsqlite3*", isRequired: false), [facts()]).findings,
      ""
    )
  }

  @Test func `a demand that is not met shows what was found`() throws {
    expectFindings(
      try judge(try demand("alignment:64k"), [facts()]).findings,
      """
      Profiles/full.profile:3:1: error: [demand] the profile requires 'alignment:64k', and \
      'build/full/libsqlite3-full.so' is without it
        require alignment:64k
        ^
        note: its segments are aligned to 16384
      """
    )
    expectFindings(
      try judge(try demand("export:acme*", isRequired: false), [facts()]).findings,
      """
      Profiles/full.profile:3:1: error: [demand] the profile forbids 'export:acme*', and \
      'build/full/libsqlite3-full.so' is with it
        forbid export:acme*
        ^
        note: such as 'acme_call'
      """
    )
  }

  @Test(arguments: [
    ("export:x*", "it exports 2 names"), ("copies:2", "1 copy is in it"),
    ("encryption:see", "its encryption is that of 'sqlcipher'"),
    ("import:x", "it asks for '/usr/lib/libm.so.6', 'libc.so.6'"),
    ("install-name:x", "its name is '@rpath/libsqlite3-full.dylib'"),
  ])
  func `each fact has words for what was found`(text: String, words: String) throws {
    #expect(facts().finding(for: try capability(text)) == words)
  }

  @Test func `nothing has words too`() throws {
    let nothing = FileFacts(file: "a")

    #expect(nothing.finding(for: try capability("import:x")) == "it asks for no library")
    #expect(nothing.finding(for: try capability("install-name:x")) == "it has no name")
    #expect(nothing.finding(for: try capability("copies:1")) == "0 copies are in it")
    #expect(nothing.finding(for: try capability("encryption:see")) == "its SQLite encrypts nothing")
    #expect(nothing.finding(for: try capability("module:x")) == nil)
  }

  @Test func `what no file tells is not judged, and never a pass`() throws {
    let archive = facts {
      $0.isImage = false
      $0.alignment = nil
    }

    let one = try judge(try demand("alignment:16k"), [archive])
    let both = try judge(try demand("alignment:16k"), [archive, facts()])
    let none = try judge(try demand("alignment:16k"), [nil])

    #expect(one.skipped.map(\.reason) == ["it has no ELF segments"])
    #expect(both.skipped == [] && both.findings == [])
    #expect(none.skipped.map(\.reason) == ["the file was not read"])
  }

  @Test func `a library whose file was not read tells none of it`() throws {
    let state = exampleLibrary().state(of: try capability("copies:1"))

    #expect(state == .unknown("the file was not read"))
  }
}
