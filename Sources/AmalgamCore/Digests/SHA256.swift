/// SHA-256 (FIPS 180-4).
package struct SHA256: Digest {
  private var words = HashedWords([
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ])

  package init() {}

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    words.update(bytes, Self.compress)
  }

  package mutating func finish() -> [UInt8] {
    words.finish(isBigEndian: true, Self.compress)
  }

  private static func compress(
    _ block: UnsafeRawPointer,
    into state: UnsafeMutablePointer<UInt32>
  ) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { buffer in
      guard let w = buffer.baseAddress else { return }
      expand(block, into: w)
      roundConstants.withPointer { mix(w, $0, into: state) }
    }
  }

  /// The message schedule.
  private static func expand(_ block: UnsafeRawPointer, into w: UnsafeMutablePointer<UInt32>) {
    var i = 0
    while i < 16 {
      w[i] = block.bigEndianWord(i)
      i &+= 1
    }
    while i < 64 {
      let a = w[i &- 15]
      let b = w[i &- 2]
      let s0 = a.rotated(right: 7) ^ a.rotated(right: 18) ^ (a &>> 3)
      let s1 = b.rotated(right: 17) ^ b.rotated(right: 19) ^ (b &>> 10)
      w[i] = w[i &- 16] &+ s0 &+ w[i &- 7] &+ s1
      i &+= 1
    }
  }

  /// The 64 rounds.
  private static func mix(
    _ w: UnsafeMutablePointer<UInt32>,
    _ k: UnsafePointer<UInt32>,
    into state: UnsafeMutablePointer<UInt32>
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    var i = 0
    while i < 64 {
      let s1 = e.rotated(right: 6) ^ e.rotated(right: 11) ^ e.rotated(right: 25)
      let t1 = h &+ s1 &+ ((e & f) ^ (~e & g)) &+ k[i] &+ w[i]
      let s0 = a.rotated(right: 2) ^ a.rotated(right: 13) ^ a.rotated(right: 22)
      let t2 = s0 &+ ((a & b) ^ (a & c) ^ (b & c))
      (h, g, f, e) = (g, f, e, d &+ t1)
      (d, c, b, a) = (c, b, a, t1 &+ t2)
      i &+= 1
    }
    (state[0], state[1]) = (state[0] &+ a, state[1] &+ b)
    (state[2], state[3]) = (state[2] &+ c, state[3] &+ d)
    (state[4], state[5]) = (state[4] &+ e, state[5] &+ f)
    (state[6], state[7]) = (state[6] &+ g, state[7] &+ h)
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let roundConstants: [UInt32] = firstPrimes(64).map { prime in
    // The cube root of prime × 2^96, cut to an integer, ends in the 32 bits wanted.
    var low: UInt64 = 0
    var high: UInt64 = 7 << 32
    while low < high {
      let middle = (low + high + 1) / 2
      if cubeIsAtMost(middle, prime: prime) { low = middle } else { high = middle - 1 }
    }
    return UInt32(truncatingIfNeeded: low)
  }

  /// Returns whether root³ ≤ prime × 2^96.
  private static func cubeIsAtMost(_ root: UInt64, prime: UInt64) -> Bool {
    let square = root.multipliedFullWidth(by: root)
    let low = square.low.multipliedFullWidth(by: root)
    let high = square.high.multipliedFullWidth(by: root)
    let (middle, carry) = low.high.addingReportingOverflow(high.low)
    let top = high.high + (carry ? 1 : 0)
    let limit = prime.multipliedFullWidth(by: 1 << 32)
    return (top, middle, low.low) <= (limit.high, limit.low, 0)
  }
}

/// Returns the first `count` primes.
private func firstPrimes(_ count: Int) -> [UInt64] {
  var primes: [UInt64] = []
  var candidate: UInt64 = 2
  while primes.count < count {
    if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
    candidate += 1
  }
  return primes
}
