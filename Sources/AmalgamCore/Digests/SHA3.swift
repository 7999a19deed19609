/// SHA3-256 (FIPS 202), the digest of Fossil's artifacts and of SQLite's release log.
package struct SHA3: Digest {
  /// Bytes a block of SHA3-256 takes in; the other 64 of the state are its capacity.
  private static let rate = 136

  private var state = [UInt64](repeating: 0, count: 25)
  private var buffer = BlockBuffer(size: rate)

  package init() {}

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    state.withUnsafeMutableBufferPointer { state in
      buffer.feed(bytes) { Self.absorb($0, into: state) }
    }
  }

  package mutating func finish() -> [UInt8] {
    var tail = buffer.padded(mark: 0x06, room: 0)
    tail[tail.count - 1] |= 0x80
    tail.withUnsafeBytes { update($0) }
    return state.prefix(4).flatMap(\.littleEndianBytes)
  }

  private static func absorb(
    _ block: UnsafeRawBufferPointer,
    into state: UnsafeMutableBufferPointer<UInt64>
  ) {
    for i in 0..<rate / 8 {
      state[i] ^= UInt64(littleEndian: block.loadUnaligned(fromByteOffset: i &* 8, as: UInt64.self))
    }
    permute(state)
  }

  /// Keccak-f[1600]: 24 rounds of theta, rho, pi, chi and iota.
  private static func permute(_ a: UnsafeMutableBufferPointer<UInt64>) {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 30) { scratch in
      let b = UnsafeMutableBufferPointer(rebasing: scratch[0..<25])
      let c = UnsafeMutableBufferPointer(rebasing: scratch[25..<30])
      turns.withUnsafeBufferPointer { turns in
        targets.withUnsafeBufferPointer { targets in
          for constant in roundConstants {
            for x in 0..<5 {
              c[x] = a[x] ^ a[x &+ 5] ^ a[x &+ 10] ^ a[x &+ 15] ^ a[x &+ 20]
            }
            for x in 0..<5 {
              let d = c[x == 0 ? 4 : x &- 1] ^ c[x == 4 ? 0 : x &+ 1].rotated(left: 1)
              for y in 0..<5 {
                let lane = x &+ 5 &* y
                b[targets[lane]] = (a[lane] ^ d).turned(turns[lane])
              }
            }
            for y in 0..<5 {
              let row = 5 &* y
              for x in 0..<5 {
                a[row &+ x] =
                  b[row &+ x] ^ (~b[row &+ (x &+ 1) % 5] & b[row &+ (x &+ 2) % 5])
              }
            }
            a[0] ^= constant
          }
        }
      }
    }
  }

  /// Where pi moves each lane x + 5y: to y + 5(2x + 3y).
  private static let targets: [Int] = (0..<25).map { lane in
    let (x, y) = (lane % 5, lane / 5)
    return y + 5 * ((2 * x + 3 * y) % 5)
  }

  /// How far rho turns each lane: triangular numbers along the walk (x, y) → (y, 2x + 3y).
  private static let turns: [Int] = {
    var turns = [Int](repeating: 0, count: 25)
    var (x, y) = (1, 0)
    for t in 0..<24 {
      turns[x + 5 * y] = (t + 1) * (t + 2) / 2 % 64
      (x, y) = (y, (2 * x + 3 * y) % 5)
    }
    return turns
  }()

  /// iota's constants, from the degree-8 feedback register of FIPS 202, section 3.2.5.
  private static let roundConstants: [UInt64] = {
    var register: UInt8 = 1
    return (0..<24).map { _ in
      var constant: UInt64 = 0
      for j in 0..<7 {
        if register & 1 == 1 { constant |= 1 << ((1 << j) - 1) }
        register = (register << 1) ^ (register & 0x80 == 0 ? 0 : 0x71)
      }
      return constant
    }
  }()
}

extension UInt64 {
  /// The bits turned to the left; `count` may be 0.
  @inline(__always)
  fileprivate func turned(_ count: Int) -> UInt64 {
    (self &<< UInt64(truncatingIfNeeded: count))
      | (self &>> (UInt64(truncatingIfNeeded: 64 &- count) & 63))
  }
}
