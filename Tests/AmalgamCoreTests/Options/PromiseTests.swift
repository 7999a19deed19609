import AmalgamCore
import Testing

struct PromiseTests {
  private let catalogue: OptionCatalogue
  private let release = Version(3, 46, 1)

  init() throws {
    let table = """
      stock
        measured 3.46.1
        adds function:abs/1 function:json/1 symbol:sqlite3_mutex_alloc
        adds function:new/1 from 3.47
      SQLITE_ENABLE_FTS3 defined
        adds module:fts3
      SQLITE_ENABLE_FTS4 defined
        implies SQLITE_ENABLE_FTS3
        adds module:fts4
      SQLITE_ENABLE_GEOPOLY defined
        needs SQLITE_ENABLE_RTREE
        adds module:geopoly
      SQLITE_ENABLE_JSON1 retired
      SQLITE_ENABLE_LATER defined
        since 3.50
        adds module:later
      SQLITE_ENABLE_PREUPDATE_HOOK defined
        adds symbol:sqlite3_preupdate_old
      SQLITE_ENABLE_RTREE defined
        adds module:rtree
      SQLITE_ENABLE_SESSION defined
        needs SQLITE_ENABLE_PREUPDATE_HOOK
        adds symbol:sqlite3session_create
      SQLITE_ENABLE_STAT4 value
        adds module:stat4
      SQLITE_OMIT_JSON defined
        removes function:json/1
      SQLITE_THREADSAFE value
        default 1
        removes symbol:sqlite3_mutex_alloc if 0
      """
    let extensions = "extension regexp\n  adds function:regexp/2\n"
    catalogue = try OptionCatalogue(parsing: [(table, "a"), (extensions, "b")])
  }

  private func promise(_ text: String, release: Version? = nil) throws -> Promise {
    var resolver = ProfileResolver { _, _ in nil }
    let profile = try resolver.resolve(.init(file: "a.profile", text: text), host: "x").profile
    return catalogue.promise(of: profile, release: release ?? self.release)
  }

  @Test func `without options it is what the stock release has, and the manifest function`() throws
  {
    let promise = try promise("")

    #expect(
      promise.capabilities.map { "\($0.key) by \($0.value)" }.sorted() == [
        "function:abs/1 by SQLite 3.46.1", "function:amalgam_manifest/0 by amalgam",
        "function:json/1 by SQLite 3.46.1", "symbol:sqlite3_mutex_alloc by SQLite 3.46.1",
      ]
    )
    #expect(promise.absent[Capability(.module, "fts3")] == "SQLITE_ENABLE_FTS3")
    #expect(promise.absent[Capability(.function, "regexp/2")] == "extension regexp")
    #expect(promise.absent[Capability(.module, "later")] == nil)
    #expect(promise.isComplete)
  }

  @Test func `an option brings what it and what it implies add`() throws {
    let promise = try promise("SQLITE_ENABLE_FTS4\n")

    #expect(promise.capabilities[Capability(.module, "fts4")] == "SQLITE_ENABLE_FTS4")
    #expect(promise.capabilities[Capability(.module, "fts3")] == "SQLITE_ENABLE_FTS3")
    #expect(promise.locations[Capability(.module, "fts3")]?.description == "a.profile:1:1")
  }

  @Test func `an option without its partner brings nothing`() throws {
    #expect(
      try promise("SQLITE_ENABLE_SESSION\n").absent[Capability(.symbol, "sqlite3session_create")]
        == "SQLITE_ENABLE_SESSION"
    )
    #expect(
      try promise("SQLITE_ENABLE_SESSION\nSQLITE_ENABLE_PREUPDATE_HOOK\n")
        .includes(Capability(.symbol, "sqlite3session_create"))
    )
  }

  @Test func `an option takes away what it removes, and says so`() throws {
    let promise = try promise("SQLITE_OMIT_JSON\nSQLITE_THREADSAFE=0\n")

    #expect(promise.absent[Capability(.function, "json/1")] == "SQLITE_OMIT_JSON")
    #expect(promise.absent[Capability(.symbol, "sqlite3_mutex_alloc")] == "SQLITE_THREADSAFE")
    #expect(promise.locations[Capability(.function, "json/1")]?.line == 1)
  }

  @Test(arguments: [
    ("SQLITE_THREADSAFE=2\n", "symbol:sqlite3_mutex_alloc", true),
    ("SQLITE_ENABLE_STAT4=0\n", "module:stat4", false),
    ("SQLITE_ENABLE_STAT4=1\n", "module:stat4", true),
    ("SQLITE_ENABLE_RTREE=0\n", "module:rtree", true),
    ("SQLITE_ENABLE_LATER\n", "module:later", false),
  ])
  func `a value counts where SQLite looks at it`(text: String, name: String, isThere: Bool) throws {
    let capability = try #require(Capability(name))

    #expect(try promise(text).includes(capability) == isThere)
  }

  @Test func `an extension and a demand bring what they name`() throws {
    let promise = try promise("extension regexp\nrequire function:own/1\nmanifest off\n")

    #expect(promise.capabilities[Capability(.function, "regexp/2")] == "extension regexp")
    #expect(promise.capabilities[Capability(.function, "own/1")] == "require")
    #expect(promise.absent[Capability(.function, "amalgam_manifest/0")] == "manifest")
  }

  @Test func `it is complete only for measured releases and known extensions`() throws {
    #expect(try !promise("", release: Version(3, 47)).isComplete)
    #expect(try promise("", release: Version(3, 47)).includes(Capability(.function, "new/1")))
    #expect(try !promise("extension ../acme.c\n").isComplete)
  }
}
