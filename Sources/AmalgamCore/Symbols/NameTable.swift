/// The names of a program's symbols, each once and with a number.
///
/// Names stay where they are in the mapped files: a program has a hundred thousand, and next to
/// none of them is ever shown.
final class NameTable {
  private var names: [UnsafeRawBufferPointer] = []
  /// Half a hash and a number plus one, 0 where nothing is.
  private var slots = [UInt64](repeating: 0, count: 1 << 12)
  private var copies: [UnsafeMutableRawPointer] = []
  /// Another one in each run, so that no file can be made whose names all meet in one slot.
  private let seed = UInt64.random(in: .min ... .max)

  deinit { for copy in copies { copy.deallocate() } }

  var count: Int { names.count }

  subscript(number: Int) -> UnsafeRawBufferPointer { names[number] }

  func text(_ number: Int) -> String { String(decoding: names[number], as: UTF8.self) }

  /// Returns the names in byte order of their texts.
  func sorted(_ numbers: some Sequence<Int32>) -> [Int32] {
    numbers.sorted { names[Int($0)].precedesInMemory(names[Int($1)]) }
  }

  /// Returns the first one in byte order.
  func first(of numbers: some Sequence<Int32>) -> Int32? {
    numbers.min { names[Int($0)].precedesInMemory(names[Int($1)]) }
  }

  /// Returns the number of `name`, and whether it is a new one.
  ///
  /// `isTransient` says that its bytes will not stay, so that they have to be copied.
  func number(of name: UnsafeRawBufferPointer, isTransient: Bool = false) -> (Int, isNew: Bool) {
    if names.count &* 2 >= slots.count { grow() }
    let hash = name.hash(seed: seed)
    var slot = place(of: hash)
    while slots[slot] != 0 {
      if slots[slot] >> 32 == hash >> 32 {
        let number = Int(slots[slot] & 0xFFFF_FFFF) &- 1
        if names[number].elementsEqualInMemory(name) { return (number, false) }
      }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    names.append(isTransient ? copy(name) : name)
    slots[slot] = hash & ~0xFFFF_FFFF | UInt64(names.count)
    return (names.count &- 1, true)
  }

  /// Returns the number of `name` if it is there.
  func existing(_ name: String) -> Int? {
    var name = name
    return name.withUTF8 { bytes in
      let name = UnsafeRawBufferPointer(bytes)
      let hash = name.hash(seed: seed)
      var slot = place(of: hash)
      while slots[slot] != 0 {
        let number = Int(slots[slot] & 0xFFFF_FFFF) &- 1
        if names[number].elementsEqualInMemory(name) { return number }
        slot = (slot &+ 1) & (slots.count &- 1)
      }
      return nil
    }
  }

  private func place(of hash: UInt64) -> Int { Int(hash >> 32) & (slots.count &- 1) }

  private func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 2)
    for entry in old where entry != 0 {
      var slot = place(of: entry)
      while slots[slot] != 0 { slot = (slot &+ 1) & (slots.count &- 1) }
      slots[slot] = entry
    }
  }

  private func copy(_ name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(name.count, 1), alignment: 1)
    copy.copyMemory(from: name)
    if let start = copy.baseAddress { copies.append(start) }
    return UnsafeRawBufferPointer(start: copy.baseAddress, count: name.count)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes are the same; eight at a time, since most names that meet are equal.
  fileprivate func elementsEqualInMemory(_ other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    var place = 0
    while place <= count &- 8 {
      if loadUnaligned(fromByteOffset: place, as: UInt64.self)
        != other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      {
        return false
      }
      place &+= 8
    }
    while place < count {
      if self[place] != other[place] { return false }
      place &+= 1
    }
    return true
  }

  /// Whether the bytes stand before others in byte order; names of one module begin alike.
  fileprivate func precedesInMemory(_ other: UnsafeRawBufferPointer) -> Bool {
    let common = Swift.min(count, other.count)
    var place = 0
    while place <= common &- 8 {
      let own = loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let its = other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      if own != its { return UInt64(bigEndian: own) < UInt64(bigEndian: its) }
      place &+= 8
    }
    while place < common {
      if self[place] != other[place] { return self[place] < other[place] }
      place &+= 1
    }
    return count < other.count
  }

  /// Multiplies eight bytes at a time into the hash, both halves of each product folded together.
  fileprivate func hash(seed: UInt64) -> UInt64 {
    var (hash, place) = (seed ^ UInt64(truncatingIfNeeded: count), 0)
    while place <= count &- 8 {
      hash = hash.folded(with: loadUnaligned(fromByteOffset: place, as: UInt64.self))
      place &+= 8
    }
    var rest: UInt64 = 0
    while place < count {
      rest = rest << 8 | UInt64(self[place])
      place &+= 1
    }
    return hash.folded(with: rest).folded(with: seed)
  }
}

extension UInt64 {
  fileprivate func folded(with word: UInt64) -> UInt64 {
    let product = (self ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
