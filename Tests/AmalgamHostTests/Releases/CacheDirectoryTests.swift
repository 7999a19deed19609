import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

struct CacheDirectoryTests {
  private func path(_ environment: [String: String], isDarwin: Bool = false) throws -> String {
    try CacheDirectory(environment: environment, workingDirectory: "/w", isDarwin: isDarwin).path
  }

  @Test func `the variables are asked in order`() throws {
    let all = ["AMALGAM_CACHE": "/a", "XDG_CACHE_HOME": "/x", "HOME": "/h"]

    #expect(try path(all) == "/a")
    #expect(try path(all.filter { $0.key != "AMALGAM_CACHE" }) == "/x/amalgam")
    #expect(try path(["HOME": "/h"]) == "/h/.cache/amalgam")
    #expect(try path(["HOME": "/h"], isDarwin: true) == "/h/Library/Caches/amalgam")
  }

  @Test func `an empty variable is none, and a relative one counts only where it is ours`() throws {
    #expect(try path(["AMALGAM_CACHE": "", "HOME": "/h"]) == "/h/.cache/amalgam")
    #expect(try path(["AMALGAM_CACHE": "c/../d"]) == "/w/d")
    #expect(try path(["XDG_CACHE_HOME": "x", "HOME": "/h"]) == "/h/.cache/amalgam")
  }

  @Test func `no place at all is told with the way out`() throws {
    expectFailure(
      "amalgam: error: has no place for its cache: neither 'AMALGAM_CACHE', 'XDG_CACHE_HOME' nor "
        + "'HOME' is set",
      "  fix: set 'AMALGAM_CACHE' to a folder"
    ) { try path(["HOME": "relative"]) }
    #expect(try path(["AMALGAM_CACHE": "/folder"]) == "/folder")
  }
}
