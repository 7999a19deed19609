import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// Upstream's shell with a variant in it.
@Suite(
  .serialized,
  .enabled(if: !FetchedRelease.all.isEmpty, "\(FetchedRelease.notRun("3.46.1"))")
)
struct ShellVerbTests {
  private func run(
    _ profile: String,
    _ release: String,
    input: String
  ) throws -> BuiltTool.Outcome {
    let folder = try TemporaryFolder()
    try folder.write(profile, to: "app.profile")
    return try BuiltTool(in: folder.path).run(
      ["shell", "./app.profile", "\(folder.path)/app.db"],
      input: input,
      release: release
    )
  }

  /// The shell brings regexp and series itself, under the same names.
  @Test(arguments: FetchedRelease.all, ["", "prefix acme_\n"])
  func `it reads a table of the profile's tokenizer, and has what is on demand`(
    release: String,
    prefix: String
  ) throws {
    let outcome = try run(
      "optimize debug\nSQLITE_ENABLE_FTS5\nextension cjk\nextension regexp\nset more: geo series\n"
        + prefix,
      release,
      input: """
        CREATE VIRTUAL TABLE doc USING fts5(body, tokenize=cjk);
        INSERT INTO doc VALUES('我爱北京天安门'), ('東京都');
        SELECT rowid FROM doc WHERE doc MATCH '北京';
        SELECT distance_km(0, 0, 0, 0), sqlite_version(), 'a' REGEXP 'a', count(*) FROM generate_series(1, 3);
        """
    )

    #expect(outcome.output == "1\n0.0|\(release)|1|3\n", "\(outcome.errors)")
    #expect(outcome.status == .exited(0))
  }

  @Test func `a variant for another machine has no shell here`() throws {
    let outcome = try run(
      "optimize debug\ntarget aarch64-linux-gnu\n",
      FetchedRelease.all[0],
      input: ""
    )

    #expect(outcome.status == .exited(2))
    #expect(
      outcome.errors.contains(
        "is built for aarch64-linux-gnu, and a shell of it does not run here\n  fix: take the target out of "
          + "the profile, or leave --target out"
      ),
      "\(outcome.errors)"
    )
  }

  @Test func `a program that is not there is told, and this process goes on`() {
    #expect(
      Exec.become(["/nowhere/sqlite3"])
        == Failure("/nowhere/sqlite3", "cannot be run: No such file or directory")
    )
  }
}
