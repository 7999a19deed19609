/// The form in which a variant is handed to whoever builds a program with it.
package enum ExportKind: String, Sendable, CaseIterable {
  /// One C file that needs nothing else.
  case sources
  /// The four files of GRDB's build with an SQLite of one's own.
  case grdb
  /// Archive, headers, and what CMake and pkg-config find them by.
  case cmake
  /// A package of Swift's package manager, from sources.
  case package
  /// A static library for Swift's package manager.
  case artifactBundle = "artifact-bundle"
  /// Archives of Apple's systems, which something else built.
  case xcframework
}

/// A file of an export.
package struct ExportedFile: Hashable, Sendable {
  /// Below the export's folder.
  package let path: String
  package let contents: [UInt8]

  package init(_ path: String, _ contents: [UInt8]) {
    self.path = path
    self.contents = contents
  }

  package init(_ path: String, _ text: String) {
    self.init(path, Array(text.utf8))
  }
}

extension [ExportedFile] {
  /// The list that an export carries of its own files, in byte order, to be told from others later.
  package func withList(kind: ExportKind, profile: ResolvedProfile) -> [ExportedFile] {
    let files = sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    let json = JSON.object([
      "schema": .integer(1),
      "kind": .string(kind.rawValue),
      "profile": .object([
        "name": .string(profile.name), "digest": .string("sha256:\(profile.digest)"),
      ]),
      "files": .array(
        files.map {
          .object([
            "path": .string($0.path), "bytes": .integer($0.contents.count),
            "digest": .string("sha256:\(SHA256.hexDigest(of: $0.contents))"),
          ])
        }
      ),
    ])
    return files + [ExportedFile(ExportList.name, json.description)]
  }
}

/// What an earlier export says of its files.
package enum ExportList {
  package static let name = "export.json"

  /// Returns the paths that the list names; `nil` for a text that is none.
  package static func paths(in text: String) -> [String]? {
    guard text.hasPrefix("{\n  \"schema\": 1,\n  \"kind\": \"") else { return nil }
    let mark = "      \"path\": \""
    return text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix(mark), line.hasSuffix("\",") else { return nil }
      return String(line.dropFirst(mark.count).dropLast(2))
    }
  }
}
