import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// What a zip file is refused for, with answers that no honest `unzip` gives.
struct UnzipperTests {
  private let folder: TemporaryFolder
  private let files = SystemFiles()

  init() throws { folder = try TemporaryFolder() }

  /// The failure of a zip file that `unzip` lists and unpacks as given.
  private func failure(
    entries: Int = 1,
    size: Int = 3,
    contents: String = "abc",
    failing: String? = nil,
    missing: Set<String> = []
  ) throws -> String {
    try files.write("PK\u{3}\u{4}", to: "\(folder.path)/a.zip")
    let line = "-rw-r--r--  3.0 unx \(size) bx defN 24-Aug-13 12:00 a.o\n"
    let listing = "head\nhead\n" + String(repeating: line, count: entries) + "total\n"
    let commands = FakeCommands(failing: failing, missing: missing) { command, output in
      let isListing = command.arguments.contains("-Z")
      try? files.write(isListing ? listing : contents, to: output)
      let said = isListing ? "" : "a.o: bad CRC\n"
      try? files.write(said, to: "\(Path.directory(of: output))/log")
    }
    let loaded = try ProgramLoader(
      files: files,
      commands: commands,
      progress: Progress(terminal: RecordingTerminal(), isQuiet: true)
    ).load([("\(folder.path)/a.zip", "a.zip")])
    return text(of: loaded.failures)
  }

  @Test func `too many entries, or too much in them, are not looked into`() throws {
    #expect(
      try failure(entries: 100_001, size: 0)
        == "a.zip: error: has 100001 entries, and at most 100000 are looked into"
    )
    #expect(
      try failure(entries: 2, size: 1 << 30 | 1)
        == "a.zip: error: unpacks to 2147483650 bytes, and at most 2 GiB are looked into"
    )
    #expect(
      try failure(entries: 2, size: .max)
        == "a.zip: error: unpacks to \(Int.max) bytes, and at most 2 GiB are looked into"
    )
  }

  @Test func `contents of another size than promised are refused`() throws {
    #expect(
      try failure(size: 4)
        == "a.zip: error: cannot be unpacked: its table promises 4 bytes, and it holds 3"
    )
  }

  @Test func `what unzip says of contents it cannot read is told`() throws {
    #expect(
      try failure(failing: "sh")
        == "a.zip: error: cannot be unpacked: 'unzip' exited with status 1: a.o: bad CRC"
    )
  }

  @Test func `an unzip that is not there is named with its package`() throws {
    #expect(
      try failure(missing: ["unzip"]) == """
        a.zip: error: needs 'unzip', which is not installed
          fix: install it, on Debian by 'apt-get install unzip'
        """
    )
  }

  @Test func `a zip file in a zip file in a zip file is left closed`() throws {
    // What is unpacked begins as a zip file does, at every depth.
    #expect(
      try failure(size: 4, contents: "PK\u{3}\u{4}")
        == "a.zip/a.o/a.o/a.o: error: is a zip file in a zip file in a zip file"
    )
  }
}
