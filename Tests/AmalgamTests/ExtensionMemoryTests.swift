import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// Extensions where memory fails, at every call of the allocator: an error and nothing held.
@Suite(
  .serialized,
  .enabled(if: !FetchedRelease.all.isEmpty, "\(FetchedRelease.notRun("3.46.1"))")
)
struct ExtensionMemoryTests {
  static let statements = [
    "CREATE VIRTUAL TABLE d USING fts5(b, tokenize=cjk); "
      + "INSERT INTO d VALUES('日本語のテキスト mixed with Latin 한국어 ' || char(0x20000)); "
      + "SELECT highlight(d, 0, '[', ']') FROM d('本語 AND latin')",
    "CREATE VIRTUAL TABLE d USING fts5(b, tokenize='cjk remove_diacritics 2', prefix='1 2'); "
      + "INSERT INTO d VALUES('東京都'); SELECT snippet(d, 0, '<', '>', '…', 3) FROM d('東京*')",
    "SELECT percentile(value, 50) FROM (VALUES(1)) JOIN (WITH n(value) AS (SELECT 1 UNION ALL "
      + "SELECT value+1 FROM n WHERE value<300) SELECT value FROM n)",
  ]

  @Test(arguments: FetchedRelease.all)
  func `cjk and percentile end in an error and hold nothing`(release: String) throws {
    let folder = try TemporaryFolder()
    let percentile = release == "3.46.1" ? "extension percentile" : "SQLITE_ENABLE_PERCENTILE"
    try folder.write(
      "optimize debug\nSQLITE_ENABLE_FTS5\nextension cjk\n\(percentile)\n",
      to: "app.profile"
    )
    let outcome = try BuiltTool(in: folder.path).run(
      "build",
      "./app.profile",
      "--format",
      "json",
      release: release
    )
    let variant = try #require(
      try Parsed(outcome.output)["variants"][0]["directory"].string,
      "\(outcome.errors)\(outcome.output)"
    )
    try folder.expectSuccess([
      "cc", "-Wall", "-Wextra", "-Werror", "-I\(variant)", "-o", "client",
      "\(BuiltTool.root)/Tests/Fixtures/memory-client.c", "\(variant)/libsqlite3-app.a", "-lm",
      "-lpthread", "-ldl",
    ])

    let output = try folder.expectSuccess(["\(folder.path)/client"] + Self.statements)

    #expect(output.split(separator: "\n").count == Self.statements.count)
  }
}
