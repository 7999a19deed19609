/// A limit on the bytes that the names of one table may have together.
///
/// Names in a string table may share bytes, so a hostile file can give each of its symbols the
/// same name of a million bytes; honest tables share little.
package struct NameBudget {
  private var remaining: Int

  package init(_ limit: Int) { remaining = limit }

  package init(tableSize: Int, names: Int) {
    let shared = tableSize.multipliedReportingOverflow(by: 16)
    let own = names.multipliedReportingOverflow(by: 256)
    let total = shared.partialValue.addingReportingOverflow(own.partialValue)
    remaining = shared.overflow || own.overflow || total.overflow ? .max : total.partialValue
  }

  /// The longest name that may still be read.
  package var limit: Int { remaining }

  package mutating func spend(_ count: Int) { remaining -= count }
}
