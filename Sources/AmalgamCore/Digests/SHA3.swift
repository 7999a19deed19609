/// SHA3-256 (FIPS 202), the digest of Fossil's artifacts and of SQLite's release log.
package struct SHA3: Digest {
  /// Bytes a block of SHA3-256 takes in; the other 64 of the state are its capacity.
  private static let rate = 136

  private var state = [UInt64](repeating: 0, count: 25)
  private var buffer = BlockBuffer(size: rate)

  package init() {}

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    state.withPointer { state in buffer.feed(bytes) { Self.absorb($0, into: state) } }
  }

  package mutating func finish() -> [UInt8] {
    var tail = buffer.padded(mark: 0x06, room: 0)
    tail[tail.count - 1] |= 0x80
    tail.withUnsafeBytes { update($0) }
    return state.prefix(4).flatMap(\.littleEndianBytes)
  }

  private static func absorb(
    _ block: UnsafeRawPointer,
    into state: UnsafeMutablePointer<UInt64>
  ) {
    var i = 0
    while i < rate / 8 {
      let lane = block.loadUnaligned(fromByteOffset: i &* 8, as: UInt64.self)
      state[i] ^= UInt64(littleEndian: lane)
      i &+= 1
    }
    permute(state)
  }

  /// Keccak-f[1600]: 24 rounds of theta, rho and pi together, chi, and iota.
  private static func permute(_ a: UnsafeMutablePointer<UInt64>) {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 25) { buffer in
      guard let b = buffer.baseAddress else { return }
      targets.withPointer { targets in
        turns.withPointer { turns in
          roundConstants.withPointer { constants in
            var round = 0
            while round < 24 {
              mixColumns(of: a, into: b, targets, turns)
              mixRows(of: b, into: a)
              a[0] ^= constants[round]
              round &+= 1
            }
          }
        }
      }
    }
  }

  /// Theta, then rho and pi while the lanes move from `a` to `b`.
  @inline(__always)
  private static func mixColumns(
    of a: UnsafeMutablePointer<UInt64>,
    into b: UnsafeMutablePointer<UInt64>,
    _ targets: UnsafePointer<Int>,
    _ turns: UnsafePointer<UInt64>
  ) {
    let c0 = a[0] ^ a[5] ^ a[10] ^ a[15] ^ a[20]
    let c1 = a[1] ^ a[6] ^ a[11] ^ a[16] ^ a[21]
    let c2 = a[2] ^ a[7] ^ a[12] ^ a[17] ^ a[22]
    let c3 = a[3] ^ a[8] ^ a[13] ^ a[18] ^ a[23]
    let c4 = a[4] ^ a[9] ^ a[14] ^ a[19] ^ a[24]
    move(a, b, targets, turns, column: 0, mixedWith: c4 ^ c1.turned(1))
    move(a, b, targets, turns, column: 1, mixedWith: c0 ^ c2.turned(1))
    move(a, b, targets, turns, column: 2, mixedWith: c1 ^ c3.turned(1))
    move(a, b, targets, turns, column: 3, mixedWith: c2 ^ c4.turned(1))
    move(a, b, targets, turns, column: 4, mixedWith: c3 ^ c0.turned(1))
  }

  @inline(__always)
  private static func move(
    _ a: UnsafeMutablePointer<UInt64>,
    _ b: UnsafeMutablePointer<UInt64>,
    _ targets: UnsafePointer<Int>,
    _ turns: UnsafePointer<UInt64>,
    column: Int,
    mixedWith d: UInt64
  ) {
    var lane = column
    while lane < 25 {
      b[targets[lane]] = (a[lane] ^ d).turned(turns[lane])
      lane &+= 5
    }
  }

  /// Chi, from `b` to `a`.
  @inline(__always)
  private static func mixRows(
    of b: UnsafeMutablePointer<UInt64>,
    into a: UnsafeMutablePointer<UInt64>
  ) {
    var row = 0
    while row < 25 {
      let b0 = b[row]
      let b1 = b[row &+ 1]
      let b2 = b[row &+ 2]
      let b3 = b[row &+ 3]
      let b4 = b[row &+ 4]
      a[row] = b0 ^ (~b1 & b2)
      a[row &+ 1] = b1 ^ (~b2 & b3)
      a[row &+ 2] = b2 ^ (~b3 & b4)
      a[row &+ 3] = b3 ^ (~b4 & b0)
      a[row &+ 4] = b4 ^ (~b0 & b1)
      row &+= 5
    }
  }

  /// Where pi moves each lane x + 5y: to y + 5(2x + 3y).
  private static let targets: [Int] = (0..<25).map { lane in
    let (x, y) = (lane % 5, lane / 5)
    return y + 5 * ((2 * x + 3 * y) % 5)
  }

  /// How far rho turns each lane: triangular numbers along the walk (x, y) → (y, 2x + 3y).
  private static let turns: [UInt64] = {
    var turns = [UInt64](repeating: 0, count: 25)
    var (x, y) = (1, 0)
    for t in 0..<24 {
      turns[x + 5 * y] = UInt64((t + 1) * (t + 2) / 2 % 64)
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
  fileprivate func turned(_ count: UInt64) -> UInt64 {
    (self &<< count) | (self &>> (0 &- count))
  }
}
