import ObjectFiles

/// The names that tell copies of SQLite, one for each prefix.
///
/// A name with a prefix may also be a wrapper: bindings make one for each function that they call,
/// as `_cgo_1f2e_Cfunc_sqlite3_step`, and compilers call tables after the function they are for.
/// So a prefix counts where it also stands before a variadic function, which nobody wraps.
struct CopyMarks {
  private(set) var names: Set<Int32> = []
  /// Names with a prefix that may be a wrapper's, and may be of a copy whose prefix forgot names.
  private(set) var doubtful: Set<Int32> = []
  /// The number of the variadic function's own name.
  private(set) var variadic: Int32?
  /// Prefixes of which only one of the two names was met: the number of the mark, or none.
  private var halves: [[UInt8]: Int32?] = [:]

  /// Looks at a name that was not met before, and at its number.
  mutating func look(at name: UnsafeRawBufferPointer, _ number: Int32) {
    let isMark = name.hasSuffix(Self.mark)
    guard isMark || name.hasSuffix(Self.variadicName) else { return }
    let suffix = isMark ? Self.mark : Self.variadicName
    let prefix = Array(name.dropLast(suffix.utf8CodeUnitCount))
    if prefix.isEmpty {
      if isMark { names.insert(number) } else { variadic = number }
    } else if let half = halves[prefix] {
      guard let mark = isMark ? number : half else { return }
      names.insert(mark)
      doubtful.remove(mark)
    } else {
      halves[prefix] = .some(isMark ? number : nil)
      if isMark { doubtful.insert(number) }
    }
  }

  /// Whether a name can be one of the two.
  static func covers(_ name: UnsafeRawBufferPointer) -> Bool {
    name.hasSuffix(mark) || name.hasSuffix(variadicName)
  }

  /// No SQLite is without these two.
  private static let mark: StaticString = "sqlite3_step"
  private static let variadicName: StaticString = "sqlite3_log"
}

extension UnsafeRawBufferPointer {
  fileprivate func hasSuffix(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard count >= length, self[count - 1] == text.utf8Start[length - 1] else { return false }
    return UnsafeRawBufferPointer(rebasing: self[(count - length)...]).equals(text)
  }
}
