/// Names that end in a zero byte, found by their offset, as ELF, Mach-O and COFF keep them.
package struct StringTable {
  package let window: Window
  private var budget: NameBudget

  /// `names` is how many names the caller may ask for: it bounds the work a hostile file can make.
  package init(_ window: Window, names: Int) {
    self.window = window
    budget = NameBudget(tableSize: window.count, names: names)
  }

  /// For names that are kept: together they may not be larger than the table.
  package init(unshared window: Window) {
    self.window = window
    budget = NameBudget(window.count)
  }

  /// Returns the name at `offset`, without its zero byte.
  package mutating func name(at offset: UInt64) throws(ReadError) -> UnsafeRawBufferPointer {
    guard offset < UInt64(window.count) else {
      throw window.failure(
        "a name inside a string table of \(window.count) bytes",
        found: "its offset \(offset)"
      )
    }
    let start = Int(offset)
    guard let end = window.bytes.firstZero(from: start, limit: budget.limit) else {
      throw window.failure(
        "a name that ends in a zero byte",
        found: "\(min(window.count - start, budget.limit)) bytes without one",
        at: start
      )
    }
    budget.spend(end - start)
    return UnsafeRawBufferPointer(rebasing: window.bytes[start..<end])
  }

  /// Returns a copy of the name at `offset`, with what is no UTF-8 replaced.
  package mutating func string(at offset: UInt64) throws(ReadError) -> String {
    String(decoding: try name(at: offset), as: UTF8.self)
  }
}
