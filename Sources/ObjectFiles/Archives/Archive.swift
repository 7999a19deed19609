/// The members of an `ar` archive in the GNU, BSD, Darwin, thin or Microsoft manner.
package enum Archive {
  /// Calls `body` with the name and contents of each member that is neither index nor name table.
  ///
  /// The contents of a thin archive's members are `nil`: they lie in files of their own, which the
  /// name tells relative to the archive's folder.
  package static func forEachMember(
    of window: Window,
    thin: Bool,
    _ body: (UnsafeRawBufferPointer, Window?) throws(ReadError) -> Void
  ) throws(ReadError) {
    var budget = NameBudget(0)
    var longNames: Window?
    var offset = magicSize
    while offset < window.count {
      let header = try ArchiveHeader(window.slice(offset, headerSize, "an archive member's header"))
      let start = offset + headerSize
      let isOutside = thin && !header.isTable
      let contents = try window.slice(start, isOutside ? 0 : header.size, "an archive member")
      if header.isLongNameTable {
        longNames = contents
        // Headers bound the number of members; the names' total length needs a bound too.
        budget = NameBudget(tableSize: contents.count, names: window.count / headerSize)
      } else if !header.isTable {
        let (name, body_) = try header.resolve(contents, longNames: longNames, &budget)
        if !name.isDarwinIndex { try body(name, isOutside ? nil : body_) }
      }
      offset = start + contents.count
      // Members begin at even offsets; the filler may be missing after the last one.
      offset += offset & 1
    }
  }

  static let magicSize = 8
  static let headerSize = 60
}

extension UnsafeRawBufferPointer {
  /// Whether this names the table of contents that Darwin's `ranlib` puts first.
  fileprivate var isDarwinIndex: Bool { hasPrefix("__.SYMDEF") }
}
