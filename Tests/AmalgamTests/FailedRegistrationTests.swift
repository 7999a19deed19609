import AmalgamHost
import AmalgamTestSupport
import Testing

/// An extension that cannot be registered, so that no connection can be opened.
@Suite(.enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))"))
struct FailedRegistrationTests {
  @Test func `an extension that fails is told once, and nothing is judged by its failure`() throws {
    let folder = try TemporaryFolder()
    try folder.write("optimize debug\nextension ./fails.c\n", to: "app.profile")
    try folder.write(
      """
      #include "sqlite3ext.h"
      SQLITE_EXTENSION_INIT1
      int sqlite3_fails_init(sqlite3 *db, char **message, const sqlite3_api_routines *api) {
        SQLITE_EXTENSION_INIT2(api);
        (void)db;
        *message = sqlite3_mprintf("no compass");
        return SQLITE_ERROR;
      }

      """,
      to: "fails.c"
    )

    let outcome = try BuiltTool(in: folder.path)
      .run("verify", "./app.profile", "--format", "json", release: "3.46.1")

    #expect(outcome.status == .exited(1))
    let report = try Parsed(outcome.output)
    let errors = report["findings"].elements.filter { $0["severity"] == "error" }
    #expect(errors.compactMap { $0["check"].string } == ["registration", "registration"])
    #expect(
      errors.compactMap { $0["message"].string }.first
        == "no connection has what is registered: extension 'fails' of 'app' was not registered: "
        + "no compass"
    )
    #expect(report["variants"][0]["suites"].elements.allSatisfy { $0["passed"] == 0 })
    // What could not be asked for that is told as that.
    let reasons = report["findings"].elements.compactMap { $0["message"].string }
    #expect(
      reasons.contains {
        $0.contains("no connection can be opened: extension 'fails' of 'app' was not registered")
      }
    )
  }
}
