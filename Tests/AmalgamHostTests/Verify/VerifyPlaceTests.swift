import AmalgamCore
import AmalgamTestSupport
import Testing

@testable import AmalgamHost

/// What a verification needs of the machine before it begins.
struct VerifyPlaceTests {
  @Test func `a folder of one's own that cannot be made is a failure`() {
    expectFailure(
      "/no/such: error: no private folder can be made in it: No such file or directory"
    ) { try PrivateFolder(files: SystemFiles(), in: ["/no/such"]) }
  }

  @Test func `a driver without a compiler is a failure`() {
    expectFailure("conformance driver: error: needs a compiler, and none was looked for") {
      try DriverObjects(
        headers: "/h",
        target: "x86_64-linux-gnu",
        targetFlags: [],
        settings: VerifySettings(cache: "/cache", jobs: 1, toolchain: nil),
        sources: DriverSources(files: [:]),
        files: FakeFiles(["/h/sqlite3.h": ""])
      )
    }
  }

  @Test func `a binary without its tables says so`() {
    expectFailure("amalgam: error: was built without 'Embedded/none.txt'") {
      try Tables.text("Embedded/none.txt")
    }
  }
}
