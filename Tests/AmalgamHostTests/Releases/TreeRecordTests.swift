import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// Proving an unchanged tree reads none of its bytes, and any change makes it read them all.
struct TreeRecordTests {
  private let fixture: ReleaseFixture
  private let files = CountingFiles()

  init() throws {
    fixture = try ReleaseFixture()
    try fixture.tree.write(to: fixture.place)
    try prove()
    files.reads = []
  }

  private var trees: SourceTrees {
    SourceTrees(root: fixture.root, cache: fixture.cache, files: files)
  }

  private func prove() throws { try trees.prove(try fixture.release()) }

  private var treeReads: Int { files.reads.count { $0.hasPrefix(fixture.place + "/") } }

  @Test func `an unchanged tree is not read again`() throws {
    try prove()

    #expect(treeReads == 0)
  }

  @Test func `a check reads it all the same`() throws {
    try trees.proveFromBytes(try fixture.release())

    #expect(treeReads == 8)
  }

  @Test func `a byte changed with size and time put back is noticed`() throws {
    let path = fixture.place + "/src/main.c"
    let before = try FileManager.default.attributesOfItem(atPath: path)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.write(contentsOf: Data("INT x;\n".utf8))
    try handle.close()
    try FileManager.default.setAttributes(
      [.modificationDate: before[.modificationDate] as Any],
      ofItemAtPath: path
    )

    #expect(throws: Failure.self) { try prove() }
  }

  @Test func `a file that comes, goes or is another of the same bytes is noticed`() throws {
    try SystemFiles().write("", to: fixture.place + "/empty")
    #expect(throws: Failure.self) { try prove() }

    try SystemFiles().remove(fixture.place + "/empty")
    try prove()
    try SystemFiles().write("int x;\n", to: fixture.place + "/src/main.c")
    files.reads = []
    try prove()
    #expect(treeReads == 8)

    try SystemFiles().remove(fixture.place + "/a name")
    #expect(throws: Failure.self) { try prove() }
  }

  @Test func `a record does not stand for another check-in`() throws {
    let release = try fixture.release()
    let other = Release(
      release.version,
      checkIn: String(repeating: "0", count: 64),
      year: 2031,
      sha3: release.sha3
    )

    #expect(throws: Failure.self) { try trees.prove(other) }
  }

  @Test func `a record that was cut or changed is no record`() throws {
    let folder = fixture.cache + "/proved"
    let name = try #require(try SystemFiles().list(folder).first)
    let text = try SystemFiles().readText("\(folder)/\(name)")
    for broken in ["", String(text.dropLast()), text + "x", "\u{0}"] {
      try SystemFiles().write(broken, to: "\(folder)/\(name)")
      files.reads = []

      try prove()

      #expect(treeReads == 8)
    }
  }

  @Test func `a cache that cannot be written costs only time`() throws {
    try SystemFiles().remove(fixture.cache)
    try SystemFiles().write("", to: fixture.cache)

    try prove()

    #expect(treeReads == 8)
  }
}

/// The machine's files, and what is read of them.
final class CountingFiles: Files, @unchecked Sendable {
  var reads: [String] = []
  private let files = SystemFiles()

  func status(of path: String) -> FileStatus? { files.status(of: path) }

  func read(_ path: String) throws(Failure) -> [UInt8] {
    reads.append(path)
    return try files.read(path)
  }

  func write(_ contents: [UInt8], to path: String) throws(Failure) {
    try files.write(contents, to: path)
  }

  func list(_ path: String) throws(Failure) -> [String] { try files.list(path) }
  func move(_ old: String, to new: String) throws(Failure) { try files.move(old, to: new) }
  func remove(_ path: String) throws(Failure) { try files.remove(path) }
  func makeDirectory(_ path: String) throws(Failure) { try files.makeDirectory(path) }
}
