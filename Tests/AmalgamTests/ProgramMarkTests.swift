import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// `gate PROFILE --program` on programs in which something is not of the variant that nothing but its
/// mark tells.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct ProgramMarkTests {
  private static let lines = """
    optimize debug
    extension regexp
    SQLITE_ENABLE_FTS5
    SQLITE_TRUSTED_SCHEMA=0
    require function:regexp/2

    """

  private let folder: TemporaryFolder
  private var path: String { folder.path }
  private var variant: String { "\(path)/build/words@3.46.1" }

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.lines, to: "words.profile")
    try folder.write(
      """
      #include "sqlite3.h"
      int main(void) { sqlite3 *db; return sqlite3_open(":memory:", &db); }

      """,
      to: "main.c"
    )
    let build = try amalgam("build", "./words.profile", "--build-dir", "build")
    #expect(build.status == .exited(0), "\(build.errors)")
  }

  private func amalgam(_ words: String...) throws -> BuiltTool.Outcome {
    try BuiltTool(in: path).run(
      words + ["--root", BuiltTool.root, "--sqlite", "3.46.1", "--quiet"]
    )
  }

  /// Runs a command in the folder; returns what it printed, or `nil` where it fails.
  private func run(_ words: [String]) throws -> String? {
    let log = "\(path)/log"
    let status = try SystemCommands().run(Command(words, in: path), log: log)
    return status.isSuccess ? nil : try folder.read("log")
  }

  /// Links a program; returns what the linker says where it fails.
  @discardableResult
  private func link(_ name: String, _ words: String...) throws -> String? {
    try run(
      ["clang", "main.c", "-I", variant, "-o", name] + words + ["-lm", "-ldl", "-lpthread"]
    )
  }

  private func extract(_ members: String...) throws {
    #expect(try run(["ar", "x", "\(variant)/libsqlite3-words.a"] + members) == nil)
  }

  /// Compiles the variant's own `sqlite3.c`, and links it with the rest of the variant.
  private func relink(
    _ name: String,
    _ flags: String...,
    without line: String? = nil
  ) throws {
    let lines = try folder.read("build/words@3.46.1/sqlite3.c")
      .split(separator: "\n", omittingEmptySubsequences: false)
    let kept = lines.filter { text in line.map { !text.hasPrefix($0) } ?? true }
    #expect(kept.count == lines.count - (line == nil ? 0 : 1))
    try folder.write(kept.joined(separator: "\n"), to: "sqlite3.c")
    #expect(try run(["clang", "-c", "-O0", "-w", "-fPIC", "sqlite3.c"] + flags) == nil)
    try extract("registration.o", "regexp.o")
    #expect(try link(name, "registration.o", "regexp.o", "sqlite3.o") == nil)
  }

  @Test func `the variant passes, with what its extension brings, and is billed as it is`() throws {
    #expect(try link("app", "\(variant)/libsqlite3-words.a") == nil)
    try relink("again")

    let outcome = try amalgam(
      "gate",
      "./words.profile",
      "--program",
      "app",
      "--report",
      "spdx=bill.json"
    )
    let again = try amalgam("gate", "./words.profile", "--program", "again")

    #expect(outcome.status == .exited(0), "\(outcome.errors)\(outcome.output)")
    #expect(again.status == .exited(0), "\(again.errors)\(again.output)")
    let packages = try Parsed(try folder.read("bill.json"))["packages"].elements
    let digest = SHA256.hexDigest(of: try SystemFiles().read("\(path)/app"))
    #expect(
      packages.map { $0["name"].string } == ["words@3.46.1", "sqlite", "regexp", "\(path)/app"]
    )
    #expect(packages[0]["comment"].string?.contains(" SQLITE_TRUSTED_SCHEMA=0") ?? false)
    #expect(packages[1]["versionInfo"] == "3.46.1")
    #expect(packages[2]["licenseDeclared"] == "blessing")
    #expect(packages[3]["checksums"][0]["checksumValue"].string == digest)
  }

  @Test func `what SQLite never reports is told of whatever sqlite3.o was compiled to`() throws {
    try relink("omitting", "-DSQLITE_OMIT_GENERATED_COLUMNS")
    try relink("trusting", without: "#define SQLITE_TRUSTED_SCHEMA 0")
    try relink("uncalled", without: "#define SQLITE_EXTRA_AUTOEXT ")

    for (program, message) in [
      (
        "omitting",
        "is built with 'SQLITE_OMIT_GENERATED_COLUMNS=1', which the profile does not set, as its"
      ),
      (
        "trusting",
        "[program-options] the profile sets 'SQLITE_TRUSTED_SCHEMA=0', and the SQLite in"
      ),
      (
        "uncalled", "does not call 'amalgam_words_autoext', so its connections have nothing that is"
      ),
    ] {
      let outcome = try amalgam("gate", "./words.profile", "--program", program)
      #expect(outcome.status == .exited(1), "\(outcome.errors)\(outcome.output)")
      #expect(outcome.output.contains(message), "\(outcome.output)")
    }
  }

  @Test func `no other sqlite3.o links with a variant's registration, nor one of before`() throws {
    let other = try OtherBuild(folder: folder, release: "3.46.1").library([
      "-DSQLITE_ENABLE_FTS5", "-DSQLITE_TRUSTED_SCHEMA=0",
      "-DSQLITE_EXTRA_AUTOEXT=amalgam_words_autoext",
    ])
    try extract("registration.o", "regexp.o")

    let mixed = try link("mixed", "-fuse-ld=lld", "registration.o", "regexp.o", other)
    try folder.write(
      Self.lines.replacing("regexp\n", with: "regexp on-demand\n"),
      to: "words.profile"
    )
    #expect(try amalgam("build", "./words.profile", "--build-dir", "new").status == .exited(0))
    let stale = try link(
      "stale",
      "-fuse-ld=lld",
      "registration.o",
      "regexp.o",
      "new/words@3.46.1/libsqlite3-words.a"
    )

    #expect(mixed?.contains("amalgam_words_of_") ?? false, "\(mixed ?? "it links")")
    #expect(stale?.contains("amalgam_words_of_") ?? false, "\(stale ?? "it links")")
  }

  @Test func `a program of the profile as it was before is not that of now`() throws {
    #expect(try link("app", "\(variant)/libsqlite3-words.a") == nil)
    try folder.write(
      Self.lines.replacing("regexp\n", with: "regexp on-demand\nextension geo\n"),
      to: "words.profile"
    )

    let outcome = try amalgam("gate", "./words.profile", "--program", "app")

    #expect(outcome.status == .exited(1))
    #expect(
      outcome.output.contains("registers the extension 'regexp' on every connection, and the")
    )
    #expect(outcome.output.contains("the profile compiles in the extension 'geo', and the mark of"))
  }

  @Test func `what nothing tells is no pass, and is counted in each form`() throws {
    let plain = try OtherBuild(folder: folder, release: "3.46.1").library([
      "-DSQLITE_ENABLE_FTS5", "-DSQLITE_TRUSTED_SCHEMA=0",
    ])
    #expect(try link("plain", plain) == nil)
    #expect(try link("app", "\(variant)/libsqlite3-words.a") == nil)
    try folder.write(
      Self.lines + "limit library 9000k\n",
      to: "limited/words.profile"
    )

    let untold = try amalgam("gate", "./words.profile", "--program", "plain", "--format", "json")
    let limited = try amalgam(
      "gate",
      "limited/words.profile",
      "--program",
      "app",
      "--report",
      "json=l.json",
      "--report",
      "junit=l.xml",
      "--report",
      "markdown=l.md",
      "--report",
      "html=l.html"
    )

    #expect(untold.status == .exited(2), "\(untold.errors)\(untold.output)")
    let reasons = try Parsed(untold.output)["judgements"].elements
      .flatMap { $0["notRun"].elements.compactMap(\.string) }
    #expect(
      reasons.contains("'SQLITE_TRUSTED_SCHEMA': SQLite never reports 'SQLITE_TRUSTED_SCHEMA'")
    )
    #expect(reasons.contains { $0.contains("no mark of one variant is in '\(path)/plain'") })
    // A limit is of what is built: told, and no reason to hold a right program back.
    #expect(limited.status == .exited(0), "\(limited.errors)\(limited.output)")
    let reason =
      "'limit library' is for what is built, and a program holds more than that: "
      + "'amalgam gate words' without '--program' judges it"
    #expect(limited.output.contains("note: [limit] \(reason)\n"))
    let json = try Parsed(try folder.read("l.json"))
    #expect(json["checks"]["notRun"] == 0)
    let told = json["findings"].elements.filter { $0["check"] == "limit" }
    #expect(told.compactMap { $0["message"].string } == [reason])
    for page in ["l.md", "l.html"] {
      #expect(try folder.read(page).contains("is for what is built"))
    }
  }
}
