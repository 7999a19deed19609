import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// Names that a library of SQLite has beside SQLite's, and files that are no program.
@Suite(.serialized)
struct SurplusNameTests {
  private let shop: LinkShop

  init() throws { shop = try LinkShop() }

  private static let many = (0..<20).map { "sqlite3_function_\($0)" }

  @Test func `a variant's name that is not SQLite's is told, and a linker's is listed`() throws {
    let source =
      LinkShop.copy("3.46.1", Self.many) + "int leaked; int _init(void); char __bss_start, _edata;"
    try shop.compile(source, to: "s.o")
    try shop.must(["llvm-ar", "rcs", "s.a", "s.o"])

    let (evidence, request) = try shop.evidence(["s.a"])
    let report = SymbolsReport(evidence, request).report()

    expectFindings(
      report.findings,
      "s.a: warning: [surplus-symbols] defines the global name 'leaked', which is not SQLite's"
    )
    #expect(evidence.ignored == ["__bss_start", "_edata"])
    #expect(report.judged.last == "ignored, since linkers make them: '__bss_start', '_edata'")
  }

  @Test func `several surplus names are one finding`() throws {
    let source = LinkShop.copy("3.46.1", Self.many) + "int leaked_a, leaked_b;"
    try shop.compile(source, to: "s.o")

    let (evidence, request) = try shop.evidence(["s.o"])

    expectFindings(
      SymbolsReport(evidence, request).report().findings,
      "s.o: warning: [surplus-symbols] defines 2 global names that are not SQLite's: 'leaked_a', "
        + "'leaked_b'"
    )
  }

  /// Each further object costs what the one before did: twice as many, and not four times the time.
  @Test func `thousands of objects with the same names are judged in time`() throws {
    try shop.compile(LinkShop.copy("3.46.1"), to: "one.o")
    let bytes = try SystemFiles().read(shop.path("one.o"))
    let names = (0..<6_000).map { "m\($0).o" }
    let request = SymbolsRequest(catalogue: try #require(LinkShop.catalogue))
    let time = bytes.withUnsafeBytes { bytes in
      [1_500, 6_000].map { count in
        let start = Self.processorTime
        var observer = SymbolObserver(request)
        for name in names.prefix(count) { observer.add(SymbolFile(name: name, bytes: bytes)) }
        #expect(observer.evidence().groups.count == count - 1)
        return Self.processorTime - start
      }
    }

    // Where time grew with the square this was 14.
    #expect(time[1] / time[0] < 8, "\(time)")
  }

  /// Of this thread, in seconds.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test func `objects for more processors than anybody has are refused`() throws {
    var names: [String] = []
    for machine in 0..<65 as Range<UInt8> {
      let head: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9)
      let rest: [UInt8] = [1, 0, 128 + machine, 0, 1, 0, 0, 0] + [UInt8](repeating: 0, count: 28)
      let tail: [UInt8] = [64, 0, 0, 0, 0, 0, 64, 0, 0, 0, 0, 0]
      names.append("m\(machine).o")
      try SystemFiles().write(head + rest + tail, to: shop.path(names[Int(machine)]))
    }

    #expect(
      try shop.text(names) == "m0.o: error: and what else was given is for too many processors"
    )
  }

  @Test func `a program's own names are its own business`() throws {
    try shop.compile(
      LinkShop.copy("3.46.1") + "int one, two, three, four;",
      to: "s.o"
    )

    #expect(try shop.evidence(["s.o"]).evidence.surplus == [])
  }

  /// Linked in one piece with its SQLite, or a library that does something with it.
  @Test func `a program or a library with a SQLite inside is no variant`() throws {
    let copy = LinkShop.copy("3.46.1", Self.many)
    try shop.compile(copy + "int main(void) { return 0; }", to: "all.o")
    #expect(try shop.evidence(["all.o"]).evidence.surplus == [])

    try shop.compile(copy + "int user(void) { return 0; }", to: "user.o")
    for (name, count) in [("libuser.so", 0), ("libsqlite3-user.so", 1)] {
      try shop.must(["clang", "-shared", "-fuse-ld=lld", "user.o", "-o", name])
      #expect(try shop.evidence([name]).evidence.surplus.count == count)
    }
  }

  @Test func `what an amalgam variant registers is no surplus`() throws {
    let copy =
      LinkShop.copy("3.46.1", Self.many) + "int amalgam_full_autoext; int sqlite3_geo_init;"
    try shop.compile(copy, to: "plain.o")
    let prefixed = copy.replacing("sqlite3_", with: "acme_sqlite3_")
      .replacing("amalgam_", with: "acme_amalgam_")
    try shop.compile(prefixed, to: "prefixed.o")

    #expect(try shop.evidence(["plain.o"]).evidence.surplus == [])
    #expect(try shop.evidence(["prefixed.o"]).evidence.surplus == [])
  }

  @Test func `of a program without a name of SQLite's nothing but its objects is counted`() throws {
    for name in ["a", "b"] {
      try shop.compile("int png_read(void) { return 1; }", to: "\(name).o")
      try shop.must(["llvm-ar", "rcs", "\(name).a", "\(name).o"])
    }

    let plain = try shop.evidence(["a.a", "b.a"]).evidence
    #expect((plain.files, plain.objects, plain.names, plain.groups.count) == (2, 2, 0, 0))
    // The same names are a conflict for somebody who asks for them.
    #expect(try shop.groups(["a.a", "b.a"], names: "png_*").map(\.verdict) == [.silent])
    let found = try shop.evidence(["a.a", "b.a"], names: "png_*")
    #expect(
      SymbolsReport(found.evidence, found.request).report().findings.map(\.fix) == [
        "keep one: drop 'b.a' from the link line; else link one into a shared library of its own, "
          + "compiled with '-fvisibility=hidden'; else rename those of one, as "
          + "'objcopy --redefine-syms' does"
      ]
    )
    // A name that only its own object sees, in the last file, is one of SQLite's all the same.
    try shop.compile(
      "static int sqlite3_step(void) { return 1; } int other(void) { return sqlite3_step(); }",
      to: "c.o"
    )
    let mixed = try shop.evidence(["a.a", "b.a", "c.o"]).evidence
    #expect((mixed.files, mixed.objects, mixed.names) == (3, 3, 1))
  }

  @Test func `two prefixed copies are two copies at work`() throws {
    for (name, prefix) in [("a.o", "acme_"), ("b.o", "beta_")] {
      try shop.compile(
        LinkShop.copy("3.46.1", ["sqlite3_log"])
          .replacing("sqlite3_", with: "\(prefix)sqlite3_"),
        to: name
      )
    }

    let text = try shop.text(["a.o", "b.o"])

    #expect(
      text.hasPrefix(
        "a.o, b.o: warning: [two-copies] 2 copies of SQLite are at work in one process: 'a.o' with "
          + "the prefix 'acme_', 'b.o' with the prefix 'beta_'\n"
      )
    )
  }

  @Test func `an archive without members and a text are never a pass`() throws {
    try shop.must(["llvm-ar", "rcs", "empty.a"])
    try shop.folder.write("int main;\n", to: "text.a")

    for (name, message) in [
      ("empty.a", "empty.a: error: has no object in it, so nothing was judged"),
      (
        "text.a",
        "text.a: error: cannot be read: wanted an object file, a library or an archive, found text "
          + "at offset 0"
      ),
    ] {
      let (evidence, request) = try shop.evidence([name])
      let report = SymbolsReport(evidence, request).report()
      #expect(report.failures.map(TextReport(colour: false).text) == [message])
      #expect(report.exitStatus() == 2)
    }
  }

  @Test func `of bitcode nothing is claimed`() throws {
    try shop.compile("int sqlite3_open(void) { return 0; }", to: "b.o", ["-flto"])

    let (evidence, request) = try shop.evidence(["b.o"])
    let report = SymbolsReport(evidence, request).report()

    #expect(
      report.failures.map(TextReport(colour: false).text) == [
        "b.o: error: is LLVM bitcode, of whose names nothing can be told\n"
          + "  fix: compile it without '-flto'"
      ]
    )
    #expect(report.exitStatus() == 2)
  }

  @Test func `the JSON has every field`() throws {
    try shop.compile(LinkShop.copy("3.40.1"), to: "a.o")
    try shop.compile("#pragma weak sqlite3_open\n" + LinkShop.copy("3.46.1"), to: "b.o")
    try shop.program(printing: ["sqlite3_snapshot_get"])

    let (evidence, request) = try shop.evidence(["main.o", "a.o", "b.o"])
    let json = try Parsed(JSONReport().text(of: SymbolsReport(evidence, request).report()))

    #expect(json["command"] == "symbols")
    #expect(
      json["conflicts"].elements.map { $0["symbol"].string } == [
        "sqlite3_libversion", "sqlite3_open", "sqlite3_step",
      ]
    )
    let definition = json["conflicts"][1]["definitions"][1]
    #expect(definition["file"] == "b.o")
    #expect(definition["member"].isNull)
    #expect(definition["binding"] == "weak")
    #expect(definition["visibility"] == "default")
    let group = json["groups"][0]
    #expect(group["files"].elements.map(\.string) == ["a.o", "b.o"])
    #expect(group["count"] == 3)
    #expect(group["winner"].isNull)
    #expect(group["verdict"] == "duplicate-error")
    let name = json["undefined"][0]
    #expect(name["symbol"] == "sqlite3_snapshot_get")
    #expect(name["files"].elements.map(\.string) == ["main.o"])
    #expect(name["cure"] == "SQLITE_ENABLE_SNAPSHOT")
    for list in ["ignored", "absent", "unread"] { #expect(json[list].count == 0) }
  }

  /// Files with bytes changed at random: read to the end or refused, never a trap.
  @Test func `changed files never trap`() throws {
    try shop.program()
    try shop.archive("a.a", version: "3.46.1")
    try shop.library("l.so", version: "3.40.1")
    var files = try ["main.o", "a.a", "l.so"].map { try SystemFiles().read(shop.path($0)) }
    let request = SymbolsRequest(isLinkOrder: true, catalogue: try #require(LinkShop.catalogue))
    var random = Seeded(state: 7)
    for round in 0..<400 {
      let (which, original) = (round % files.count, files[round % files.count])
      for _ in 0..<(1 + round % 8) {
        files[which][Int.random(in: 0..<original.count, using: &random)] = .random(
          in: 0...255,
          using: &random
        )
      }
      let program = files
      var observer = SymbolObserver(request)
      program[0].withUnsafeBytes { first in
        program[1].withUnsafeBytes { second in
          program[2].withUnsafeBytes { third in
            for (name, bytes) in [("a", first), ("b", second), ("c", third)] {
              observer.add(SymbolFile(name: name, bytes: bytes))
            }
            let evidence = observer.evidence()
            _ = SymbolsReport(evidence, request).report()
          }
        }
      }
      files[which] = original
    }
  }
}

/// The same numbers in each run.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }
}
