import AmalgamCore
import AmalgamTestSupport
import Testing

@testable import AmalgamHost

struct ConfigureTests {
  @Test func `a folder that another run configured meanwhile is left, and none of one's own`()
    throws
  {
    let files = FakeFiles([:])
    let target =
      "/cache/configured/0123456789abcdef-\(SHA256.hexDigest(of: Array("/t".utf8)).prefix(8))"
    let commands = FakeCommands { command, log in
      // The other run, which ends while this one's configure works.
      let record = StatRecord(key: target, entries: [])
      try? files.write(record.text, to: "\(target)/amalgam.record")
      try? files.write("", to: Path.join(command.directory ?? "", "Makefile"))
    }
    let job = Generator(files: files, cache: "/cache").configure(
      Generator.Tree(version: Version(3, 46, 1), checkIn: "0123456789abcdef00", path: "/t")
    )

    try JobQueue(
      commands: commands,
      progress: Progress(terminal: RecordingTerminal(), isQuiet: true),
      limit: 1
    ).runToSuccess([job])

    #expect(files.status(of: "/cache/work") == nil)
    #expect(try files.list(target) == ["amalgam.record"])
  }
}
