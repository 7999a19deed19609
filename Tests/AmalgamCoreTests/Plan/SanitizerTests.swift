import AmalgamTestSupport
import Testing

@testable import AmalgamCore

/// What AddressSanitizer wrote, and what becomes of it.
struct SanitizerTests {
  private let overrun = """
    =================================================================
    ==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x502000000014
    WRITE of size 1 at 0x502000000014 thread T0
        #0 0x5581 in overrun extensions/broken.c:9:14
        #1 0x5582 in sqlite3VdbeExec sqlite3.c:1:1
        #2 0x7f83  (/lib/libc.so.6+0x27d67) (BuildId: 93)

    0x502000000014 is located 0 bytes after 4-byte region
    allocated by thread T0 here:
        #0 0x5584 in malloc (driver+0x1)
    SUMMARY: AddressSanitizer: heap-buffer-overflow extensions/broken.c:9:14 in overrun

    """

  @Test func `a report is its summary and the calls that led to it`() {
    let report = SanitizerReport(overrun)

    #expect(report?.summary == "heap-buffer-overflow extensions/broken.c:9:14 in overrun")
    #expect(
      report?.calls == [
        "overrun extensions/broken.c:9:14", "sqlite3VdbeExec sqlite3.c:1:1",
        "(/lib/libc.so.6+0x27d67) (BuildId: 93)",
      ]
    )
  }

  @Test func `calls of the sanitizer and of the driver are left out`() {
    let leak = """
      Direct leak of 100 byte(s) in 1 object(s) allocated from:
          #0 0x1 in malloc /build/llvm/compiler-rt/lib/asan/asan_malloc_linux.cpp:67:3
          #1 0x2 in lose ./extensions/broken.c:19:26
          #2 0x3 in send_rows /cache/drivers/5c/driver.c:374:18
          #3 0x4 in main /cache/drivers/5c/driver.c:800:3
      SUMMARY: AddressSanitizer: 100 byte(s) leaked in 1 allocation(s).

      """

    #expect(SanitizerReport(leak)?.calls == ["lose ./extensions/broken.c:19:26"])
  }

  @Test(arguments: ["", "Segmentation fault\n", "#0 0x1 in f a.c:1\n", "SUMMARY: other\n"])
  func `anything else is none`(text: String) {
    #expect(SanitizerReport(text) == nil)
  }

  @Test func `a summary without a stack, or with a cut one, is still one`() {
    #expect(
      SanitizerReport("SUMMARY: AddressSanitizer: 9 byte(s) leaked in 1 allocation(s).\n")
        == SanitizerReport(summary: "9 byte(s) leaked in 1 allocation(s).", calls: [])
    )
    let cut = "#0\n#0 0x1\n#0 0x1 in\nSUMMARY: AddressSanitizer: SEGV\n"
    #expect(SanitizerReport(cut) == SanitizerReport(summary: "SEGV", calls: []))
  }

  @Test func `what watches names the case, the error and the calls`() throws {
    let script = try ScriptParser.parse(
      "# amalgam 1\n\nquery I\nSELECT overrun(4)\n----\n1\n",
      file: "Suites/s.test"
    )
    let library = exampleLibrary {
      $0.breakdowns = [
        Breakdown(.memory(SanitizerReport(summary: "SEGV", calls: [])), during: "probe 'rbu'")
      ]
    }
    let conversation = Conversation(
      script,
      in: .memory,
      path: "/db",
      Circumstances(try exampleExpectation(), library)
    )
    let transcript = Transcript(
      version: "",
      sourceID: "",
      answers: [Answer()],
      ending: .cut(request: 1)
    )
    let report = try #require(SanitizerReport(overrun))
    let run = RunOutcome(
      RunKind(.archive, .memory),
      conversation,
      transcript,
      breakdown: Breakdown(.memory(report), during: "SQL: SELECT overrun(4)")
    )
    let evidence = Evidence(
      libraries: [library],
      suites: [SuiteOutcome(script: script, runs: [run])]
    )

    expectFindings(
      Check.memory.judge(evidence, try exampleExpectation(sanitizer: .address))?.findings ?? [],
      """
      full: error: [memory] AddressSanitizer ended the driver: SEGV (archive)
        note: probe 'rbu'
      Suites/s.test:3:1: error: [memory] AddressSanitizer ended the driver: heap-buffer-overflow \
      extensions/broken.c:9:14 in overrun (archive in memory)
        query I
        ^
        note: SQL: SELECT overrun(4)
        note: variant 'full', suite 's'
        note: in overrun extensions/broken.c:9:14
        note: from sqlite3VdbeExec sqlite3.c:1:1
        note: from (/lib/libc.so.6+0x27d67) (BuildId: 93)
      """
    )
    #expect(Check.crash.judge(evidence, try exampleExpectation())?.findings.isEmpty == true)
  }

  @Test func `a driver that nothing ended is silent, and without a sanitizer there is no check`()
    throws
  {
    let evidence = Evidence(libraries: [exampleLibrary()])

    let watched = Check.memory.judge(evidence, try exampleExpectation(sanitizer: .address))
    #expect(watched?.findings.isEmpty == true)
    #expect(Check.memory.judge(evidence, try exampleExpectation()) == nil)
  }

  @Test func `what a sanitizer adds is no surplus and counts for no limit`() throws {
    let library = exampleLibrary {
      $0.symbols = .known(["__odr_asan_gen_sqlite3_version", "__odr_asan.x"])
    }
    let limit = SizeLimit(.archive, bytes: 1, at: exampleLocation(line: 1, "limit archive 1"))
    let evidence = Evidence(libraries: [library])
    let watched = try exampleExpectation(limits: [limit], sanitizer: .address)
    let shipped = try exampleExpectation(limits: [limit])

    #expect(Check.surplusSymbol.judge(evidence, watched)?.findings.isEmpty == true)
    #expect(Check.limit.judge(evidence, watched) == nil)
    #expect(Check.surplusSymbol.judge(evidence, shipped)?.findings.count == 1)
    #expect(Check.limit.judge(evidence, shipped)?.findings.count == 1)
  }
}
