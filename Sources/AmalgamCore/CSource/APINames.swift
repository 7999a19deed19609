/// The names of SQLite's API, as a release's own amalgamation has them.
///
/// Functions and data are what stands after `SQLITE_API` in `sqlite3.c`, whatever option they are
/// under: some families, such as `sqlite3rbu_*`, are in no header. Types are those of `sqlite3.h`.
package struct APINames: Hashable, Sendable {
  /// In byte order.
  package let all: [String]

  /// Reads the two files of an amalgamation.
  package init(source: [UInt8], header: [UInt8]) {
    let declared = CDeclarations(header[...])
    all = Self.namesAfterMark(in: source).union(declared.all.map(\.name)).union(declared.tags)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns what `source` declares on lines that begin with `SQLITE_API`.
  private static func namesAfterMark(in source: [UInt8]) -> Set<String> {
    let mark = Array("SQLITE_API ".utf8)
    var names: Set<String> = []
    var lineStart = 0
    source.withUnsafeBufferPointer { bytes in
      while lineStart < bytes.count {
        if bytes[lineStart] == mark[0], bytes[lineStart...].starts(with: mark) {
          if let name = CDeclarations.first(source[lineStart...])?.name { names.insert(name) }
        }
        guard let end = bytes[lineStart...].firstIndex(of: 10) else { break }
        lineStart = end + 1
      }
    }
    return names
  }
}
