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
    let before = try #require(SystemFiles().status(of: path))
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.write(contentsOf: Data("INT x;\n".utf8))
    try handle.close()
    let nanoseconds = 1_000_000_000
    let time = timespec(
      tv_sec: before.modified / nanoseconds,
      tv_nsec: before.modified % nanoseconds
    )
    utimensat(AT_FDCWD, path, [time, time], 0)

    let after = try #require(SystemFiles().status(of: path))
    #expect(
      (after.size, after.modified, after.inode) == (before.size, before.modified, before.inode)
    )
    #expect(throws: Failure.self) { try prove() }
  }

  /// A change in the file system's tick of the last one would leave no trace.
  @Test func `a tree that has only just changed is not recorded`() throws {
    files.changed = .max
    try trees.proveFromBytes(try fixture.release())
    files.reads = []

    try prove()

    #expect(treeReads == 8)
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
    let bytes = try SystemFiles().read("\(folder)/\(name)")
    for broken in [[], Array(bytes.dropLast()), bytes + [1], [0]] {
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
