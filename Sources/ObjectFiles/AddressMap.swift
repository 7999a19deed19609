/// Where the parts of a file will be in memory, for reading what an address points at.
struct AddressMap {
  private var parts: [Part] = []
  private let window: Window

  private struct Part {
    let address: UInt64
    let size: UInt64
    let offset: Int
  }

  init(_ window: Window) { self.window = window }

  /// Adds `size` bytes of the file from `offset` on, to be mapped at `address`.
  mutating func add(address: UInt64, offset: UInt64, size: UInt64) throws(ReadError) {
    guard size > 0 else { return }
    let contents = try window.slice(offset, size, "a part to be mapped")
    guard !address.addingReportingOverflow(size).overflow else {
      throw contents.failure("an address that \(size) bytes fit behind", found: "\(address)")
    }
    parts.append(Part(address: address, size: size, offset: Int(offset)))
  }

  /// Sorts the parts; call it once, before anything is looked up.
  mutating func finish() throws(ReadError) {
    parts.sort { $0.address < $1.address }
    for (lower, upper) in zip(parts, parts.dropFirst())
    where upper.address - lower.address < lower.size {
      throw ReadError(
        wanted: "parts with addresses of their own",
        found: "two at address \(upper.address)",
        offset: window.origin + upper.offset
      )
    }
  }

  /// The lowest and the highest address plus one; no address outside is in the file.
  var bounds: Range<UInt64> {
    guard let first = parts.first, let last = parts.last else { return 0..<0 }
    return first.address..<last.address + last.size
  }

  /// Returns the offset of the byte that will be at `address`, `nil` if none of the file's will.
  func offset(of address: UInt64) -> Int? {
    guard let part = part(at: address) else { return nil }
    return part.offset + Int(address - part.address)
  }

  /// Returns the file's bytes from `address` to the end of the part that is mapped there.
  func bytes(at address: UInt64, _ what: StaticString) throws(ReadError) -> Window {
    guard let part = part(at: address) else {
      throw window.failure("\(what) at a mapped address", found: "address \(address)")
    }
    let skipped = address - part.address
    return try window.slice(UInt64(part.offset) + skipped, part.size - skipped, what)
  }

  /// Finds the part by bisection: a program can have a million pointers to look up.
  private func part(at address: UInt64) -> Part? {
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].address <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0, address - parts[low - 1].address < parts[low - 1].size else { return nil }
    return parts[low - 1]
  }
}
