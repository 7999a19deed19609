import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// Every file of SQLite's `ext/misc`, as `Documentation/upstream-extensions.md` says of each.
@Suite(
  .serialized,
  .enabled(if: !FetchedRelease.all.isEmpty, "\(FetchedRelease.notRun("3.46.1"))")
)
struct UpstreamExtensionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The rows of the page: a file's name with what each release's column says.
  private func page(_ release: String) throws -> [String: String] {
    let text = try SystemFiles().readText(
      "\(BuiltTool.root)/Documentation/upstream-extensions.md"
    )
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let head = try #require(rows.first { $0.contains(release) })
    let column = try #require(head.firstIndex(of: release))
    return Dictionary(
      uniqueKeysWithValues: rows.filter {
        $0.count == head.count && $0[0] != head[0] && !$0[0].hasPrefix("-")
      }.map { ($0[0], $0[column]) }
    )
  }

  private func names(_ release: String) throws -> [String] {
    try SystemFiles().list("\(BuiltTool.root)/Vendor/sqlite-\(release)/ext/misc")
      .filter { $0.hasSuffix(".c") }.map { String($0.dropLast(2)) }.sorted()
  }

  @Test(arguments: FetchedRelease.all)
  func `the page has a row for every file, and says which entry point is read`(
    release: String
  ) throws {
    let page = try page(release)
    let version = try #require(Version(release))
    let finder = ExtensionFinder(files: SystemFiles())
    for name in try names(release) {
      let place = AmalgamCore.SourceLocation(file: "p", line: 1, column: 1, excerpt: "")
      let entry: String
      do throws(Failure) {
        entry = try finder.source(
          ExtensionReference(name: name, at: place),
          profileDirectory: "/",
          tree: "\(BuiltTool.root)/Vendor/sqlite-\(release)",
          release: version
        ).entryPoint
      } catch {
        entry = error.notes.isEmpty ? "none" : "loadable only"
      }
      let said = page[name] ?? ""
      #expect(said == entry || said.hasPrefix("core: "), "\(name): \(entry), \(said)")
    }
    let rest = Set(page.filter { $0.value != "–" }.keys).subtracting(try names(release))
    #expect(rest == [])
  }

  /// All that have an entry point, in one variant: built, and registered on a connection that asks.
  @Test(
    .enabled(
      if: SystemFiles().isFile("/usr/include/zlib.h"),
      "not run: zlib1g-dev is not installed"
    ),
    arguments: FetchedRelease.all
  )
  func `all that have an entry point are compiled in and registered when asked for`(
    release: String
  ) throws {
    let page = try page(release)
    // base64 and base85 are in basexx, and showauth prints where a driver answers.
    let names = try names(release).filter { name in
      page[name]?.hasPrefix("sqlite3_") ?? false
        && !["base64", "base85", "showauth"].contains(name)
    }
    #expect(names.count >= 40)
    let lines = names.map { "extension \($0) on-demand\n" }.joined()
    try folder.write("optimize debug\nSQLITE_ENABLE_FTS5\n\(lines)", to: "all.profile")
    let outcome = try BuiltTool(in: folder.path).run(
      "verify",
      "./all.profile",
      "--format",
      "json",
      release: release
    )
    let report = try Parsed(outcome.output)
    #expect(report["failures"].elements.isEmpty, "\(outcome.errors)\(outcome.output.prefix(2000))")
    let registration = report["findings"].elements.filter {
      $0["check"] == "registration" || $0["severity"] == "error"
    }
    #expect(registration.compactMap { $0["message"].string } == [])
  }
}
