import Testing

@testable import AmalgamHost

struct LinkerLogTests {
  @Test(arguments: [
    "ld.lld: error: undefined symbol: sqlite3_open\n>>> referenced by driver.c",
    "driver.c:(.text+0x1a): undefined reference to `sqlite3_open'",
    "driver.o: error: undefined reference to 'sqlite3_open'",
    "Undefined symbols for architecture arm64:\n  \"_sqlite3_open\", referenced from:",
  ])
  func `each linker's words for a name that nothing defines are known`(log: String) {
    #expect(LinkerLog.undefined(in: log) == ["sqlite3_open"])
  }

  @Test func `other errors name nothing`() {
    #expect(LinkerLog.undefined(in: "ld: cannot find -lm\nundefined reference to \n").isEmpty)
  }
}
