extension PEImage {
  /// The library's own name, as import tables of others spell it.
  func libraryName() throws(ReadError) -> String? {
    guard let exports = try exportTable() else { return nil }
    let name = UInt64(try exports.u32(12))
    guard name != 0 else { return nil }
    var cursor = LEBCursor(try map.bytes(at: name, "the library's name"))
    return String(decoding: try cursor.text("the library's name"), as: UTF8.self)
  }

  /// Calls `body` with each export that has a name; those by number have none.
  func forEachExport(
    _ body: (UnsafeRawBufferPointer) throws(ReadError) -> Void
  ) throws(ReadError) {
    guard let exports = try exportTable() else { return }
    let count = UInt64(try exports.u32(24))
    guard count > 0 else { return }
    let addresses = try map.bytes(at: UInt64(exports.u32(32)), "the exports' names")
      .table(0, count: count, stride: 4, "the exports' names")
    var names = PENames(self, count: Int(count))
    for offset in stride(from: 0, to: addresses.count, by: 4) {
      try body(names.name(at: UInt64(addresses.u32(offset))))
    }
  }

  private func exportTable() throws(ReadError) -> Window? {
    guard let place = try directory(.exports) else { return nil }
    return try map.bytes(at: place.address, "the export table").slice(0, 40, "the export table")
  }
}

/// Names that an image's tables point at one by one.
struct PENames {
  private let map: AddressMap
  private var budget: NameBudget

  init(_ image: PEImage, count: Int) {
    map = image.map
    budget = NameBudget(tableSize: image.window.count, names: count)
  }

  /// Returns the name at an address from the image's base.
  mutating func name(at address: UInt64) throws(ReadError) -> UnsafeRawBufferPointer {
    let rest = try map.bytes(at: address, "a name")
    guard let end = rest.bytes.firstZero(from: 0, limit: budget.limit) else {
      throw rest.failure("a name that ends in a zero byte", found: "none")
    }
    budget.spend(end)
    return UnsafeRawBufferPointer(rebasing: rest.bytes[..<end])
  }
}
