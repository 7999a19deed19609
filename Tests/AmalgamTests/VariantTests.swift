import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// Variants built from real sources by real compilers, at -O0, through the built binary.
@Suite(.serialized)
struct VariantTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Runs a verb on profiles of the test's folder, with the checkout's sources.
  private func run(
    _ verb: String,
    _ operands: [String],
    release: String,
    _ options: [String] = [],
    environment: [String: String] = [:]
  ) throws -> BuiltTool.Outcome {
    try BuiltTool(in: folder.path, environment: environment).run(
      [verb] + operands + ["--root", BuiltTool.root, "--build-dir", "build", "--sqlite", release]
        + ["--quiet"] + options
    )
  }

  /// Writes a profile like a shipped one, at -O0.
  private func write(_ name: String, inherits parent: String, _ more: String = "") throws {
    try folder.write("inherit \(parent)\noptimize debug\n\(more)\n", to: "\(name).profile")
  }

  @Test(
    .enabled(if: FetchedRelease.all.count == 2, "not run: a release is not fetched"),
    arguments: ["3.46.1", "3.53.4"],
    ["clang", "gcc"]
  )
  func `the shipped profiles pass on both releases and with both compilers`(
    release: String,
    compiler: String
  ) throws {
    for name in ["full", "search-only", "minimal"] { try write("my-\(name)", inherits: name) }
    let names = ["full", "search-only", "minimal"].map { "./my-\($0).profile" }

    let outcome = try run(
      "verify",
      names,
      release: release,
      ["--cc", compiler, "--format", "json"]
    )

    let report = try Parsed(outcome.output)
    #expect(outcome.status == .exited(0), "\(outcome.errors)")
    // What is published of a release is no fault of its variants.
    let findings = report["findings"].elements.filter { $0["check"].string != "release-fault" }
    #expect(findings.compactMap { $0["message"].string } == [])
    #expect(report["variants"].count == 3)
    for variant in report["variants"].elements {
      let suites = variant["suites"].elements
      #expect(suites.reduce(0) { $0 + ($1["passed"].integer ?? 0) } >= 300)
      #expect(suites.allSatisfy { $0["failed"] == 0 })
    }
  }

  @Test(
    .enabled(if: !FetchedRelease.all.isEmpty, "\(FetchedRelease.notRun("3.46.1"))"),
    arguments: FetchedRelease.all
  )
  func `an automatic tokenizer answers on every connection and opens what it opened`(
    release: String
  ) throws {
    try folder.write(
      "optimize debug\nSQLITE_ENABLE_FTS5\nextension cjk\nextension geo\nextension regexp\n",
      to: "app.profile"
    )

    let outcome = try run("verify", ["./app.profile"], release: release, ["--format", "json"])

    let report = try Parsed(outcome.output)
    #expect(outcome.status == .exited(0), "\(outcome.errors)\(outcome.output)")
    let suites = report["variants"][0]["suites"].elements
    let cjk = try #require(suites.first { $0["name"] == "cjk" })
    #expect((cjk["passed"].integer ?? 0) >= 13)
    #expect(cjk["failed"] == 0)
  }

  /// What a build without something gives, while the profile still asks for it.
  @Test(
    .enabled(
      if: FetchedRelease.isAvailable("3.46.1"),
      "\(FetchedRelease.notRun("3.46.1"))"
    ),
    arguments: [
      ("unset SQLITE_ENABLE_FTS5", "SQLITE_ENABLE_FTS5"),
      ("unset SQLITE_ENABLE_RTREE", "SQLITE_ENABLE_RTREE"),
      ("unset SQLITE_DEFAULT_WAL_SYNCHRONOUS", "SQLITE_DEFAULT_WAL_SYNCHRONOUS"),
      ("unset SQLITE_ENABLE_STAT4", "SQLITE_ENABLE_STAT4"),
      ("unset SQLITE_ENABLE_API_ARMOR", "SQLITE_ENABLE_API_ARMOR"),
      ("unset SQLITE_ENABLE_PREUPDATE_HOOK", "SQLITE_ENABLE_PREUPDATE_HOOK"),
      ("SQLITE_OMIT_JSON", "SQLITE_OMIT_JSON"),
      ("SQLITE_OMIT_COMPILEOPTION_DIAGS", "SQLITE_OMIT_COMPILEOPTION_DIAGS"),
    ]
  )
  func `a library that lacks what was asked, or has what was not, is named`(
    change: String,
    option: String
  ) throws {
    try write("asked", inherits: "full")
    // What SQLITE_ENABLE_SESSION needs may be missing on purpose, so the option list is a plain one.
    let list = try run("resolve", ["./asked.profile"], release: "3.46.1", ["--format", "json"])
    var options = try Parsed(list.output)["profile"]["options"].elements.map {
      "-D\($0["name"].string ?? "")=\($0["value"].string ?? "")"
    }
    if change.hasPrefix("unset ") {
      options.removeAll { $0.hasPrefix("-D\(change.dropFirst(6))=") }
    } else {
      options.append("-D\(change)=1")
    }
    let library = try OtherBuild(folder: folder, release: "3.46.1").library(options)

    let outcome = try run("verify", ["./asked.profile"], release: "3.46.1", ["--library", library])

    #expect(outcome.status == .exited(1), "\(outcome.errors)")
    #expect(outcome.output.contains(": error: "))
    #expect(outcome.output.contains(option))
  }

  @Test(
    .enabled(
      if: FetchedRelease.isAvailable("3.46.1"),
      "\(FetchedRelease.notRun("3.46.1"))"
    )
  )
  func `grammar options are generated and what they remove is a clean refusal`() throws {
    try folder.write(
      """
      # amalgam 1

      statement ok
      CREATE TABLE t(a)

      statement error near "REINDEX": syntax error
      REINDEX

      statement error near "RETURNING": syntax error
      INSERT INTO t VALUES (1) RETURNING a

      """,
      to: "refusals.test"
    )

    let outcome = try run(
      "verify",
      ["\(BuiltTool.root)/Tests/Fixtures/grammar.profile"],
      release: "3.46.1",
      ["--suite", "refusals.test", "--format", "json"]
    )

    let report = try Parsed(outcome.output)
    #expect(outcome.status == .exited(0), "\(outcome.output)")
    let suites = report["variants"][0]["suites"].elements
    #expect(suites.first { $0["name"] == "refusals" }?["passed"].integer == 2)
  }

  @Test(
    .enabled(
      if: FetchedRelease.isAvailable("3.46.1"),
      "\(FetchedRelease.notRun("3.46.1"))"
    )
  )
  func `the same inputs give the same bytes in any folder, under any user's settings`() throws {
    try write("same", inherits: "full")
    let other = try TemporaryFolder()
    _ = try run("build", ["./same.profile"], release: "3.46.1", ["--jobs", "1"])
    try other.write(try folder.read("same.profile"), to: "same.profile")

    let umask = "umask 077; exec \"$@\""
    let status = try SystemCommands().run(
      Command(
        [
          "sh", "-c", umask, "sh", BuiltTool.path, "build", "./same.profile", "--root",
          BuiltTool.root, "--build-dir", "elsewhere/deep", "--sqlite", "3.46.1", "--jobs", "2",
        ],
        in: other.path,
        environment: [
          "AMALGAM_CACHE": BuiltTool.cache, "TZ": "Asia/Kolkata", "LC_ALL": "tr_TR.UTF-8",
          "HOME": other.path, "USER": "nobody",
        ]
      ),
      log: "\(other.path)/log"
    )

    #expect(status.isSuccess)
    let (first, second) = (
      "\(folder.path)/build/same@3.46.1", "\(other.path)/elsewhere/deep/same@3.46.1"
    )
    let names = TemporaryFolder.contents(of: first)
    #expect(names == TemporaryFolder.contents(of: second))
    for name in names where SystemFiles().isFile("\(first)/\(name)") && name != "manifest.json" {
      #expect(
        try SystemFiles().read("\(first)/\(name)") == SystemFiles().read("\(second)/\(name)"),
        "\(name)"
      )
    }
  }
}
