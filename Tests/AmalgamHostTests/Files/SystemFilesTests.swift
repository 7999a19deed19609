import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

struct SystemFilesTests {
  private let files = SystemFiles()
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `what is written is read back and nothing else is left`() throws {
    let path = "\(folder.path)/a/b/c"
    try files.write([0, 255, 10], to: path)

    #expect(try files.read(path) == [0, 255, 10])
    #expect(try files.list("\(folder.path)/a/b") == ["c"])
    #expect(files.status(of: path)?.size == 3)
  }

  @Test func `a link is seen as one, and removing it leaves what it points at`() throws {
    let target = try folder.write("x", to: "dir/file")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/link",
      withDestinationPath: "\(folder.path)/dir"
    )

    #expect(files.status(of: "\(folder.path)/link")?.kind == .link)
    try files.remove("\(folder.path)/link")
    #expect(files.isFile(target))
  }

  @Test func `removing takes all below and does not mind nothing`() throws {
    try folder.write("x", to: "d/e/f")

    try files.remove("\(folder.path)/d")
    try files.remove("\(folder.path)/d")

    #expect(files.status(of: "\(folder.path)/d") == nil)
  }

  @Test func `what cannot be read says why`() throws {
    try folder.write("x", to: "d/f")
    let absent = "\(folder.path)/absent"

    #expect(throws: Failure(absent, "cannot be read: No such file or directory")) {
      try files.read(absent)
    }
    #expect(throws: Failure("\(folder.path)/d", "is a folder, not a file")) {
      try files.read("\(folder.path)/d")
    }
    try files.write(Array("é\n".utf8) + [0xC3, 0x0A, 0xA9], to: absent)
    #expect(
      throws: Failure("\(absent):2", "is no UTF-8 text", fix: "save the file as UTF-8")
    ) { try files.readText(absent) }
  }

  @Test func `what cannot be written leaves what was there`() throws {
    try folder.write("old", to: "f/g")

    #expect(throws: Failure.self) { try files.write("new", to: "\(folder.path)/f/g/h") }
    #expect(try folder.read("f/g") == "old")
  }

  @Test func `what cannot be made, moved, listed or removed says why`() throws {
    let file = try folder.write("x", to: "file")
    try folder.write("y", to: "full/inner")
    try folder.write("z", to: "other/inner")

    expectFailure("\(file)/sub: error: cannot be made: Not a directory") {
      try files.makeDirectory("\(file)/sub")
    }
    expectFailure(
      "\(folder.path)/full: error: cannot take the place of '\(folder.path)/other': "
        + "Directory not empty"
    ) { try files.move("\(folder.path)/other", to: "\(folder.path)/full") }
    expectFailure("\(file): error: cannot be listed: Not a directory") { try files.list(file) }
    expectFailure("\(folder.path)/full: error: cannot be written: Is a directory") {
      try files.write("x", to: "\(folder.path)/full")
    }
    #expect(try files.list(folder.path) == ["file", "full", "other"])
  }

  @Test(.enabled(if: SystemFiles().isFile("/proc/version"), "not run: there is no /proc"))
  func `what the system keeps cannot be removed`() {
    expectFailure("/proc/version: error: cannot be removed: Operation not permitted") {
      try files.remove("/proc/version")
    }
  }
}

struct EndlessFileTests {
  @Test func `what never ends is given up`() {
    expectFailure("/dev/zero: error: is no file and does not end: read 67174400 bytes of it") {
      try SystemFiles().read("/dev/zero")
    }
  }
}
