extension UnsafeRawBufferPointer {
  /// Calls `body` with each place that has `first`, and `second` as far behind it as told.
  ///
  /// Most texts can be found by two of their bytes. Sixteen places are looked at together: a
  /// program of 250 MB is to be searched in the time it takes to load it from the disk's cache.
  package func forEachPair<Failure: Error>(
    _ first: UInt8,
    _ second: UInt8,
    distance: Int,
    _ body: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    let (firsts, seconds) = (Block(repeating: first), Block(repeating: second))
    var place = 0
    while place <= count &- distance &- Block.scalarCount {
      let near = loadUnaligned(fromByteOffset: place, as: Block.self)
      let far = loadUnaligned(fromByteOffset: place &+ distance, as: Block.self)
      if !((near ^ firsts) | (far ^ seconds)).hasZero {
        place &+= Block.scalarCount
        continue
      }
      for place in place..<place &+ Block.scalarCount
      where self[place] == first && self[place &+ distance] == second {
        try body(place)
      }
      place &+= Block.scalarCount
    }
    while place < count &- distance {
      if self[place] == first, self[place &+ distance] == second { try body(place) }
      place &+= 1
    }
  }

  /// Calls `body` with each place at which `text` begins.
  package func forEachPlace<Failure: Error>(
    of text: StaticString,
    _ body: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    let wanted = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard let first = wanted.first, let last = wanted.last else { return }
    try forEachPair(first, last, distance: wanted.count - 1) { place throws(Failure) in
      if self[place..<place + wanted.count].elementsEqual(wanted) { try body(place) }
    }
  }

  /// Whether `text` is anywhere in the bytes.
  func contains(_ text: StaticString) -> Bool {
    do {
      try forEachPlace(of: text) { _ throws(Found) in throw Found() }
      return false
    } catch {
      return true
    }
  }

  private struct Found: Error {}
}

private typealias Block = SIMD16<UInt8>

extension Block {
  fileprivate var hasZero: Bool {
    let words = unsafeBitCast(self .== Block(repeating: 0), to: SIMD2<UInt64>.self)
    return words[0] | words[1] != 0
  }
}
