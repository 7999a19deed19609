/// A file that does not hold what its format promises, with the place to look.
package struct ReadError: Error, Equatable, Sendable, CustomStringConvertible {
  package let wanted: String
  package let found: String
  /// Counted from the start of the file, also inside an archive or a universal file.
  package let offset: Int

  package init(wanted: String, found: String, offset: Int) {
    self.wanted = wanted
    self.found = found
    self.offset = offset
  }

  package var description: String { "wanted \(wanted), found \(found) at offset \(offset)" }
}
