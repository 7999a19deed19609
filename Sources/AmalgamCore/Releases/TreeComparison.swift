/// What is at a path of a source tree.
package enum TreeFile: Hashable, Sendable {
  case file(FileDigest)
  case link
  /// A device, a socket or a pipe.
  case special
}

extension TreeFile: CustomStringConvertible {
  package var description: String {
    switch self {
    case .file(let digest): digest.description
    case .link: "a symbolic link"
    case .special: "a special file"
    }
  }
}

/// One way in which a tree is not the one that is pinned.
package struct TreeDifference: Hashable, Sendable {
  package let name: String
  /// What should be there; `nil` where nothing should.
  package let expected: String?
  /// What is there; `nil` where nothing is.
  package let found: TreeFile?

  package init(name: String, expected: String?, found: TreeFile?) {
    self.name = name
    self.expected = expected
    self.found = found
  }
}

extension TreeDifference: CustomStringConvertible {
  package var description: String {
    switch (expected, found) {
    case (let expected?, let found?):
      "'\(name)' is changed: expected \(expected), found \(found)"
    case (let expected?, nil): "'\(name)' is missing: expected \(expected)"
    case (nil, let found): "'\(name)' is added: expected nothing, found \(found?.description ?? "")"
    }
  }
}

extension FossilManifest {
  /// The names beside the manifest's own files that a source tree may have.
  package static let companions = ["manifest", "manifest.tags", "manifest.uuid"]

  /// Returns every difference between the pinned tree and `found`, in byte order of the names.
  ///
  /// `tags` is the pinned digest of `manifest.tags`; without one any may be there, or none.
  package func differences(
    from found: [String: TreeFile],
    tags: String?
  ) -> [TreeDifference] {
    var expected = Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.digest) })
    expected["manifest.uuid"] = .sha3(SHA3.hexDigest(of: Array("\(checkIn)\n".utf8)))
    if let tags { expected["manifest.tags"] = .sha3(tags) }

    var differences: [TreeDifference] = []
    for (name, digest) in expected where found[name] != .file(digest) {
      differences.append(
        TreeDifference(name: name, expected: digest.description, found: found[name])
      )
    }
    for (name, file) in found where expected[name] == nil && !isCompanion(name, file) {
      differences.append(TreeDifference(name: name, expected: nil, found: file))
    }
    return differences.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private func isCompanion(_ name: String, _ file: TreeFile) -> Bool {
    if case .file = file { return Self.companions.contains(name) }
    return false
  }
}

extension [TreeDifference] {
  /// The first of them as notes, and how many more there are.
  package var notes: [String] {
    let limit = 20
    guard count > limit + 1 else { return map(\.description) }
    return prefix(limit).map(\.description) + ["and \(count - limit) more"]
  }
}
