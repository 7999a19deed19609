/// A limit on the bytes that the names of one table may have together.
///
/// Names in a string table may share bytes, so a hostile file can give each of its symbols the
/// same name of a million bytes; honest tables share little.
package struct NameBudget {
  private var remaining: Int

  /// For names that are to have `limit` bytes together at most.
  package init(_ limit: Int) { remaining = limit }

  /// For a table of `tableSize` bytes in which `names` names may be looked up: allows for much
  /// more sharing than was ever seen, and still for no more work than the file is worth.
  package init(tableSize: Int, names: Int) {
    let shared = tableSize.multipliedReportingOverflow(by: 16)
    let own = names.multipliedReportingOverflow(by: 256)
    let total = shared.partialValue.addingReportingOverflow(own.partialValue)
    remaining = shared.overflow || own.overflow || total.overflow ? .max : total.partialValue
  }

  /// The longest name that may still be read.
  package var limit: Int { remaining }

  /// Takes a name that was read into account.
  package mutating func spend(_ count: Int) { remaining -= count }
}
