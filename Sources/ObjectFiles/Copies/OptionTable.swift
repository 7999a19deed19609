/// The compile-time options that a copy of SQLite reports, read from its table of pointers.
struct OptionTable {
  /// Where the table begins in the object.
  let offset: Int
  /// As `sqlite3_compileoption_get` returns them, without `SQLITE_`.
  let options: [String]
}

extension OptionTable {
  /// Finds the tables that have one of the texts at `anchors`, which are in ascending order.
  static func all(in object: ObjectFile, anchors: [Int]) throws(ReadError) -> [OptionTable] {
    guard let lowest = anchors.first, let highest = anchors.last else { return [] }
    var slots: [Int] = []
    try object.forEachPointer { slot, target in
      guard target >= lowest, target <= highest, slots.count < mostSlots,
        anchors.containsSorted(target)
      else { return }
      slots.append(slot)
    }
    guard !slots.isEmpty else { return [] }
    slots.sort()
    let reach = mostOptions * object.pointerSize
    var targets: [Int: Int] = [:]
    try object.forEachPointer { slot, target in
      let next = slots.firstIndexSorted(notBelow: slot - reach)
      if next < slots.count, slots[next] <= slot + reach { targets[slot] = target }
    }
    var tables: [OptionTable] = []
    for slot in slots where tables.last.map({ slot >= $0.end(object) }) ?? true {
      if let table = OptionTable(around: slot, targets, in: object) { tables.append(table) }
    }
    return tables
  }

  private static var mostSlots: Int { 100 }
  private static var mostOptions: Int { 1_000 }

  private func end(_ object: ObjectFile) -> Int { offset + options.count * object.pointerSize }

  /// Reads the table that the pointer at `slot` is in.
  ///
  /// The table is in ascending order, which tells it from its neighbours.
  private init?(around slot: Int, _ targets: [Int: Int], in object: ObjectFile) {
    let size = object.pointerSize
    func option(at slot: Int) -> String? {
      targets[slot].flatMap { Self.option(in: object.window.bytes, at: $0) }
    }
    guard let anchor = option(at: slot) else { return nil }
    var options = [anchor]
    var first = slot
    while options.count < Self.mostOptions, let option = option(at: first - size),
      option.isBelow(options[options.count - 1])
    {
      options.append(option)
      first -= size
    }
    options.reverse()
    var next = slot + size
    while options.count < Self.mostOptions, let option = option(at: next),
      options[options.count - 1].isBelow(option)
    {
      options.append(option)
      next += size
    }
    offset = first
    self.options = options
  }

  /// Returns the text at `place` if it is an option as SQLite reports it: a name in capitals, or
  /// one and a value.
  static func option(in bytes: UnsafeRawBufferPointer, at place: Int) -> String? {
    guard place >= 0, place < bytes.count else { return nil }
    let text = UnsafeRawBufferPointer(rebasing: bytes[place...].prefix(longestOption)).untilZero
    let name = text.prefix { $0.isInOptionName }
    guard text.count < longestOption, name.count > 1,
      name.count == text.count || text[name.count] == UInt8(ascii: "="),
      text.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
    else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  private static var longestOption: Int { 1_024 }
}

extension UInt8 {
  fileprivate var isInOptionName: Bool { isDigit || self >= 0x41 && self <= 0x5A || self == 0x5F }
}

extension String {
  /// Whether this comes before `other` in byte order; `<` compares characters.
  fileprivate func isBelow(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension [Int] {
  /// The index of the first element of a sorted array that is not below `value`.
  fileprivate func firstIndexSorted(notBelow value: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }

  fileprivate func containsSorted(_ value: Int) -> Bool {
    let index = firstIndexSorted(notBelow: value)
    return index < count && self[index] == value
  }
}
