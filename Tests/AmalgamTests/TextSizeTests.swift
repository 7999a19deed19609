import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// A text that is too long to be one with options.
struct TextSizeTests {
  @Test(arguments: [["lint", "long.txt"], ["init", "a", "--from", "long.txt"]])
  func `a text of more than 64 MiB is refused, and its lines with options are not`(
    words: [String]
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write("-DSQLITE_ENABLE_STAT4\n", to: "long.txt")
    let handle = try FileHandle(forWritingTo: URL(filePath: "\(folder.path)/long.txt"))
    try handle.seekToEnd()
    let line = Data(repeating: UInt8(ascii: "x"), count: 1 << 20)
    for _ in 0..<64 { try handle.write(contentsOf: line) }
    try handle.close()

    let outcome = try BuiltTool(in: folder.path).run(words)

    #expect(outcome.status == .exited(2))
    #expect(
      outcome.errors == """
        long.txt: error: has 67108886 bytes, and a text with options is read up to 67108864
          fix: give it the lines that set options, as 'grep SQLITE_' finds them

        """
    )
    let lines = try SystemCommands().run(
      Command(["grep", "SQLITE_", "long.txt"], in: folder.path),
      log: "\(folder.path)/err",
      output: "\(folder.path)/short.txt"
    )
    #expect(lines == .exited(0))
    let short = words.map { $0 == "long.txt" ? "short.txt" : $0 }
    #expect(try BuiltTool(in: folder.path).run(short).status == .exited(0))
  }

  @Test(arguments: [[0xFF, 0xFE, 0x2D, 0], [0xFE, 0xFF, 0, 0x2D]] as [[UInt8]])
  func `text of two bytes a letter is named as that`(bytes: [UInt8]) throws {
    let folder = try TemporaryFolder()
    try SystemFiles().write(bytes, to: "\(folder.path)/wide.txt")

    let outcome = try BuiltTool(in: folder.path).run("lint", "wide.txt")

    #expect(outcome.status == .exited(2))
    #expect(
      outcome.errors == """
        wide.txt: error: is UTF-16, which is not read
          fix: save the file as UTF-8

        """
    )
  }
}
