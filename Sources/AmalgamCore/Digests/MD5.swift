/// MD5 (RFC 1321), which Fossil manifests and sqllogictest's `hash-threshold` use as a checksum.
package struct MD5: Digest {
  private var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
  private var buffer = BlockBuffer(size: 64)

  package init() {}

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    state.withUnsafeMutableBufferPointer { state in
      buffer.feed(bytes) { Self.compress($0, into: state) }
    }
  }

  package mutating func finish() -> [UInt8] {
    let bits = buffer.length &* 8
    let tail = buffer.padded(mark: 0x80, room: 8) + bits.littleEndianBytes
    tail.withUnsafeBytes { update($0) }
    return state.flatMap(\.littleEndianBytes)
  }

  private static func compress(
    _ block: UnsafeRawBufferPointer,
    into state: UnsafeMutableBufferPointer<UInt32>
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    for i in 0..<64 {
      let (mixed, word): (UInt32, Int) =
        switch i {
        case 0..<16: ((b & c) | (~b & d), i)
        case 16..<32: ((d & b) | (~d & c), (5 &* i &+ 1) & 15)
        case 32..<48: (b ^ c ^ d, (3 &* i &+ 5) & 15)
        default: (c ^ (b | ~d), (7 &* i) & 15)
        }
      let message = UInt32(
        littleEndian: block.loadUnaligned(fromByteOffset: word &* 4, as: UInt32.self)
      )
      let sum = a &+ mixed &+ sines[i] &+ message
      (a, d, c, b) = (d, c, b, b &+ sum.rotated(left: turns[(i >> 4) &* 4 &+ (i & 3)]))
    }
    for (i, value) in [a, b, c, d].enumerated() { state[i] = state[i] &+ value }
  }

  /// How far each step of each round turns (RFC 1321, section 3.4).
  private static let turns = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

  /// The integer part of 2^32 × |sin(i)|, i from 1 (RFC 1321, section 3.4).
  private static let sines: [UInt32] = (1...64).map { UInt32(abs(sine(of: Double($0))) * 0x1p32) }

  /// The sine by its Taylor series after reduction to ±π; exact to well under 2^-40, which is what
  /// the table needs, without the C library's header in this module.
  private static func sine(of angle: Double) -> Double {
    let turn = 2 * Double.pi
    let reduced = angle - turn * Double(Int(angle / turn + 0.5))
    var term = reduced
    var sum = reduced
    for n in 1...16 {
      term *= -(reduced * reduced) / Double((2 * n) * (2 * n + 1))
      sum += term
    }
    return sum
  }
}
