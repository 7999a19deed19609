/// The hash tables, which alone tell the number of dynamic symbols without section headers.
extension ELFImage {
  /// Returns `nil` if there is no hash table of either kind.
  func dynamicSymbolCount() throws(ReadError) -> UInt64? {
    let map = try segments.addressMap()
    if let address = try dynamicValue(.hash) {
      // Its second word, the number of chains, is the number of symbols.
      return UInt64(try map.bytes(at: address, "the hash table").u32(4))
    }
    guard let address = try dynamicValue(.gnuHash) else { return nil }
    return try gnuSymbolCount(map.bytes(at: address, "the GNU hash table"))
  }

  /// Follows the chain of the last symbol that a bucket begins with to its end.
  private func gnuSymbolCount(_ table: Window) throws(ReadError) -> UInt64 {
    let bucketCount = try table.u32(0)
    let firstHashed = UInt64(try table.u32(4))
    let bloomWords = try table.u32(8)
    let bucketStart = 16 + UInt64(bloomWords) * (wide ? 8 : 4)
    let buckets = try table.table(bucketStart, count: UInt64(bucketCount), stride: 4, "buckets")
    var last: UInt64 = 0
    for offset in stride(from: 0, to: buckets.count, by: 4) {
      last = max(last, UInt64(try buckets.u32(offset)))
    }
    guard last >= firstHashed, last > 0 else { return firstHashed }
    var chain = bucketStart + UInt64(buckets.count) + (last - firstHashed) * 4
    while try table.slice(chain, 4, "a hash chain").u32(0) & 1 == 0 {
      chain += 4
      last += 1
    }
    return last + 1
  }
}
