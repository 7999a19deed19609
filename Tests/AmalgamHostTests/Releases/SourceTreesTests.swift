import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// Trees on the real file system, since links, special files and times are its own.
struct SourceTreesTests {
  private let fixture: ReleaseFixture

  init() throws {
    fixture = try ReleaseFixture(tree: SmallTree(tags: "branch b\ntag t\n"))
    try fixture.tree.write(to: fixture.place)
  }

  private let fix =
    "  fix: run 'rm -r Vendor/sqlite-3.99.1' and then 'amalgam releases fetch 3.99.1'"

  private func expectRefused(
    _ lines: String...,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    expectFailure(lines, sourceLocation: sourceLocation) {
      try fixture.trees.prove(try fixture.release())
    }
  }

  @Test func `the tree of the lock is proved and its path returned`() throws {
    #expect(try fixture.trees.prove(try fixture.release()) == fixture.place)
    #expect(try fixture.trees.proveFromBytes(try fixture.release()) == 5)
  }

  @Test func `one changed byte in any file is told with the file, expected and found`() throws {
    for (name, text) in fixture.tree.files where !["manifest", "a name"].contains(name) {
      var bytes = Array(text.utf8)
      let old = digest(of: bytes, name)
      bytes[bytes.count / 2] ^= 1
      try SystemFiles().write(bytes, to: "\(fixture.place)/\(name)")

      expectRefused(
        "Vendor/sqlite-3.99.1: error: is not the source tree of SQLite 3.99.1: 1 file differs from "
          + "its manifest",
        "  note: '\(name)' is changed: expected \(old), found \(digest(of: bytes, name))",
        fix
      )

      try SystemFiles().write(text, to: "\(fixture.place)/\(name)")
    }
    try fixture.trees.prove(try fixture.release())
  }

  private func digest(of bytes: [UInt8], _ name: String) -> String {
    name == "src/main.c"
      ? "sha1:\(SHA1.hexDigest(of: bytes))" : "sha3-256:\(SHA3.hexDigest(of: bytes))"
  }

  @Test func `an empty folder, as in SQLite's own archives, is let be`() throws {
    try SystemFiles().makeDirectory(fixture.place + "/compat")

    #expect(try fixture.trees.proveFromBytes(try fixture.release()) == 5)
  }

  @Test func `missing and added files are told together`() throws {
    try SystemFiles().remove(fixture.place + "/src/main.c")
    try SystemFiles().write("x", to: fixture.place + "/src/.hidden")

    let old = digest(of: Array("int x;\n".utf8), "src/main.c")
    expectRefused(
      "Vendor/sqlite-3.99.1: error: is not the source tree of SQLite 3.99.1: 2 files differ from "
        + "its manifest",
      "  note: 'src/.hidden' is added: expected nothing, found \(digest(of: [0x78], ""))",
      "  note: 'src/main.c' is missing: expected \(old)",
      fix
    )
  }

  @Test func `a link and a pipe in the tree are refused, the same bytes behind or not`() throws {
    try SystemFiles().move(fixture.place + "/configure", to: fixture.path("configure"))
    symlink(fixture.path("configure"), fixture.place + "/configure")
    mkfifo(fixture.place + "/pipe", 0o600)

    let old = digest(of: Array("#!/bin/sh\nexit 0\n".utf8), "configure")
    expectRefused(
      "Vendor/sqlite-3.99.1: error: is not the source tree of SQLite 3.99.1: 2 files differ from "
        + "its manifest",
      "  note: 'configure' is changed: expected \(old), found a symbolic link",
      "  note: 'pipe' is added: expected nothing, found a special file",
      fix
    )
  }

  @Test func `a linked folder is refused and not read`() throws {
    try SystemFiles().move(fixture.place + "/src", to: fixture.path("src"))
    symlink(fixture.path("src"), fixture.place + "/src")

    let old = digest(of: Array("int x;\n".utf8), "src/main.c")
    expectRefused(
      "Vendor/sqlite-3.99.1: error: is not the source tree of SQLite 3.99.1: 2 files differ from "
        + "its manifest",
      "  note: 'src' is added: expected nothing, found a symbolic link",
      "  note: 'src/main.c' is missing: expected \(old)",
      fix
    )
  }

  @Test func `another manifest is told by its check-in`() throws {
    let other = SmallTree(Version(3, 99, 2))
    try SystemFiles().write(other.files["manifest"] ?? "", to: fixture.place + "/manifest")

    expectRefused(
      "Vendor/sqlite-3.99.1: error: is not the source tree of SQLite 3.99.1: its manifest is of "
        + "another check-in",
      "  note: expected check-in \(fixture.tree.checkIn), found check-in \(other.checkIn)",
      fix
    )
  }

  @Test func `a manifest without its last line, cut or gone is refused`() throws {
    let manifest = fixture.place + "/manifest"
    let text = try #require(fixture.tree.files["manifest"])

    try SystemFiles().write(String(text.dropLast()), to: manifest)
    expectRefused(
      "Vendor/sqlite-3.99.1/manifest: error: is not the manifest of a source tree: its last line "
        + "is not '# Remove this line to create a well-formed Fossil manifest.'",
      fix
    )
    try SystemFiles().remove(manifest)
    expectRefused(
      "Vendor/sqlite-3.99.1: error: has no file 'manifest', so nothing in it can be proved",
      fix
    )
  }

  @Test func `a tree that is not there is told with what fetches it`() throws {
    try SystemFiles().remove(fixture.place)

    expectRefused(
      "SQLite 3.99.1: error: its source tree is not fetched: 'Vendor/sqlite-3.99.1' is not there",
      "  fix: run 'amalgam releases fetch 3.99.1'"
    )
  }

  @Test func `a link or a file in the place of the tree is refused`() throws {
    try SystemFiles().move(fixture.place, to: fixture.path("elsewhere"))
    symlink(fixture.path("elsewhere"), fixture.place)
    expectRefused(
      "Vendor/sqlite-3.99.1: error: is a symbolic link, and a source tree is a folder",
      "  fix: run 'rm Vendor/sqlite-3.99.1' and then 'amalgam releases fetch 3.99.1'"
    )

    try SystemFiles().remove(fixture.place)
    try SystemFiles().write("", to: fixture.place)
    expectRefused(
      "Vendor/sqlite-3.99.1: error: is a file, and a source tree is a folder",
      "  fix: run 'rm Vendor/sqlite-3.99.1' and then 'amalgam releases fetch 3.99.1'"
    )
  }

  @Test func `a tree of too many bytes is refused unread`() throws {
    truncate(fixture.place + "/VERSION", 512 << 20 + 1)

    expectRefused("Vendor/sqlite-3.99.1: error: holds more than 512 MiB", fix)
  }

  @Test func `a walk ends at its limit, counting folders and links`() throws {
    symlink("/", fixture.place + "/link")

    #expect(try SystemFiles().walk(fixture.place, limit: 12).count == 12)
    expectFailure("\(fixture.place): error: holds more than 11 files and folders") {
      try SystemFiles().walk(fixture.place, limit: 11)
    }
  }

  @Test func `both ways to walk give the same`() throws {
    symlink("/", fixture.place + "/link")

    let fast = try SystemFiles().walk(fixture.place, limit: 100)
    let plain = try CountingFiles().walk(fixture.place, limit: 100)

    #expect(fast.count == plain.count)
    #expect(Set(fast) == Set(plain))
    #expect(fast.map(\.path).contains("tool/deep/er.tcl"))
  }

  @Test func `the way out works from where the user is`() throws {
    try SystemFiles().remove(fixture.place + "/VERSION")
    for (folder, place) in [
      (fixture.root, "Vendor/sqlite-3.99.1"), (fixture.root + "/Profiles", fixture.place),
    ] {
      let trees = SourceTrees(
        root: fixture.root,
        cache: fixture.cache,
        workingDirectory: folder,
        files: SystemFiles()
      )
      let failure = #expect(throws: Failure.self) { try trees.prove(try fixture.release()) }
      #expect(
        failure?.fix == "run 'rm -r \(place)' and then 'amalgam releases fetch 3.99.1'"
      )
    }
  }

  @Test func `without a root the tree lies in the cache`() {
    let trees = SourceTrees(root: nil, cache: "/c", files: FakeFiles())

    #expect(trees.path(of: Version(3, 53, 4)) == "/c/sources/sqlite-3.53.4")
    #expect(trees.display(Version(3, 53, 4)) == "/c/sources/sqlite-3.53.4")
  }
}
