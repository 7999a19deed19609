/// A file that does not hold what its format promises, with the place to look.
package struct ReadError: Error, Equatable, Sendable, CustomStringConvertible {
  package let wanted: String
  package let found: String
  /// Counted from the start of the file, also inside an archive or a universal file.
  package let offset: Int
  /// The archive member that is at fault; a thin archive's is a file of its own, from whose start
  /// ``offset`` counts then.
  package private(set) var member: String?

  package init(wanted: String, found: String, offset: Int) {
    self.wanted = wanted
    self.found = found
    self.offset = offset
  }

  /// Returns the same error, told of the member with that name.
  func within(_ member: UnsafeRawBufferPointer) -> ReadError {
    var error = self
    error.member = String(decoding: member, as: UTF8.self)
    return error
  }

  /// Returns `file` as messages name it, with the member as linkers print it.
  package func place(in file: String) -> String { member.map { "\(file)(\($0))" } ?? file }

  package var description: String { "wanted \(wanted), found \(found) at offset \(offset)" }
}
