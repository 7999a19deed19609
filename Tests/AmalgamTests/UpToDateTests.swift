import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// What makes a variant stale, each alone: the right variant is built again, and only it.
@Suite(
  .serialized,
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct UpToDateTests {
  /// Two variants that are built once; each test leaves them up to date.
  private struct Variants: Sendable {
    let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      try folder.write("#define ANSWER 42\n", to: "include/answer.h")
      try folder.write(
        """
        #include "\(folder.path)/include/answer.h"
        #include "sqlite3ext.h"
        SQLITE_EXTENSION_INIT1
        int sqlite3_acme_init(sqlite3 *db, char **e, const sqlite3_api_routines *a) {
          SQLITE_EXTENSION_INIT2(a);
          return ANSWER == 42 ? SQLITE_OK : SQLITE_ERROR;
        }

        """,
        to: "acme.c"
      )
      try folder.write("optimize debug\nextension acme.c\nSQLITE_DQS=0\n", to: "one.profile")
      try folder.write("optimize debug\nSQLITE_DQS=0\n", to: "two.profile")
      let outcome = try build()
      guard outcome.status.isSuccess else { throw Failure("build", outcome.errors) }
    }

    func build(_ environment: [String: String] = [:]) throws -> BuiltTool.Outcome {
      try BuiltTool(in: folder.path, environment: environment).run(
        "build",
        "./one.profile",
        "./two.profile",
        release: "3.46.1"
      )
    }

    var built: String { "\(folder.path)/build" }
  }

  private static let shared = Result { try Variants() }
  private let variants: Variants

  init() throws {
    variants = try Self.shared.get()
  }

  /// Expects that a build makes the variants named and that the next one has nothing to do.
  private func expectRebuilt(
    _ names: String...,
    environment: [String: String] = [:],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let first = try variants.build(environment)
    let rebuilt = first.output.split(separator: "\n").filter { $0.contains(", built, since ") }
      .map { String($0.prefix { $0 != ":" && $0 != "@" }) }

    #expect(first.status.isSuccess, "\(first.errors)", sourceLocation: sourceLocation)
    #expect(rebuilt == names, "\(first.output)", sourceLocation: sourceLocation)
    let second = try variants.build(environment)
    #expect(!second.output.contains(", built, "), sourceLocation: sourceLocation)
  }

  private func edit(_ name: String, _ old: String, _ new: String) throws {
    let text = try variants.folder.read(name)
    try variants.folder.write(text.replacingOccurrences(of: old, with: new), to: name)
  }

  @Test func `nothing changed is nothing built`() throws {
    try expectRebuilt()
  }

  @Test func `an option`() throws {
    try edit("two.profile", "SQLITE_DQS=0", "SQLITE_DQS=3")
    try expectRebuilt("two")
  }

  @Test func `a compiler flag`() throws {
    try edit("two.profile", "optimize", "cflag -fno-plt\noptimize")
    try expectRebuilt("two")
  }

  @Test func `a byte of an extension, with size and time kept`() throws {
    let path = "\(variants.folder.path)/acme.c"
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
    try edit("acme.c", "SQLITE_ERROR", "SQLITE_ABORT")
    try FileManager.default.setAttributes([.modificationDate: date as Any], ofItemAtPath: path)

    try expectRebuilt("one")
  }

  @Test func `a header that an extension includes`() throws {
    try variants.folder.write("#define ANSWER (40 + 2)\n", to: "include/answer.h")
    try expectRebuilt("one")
  }

  @Test func `another compiler of that name first in PATH`() throws {
    let path = try #require(Environment.value(of: "PATH"))
    let compiler = try #require(SystemCommands().find("clang"))
    let shim = try variants.folder.write("#!/bin/sh\nexec \(compiler) \"$@\"\n", to: "bin/clang")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: shim)

    try expectRebuilt("one", "two", environment: ["PATH": "\(variants.folder.path)/bin:\(path)"])
    try expectRebuilt("one", "two")
  }

  @Test(arguments: ["libsqlite3-one.a", "sqlite3.h", "manifest.json"])
  func `an output that is deleted, cut short or edited`(name: String) throws {
    let path = "\(variants.built)/one@3.46.1/\(name)"

    try SystemFiles().remove(path)
    try expectRebuilt("one")

    let whole = try SystemFiles().read(path)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 10)
    try handle.close()
    try expectRebuilt("one")

    #expect(try SystemFiles().read(path) == whole)
  }

  @Test func `a log that is deleted, since warnings are read from it`() throws {
    try SystemFiles().remove("\(variants.built)/one@3.46.1/logs")
    try expectRebuilt("one")
  }

  @Test func `a byte of an output, with size and time kept`() throws {
    let path = "\(variants.built)/two@3.46.1/libsqlite3-two.a"
    let whole = try SystemFiles().read(path)
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seek(toOffset: 5_000)
    handle.write(Data([whole[5_000] ^ 1]))
    try handle.close()
    try FileManager.default.setAttributes([.modificationDate: date as Any], ofItemAtPath: path)

    try expectRebuilt("two")
    #expect(try SystemFiles().read(path) == whole)
  }

  @Test func `the build directory holds nothing but variants`() throws {
    #expect(try SystemFiles().list(variants.built) == ["one@3.46.1", "two@3.46.1"])
  }
}
