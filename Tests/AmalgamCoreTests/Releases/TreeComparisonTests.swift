import AmalgamCore
import Testing

struct TreeComparisonTests {
  private let manifest: FossilManifest
  /// The tree as it should be.
  private let tree: [String: TreeFile]
  private let uuid: FileDigest

  init() throws {
    let text = """
      F a \(Self.digits("a"))
      F b/c \(Self.digits("b"))
      # Remove this line to create a well-formed Fossil manifest.

      """
    manifest = try FossilManifest(parsing: Array(text.utf8), file: "manifest")
    uuid = .sha3(SHA3.hexDigest(of: Array((manifest.checkIn + "\n").utf8)))
    tree = [
      "a": .file(.sha3(Self.digits("a"))), "b/c": .file(.sha3(Self.digits("b"))),
      "manifest": .file(.sha3(Self.digits("f"))), "manifest.uuid": .file(uuid),
    ]
  }

  private static func digits(_ digit: String) -> String { String(repeating: digit, count: 64) }

  private func differences(
    tags: String? = nil,
    _ change: (inout [String: TreeFile]) -> Void
  ) -> [String] {
    var found = tree
    change(&found)
    return manifest.differences(from: found, tags: tags).map(\.description)
  }

  @Test func `the tree of the manifest has no difference`() {
    #expect(differences { _ in } == [])
  }

  @Test func `a changed, a missing and an added file are told in order`() {
    let told = differences {
      $0["z"] = .file(.sha3(Self.digits("9")))
      $0["a"] = .file(.sha3(Self.digits("0")))
      $0["b/c"] = nil
    }

    #expect(
      told == [
        "'a' is changed: expected sha3-256:\(Self.digits("a")), found sha3-256:\(Self.digits("0"))",
        "'b/c' is missing: expected sha3-256:\(Self.digits("b"))",
        "'z' is added: expected nothing, found sha3-256:\(Self.digits("9"))",
      ]
    )
  }

  @Test func `links and special files are told wherever they are`() {
    let told = differences {
      $0["a"] = .link
      $0["manifest.tags"] = .link
      $0["x"] = .special
    }

    #expect(
      told == [
        "'a' is changed: expected sha3-256:\(Self.digits("a")), found a symbolic link",
        "'manifest.tags' is added: expected nothing, found a symbolic link",
        "'x' is added: expected nothing, found a special file",
      ]
    )
  }

  @Test func `the id beside the manifest must be the manifest's`() {
    let told = differences { $0["manifest.uuid"] = .file(.sha3(Self.digits("0"))) }

    #expect(
      told == [
        "'manifest.uuid' is changed: expected \(uuid), found sha3-256:\(Self.digits("0"))"
      ]
    )
    #expect(
      differences { $0["manifest.uuid"] = nil } == [
        "'manifest.uuid' is missing: expected \(uuid)"
      ]
    )
  }

  @Test func `tags are free where the lock pins none, else held to it`() {
    let tags = FileDigest.sha3(Self.digits("7"))

    #expect(differences { $0["manifest.tags"] = .file(tags) } == [])
    #expect(differences(tags: Self.digits("7")) { $0["manifest.tags"] = .file(tags) } == [])
    #expect(
      differences(tags: Self.digits("8")) { $0["manifest.tags"] = .file(tags) } == [
        "'manifest.tags' is changed: expected sha3-256:\(Self.digits("8")), found \(tags)"
      ]
    )
    #expect(
      differences(tags: Self.digits("8")) { _ in } == [
        "'manifest.tags' is missing: expected sha3-256:\(Self.digits("8"))"
      ]
    )
  }

  @Test func `many differences are told as twenty and a count`() {
    let added = (100..<125).map {
      TreeDifference(name: "\($0)", expected: nil, found: .special)
    }

    #expect(added.notes.count == 21)
    #expect(added.notes.last == "and 5 more")
    #expect(Array(added.prefix(21)).notes.count == 21)
    #expect(
      Array(added.prefix(21)).notes.last
        == "'120' is added: expected nothing, found a special file"
    )
  }
}
