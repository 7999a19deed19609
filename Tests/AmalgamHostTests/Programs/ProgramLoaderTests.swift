import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import ObjectFiles
import Testing

@Suite(.serialized)
struct ProgramLoaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a file is itself, and the name is as it was given`() throws {
    try write(smallObject, to: "a.o")

    #expect(try load("a.o").files.map(\.name) == ["a.o"])
    #expect(try names(in: "a.o") == ["a.o()"])
  }

  @Test func `every object below a folder is taken, and nothing else`() throws {
    try write(smallObject, to: "App.app/App")
    try write(smallObject, to: "App.app/Frameworks/App.debug.dylib")
    try folder.write("text", to: "App.app/Info.plist")

    #expect(
      try load("App.app").files.map(\.name) == [
        "App.app/App", "App.app/Frameworks/App.debug.dylib",
      ]
    )
  }

  @Test func `a zip is looked into, also one in it`() throws {
    try write(smallObject, to: "Payload/App.app/App")
    try folder.write("text", to: "Payload/note")
    try zip("inner.zip", "Payload")
    try zip("outer.ipa", "Payload", "inner.zip")

    #expect(
      try load("outer.ipa").files.map(\.name) == [
        "outer.ipa/Payload/App.app/App", "outer.ipa/inner.zip/Payload/App.app/App",
      ]
    )
    #expect(try load("outer.ipa").files.map { [UInt8]($0.bytes) } == [smallObject, smallObject])
  }

  @Test func `what a zip's entries are called leads nowhere`() throws {
    try write(smallObject, to: "a/b/x")
    try link("a/link", to: "/etc")
    try run("sh", "-c", "cd '\(folder.path)/a/b' && zip -qy ../../t.zip ../link ./../../a/b/x")

    #expect(try load("t.zip").files.map(\.name) == ["t.zip/../../a/b/x"])
    #expect(TemporaryFolder.contents(of: folder.path).filter { $0.contains("..") } == [])
  }

  @Test func `a zip whose table lies is refused`() throws {
    try write(smallObject + [UInt8](repeating: 0, count: 1 << 20), to: "a.o")
    try zip("a.zip", "a.o")
    var bytes = try SystemFiles().read("\(folder.path)/a.zip")
    let entry = try #require(bytes.firstRange(of: [0x50, 0x4B, 0x01, 0x02])).lowerBound
    // The size that the table tells of the entry when unpacked.
    bytes.replaceSubrange(entry + 24..<entry + 28, with: [64, 0, 0, 0])
    try SystemFiles().write(bytes, to: "\(folder.path)/a.zip")

    let failures = try load("a.zip").failures

    #expect(failures.count == 1)
    #expect(failures[0].message.hasPrefix("cannot be unpacked: "))
  }

  @Test func `a zip with a password is refused and asks nobody for it`() throws {
    try write(smallObject, to: "a.o")
    try run("sh", "-c", "cd '\(folder.path)' && zip -q -P secret a.zip a.o")

    let failures = try load("a.zip").failures

    #expect(
      text(of: failures) == "a.zip: error: holds something encrypted with a password"
    )
  }

  @Test func `a thin archive's members are read from their files`() throws {
    try write(smallObject, to: "lib/objects/a.o")
    try run(
      "sh",
      "-c",
      "cd '\(folder.path)/lib' && { llvm-ar --thin rcS t.a objects/a.o || ar rcST t.a objects/a.o; }"
    )

    #expect(try names(in: "lib/t.a") == ["objects/a.o()"])
  }

  @Test func `a thin archive's member that is gone stays untold`() throws {
    try write(smallObject, to: "a.o")
    try run(
      "sh",
      "-c",
      "cd '\(folder.path)' && { llvm-ar --thin rcS t.a a.o || ar rcST t.a a.o; }"
    )
    try FileManager.default.removeItem(atPath: "\(folder.path)/a.o")

    var reasons: [ObjectFile.Unreadable?] = []
    try load("t.a").files[0].forEachObject { reasons.append($0.unreadable) }

    #expect(reasons == [.thinMember])
  }

  @Test func `what holds nothing and what is not there are failures`() throws {
    try folder.write("text", to: "empty/readme")
    try folder.write("text", to: "readme")
    try zip("text.zip", "readme")
    try run("mkfifo", "\(folder.path)/pipe")

    let loaded = try load("empty", "text.zip", "missing", "pipe")

    #expect(loaded.files.isEmpty)
    #expect(
      text(of: loaded.failures) == """
        empty: error: holds no object file, library or program
        text.zip: error: holds no object file, library or program
        missing: error: cannot be read: No such file or directory
        pipe: error: is no regular file
        """
    )
  }

  @Test func `a hard link is the same file`() throws {
    try write(smallObject, to: "a.o")
    try FileManager.default.linkItem(atPath: "\(folder.path)/a.o", toPath: "\(folder.path)/b.o")
    try link("c.o", to: "a.o")
    try write(smallObject, to: "d.o")

    #expect(Set(try load("a.o", "b.o", "c.o", "d.o").files.map(\.identity)).count == 2)
  }

  private func load(_ names: String...) throws -> ProgramFiles {
    try ProgramLoader(
      files: SystemFiles(),
      commands: SystemCommands(),
      progress: Progress(terminal: RecordingTerminal())
    )
    .load(names.map { ("\(folder.path)/\($0)", $0) })
  }

  /// Member and first symbol's name of each object in the files.
  private func names(in name: String) throws -> [String] {
    var names: [String] = []
    for file in try load(name).files {
      try file.forEachObject { object throws(ReadError) in
        var symbols: [String] = []
        try object.forEachSymbol { symbols.append(String(decoding: $0.name, as: UTF8.self)) }
        names.append("\(object.member ?? file.name)(\(symbols.joined(separator: " ")))")
      }
    }
    return names
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    try SystemFiles().write(bytes, to: "\(folder.path)/\(name)")
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/\(name)",
      withDestinationPath: target
    )
  }

  private func zip(_ name: String, _ contents: String...) throws {
    let command = Command(["zip", "-qry", name] + contents, in: folder.path)
    try #require(try SystemCommands().run(command, log: "\(folder.path)/log.txt") == .exited(0))
  }

  private func run(_ arguments: String...) throws {
    let log = "\(folder.path)/log.txt"
    try #require(try SystemCommands().run(Command(arguments), log: log) == .exited(0))
  }
}

/// The smallest ELF object: a header, and no section.
private let smallObject: [UInt8] =
  [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9)
  + [1, 0, 62, 0, 1, 0, 0, 0] + [UInt8](repeating: 0, count: 28)
  + [64, 0, 0, 0, 0, 0, 64, 0, 0, 0, 0, 0]
