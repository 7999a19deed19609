/// MD5 (RFC 1321), which Fossil manifests and sqllogictest's `hash-threshold` use as a checksum.
package struct MD5: Digest {
  private var words = HashedWords([0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476])

  package init() {}

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    words.update(bytes, Self.compress)
  }

  package mutating func finish() -> [UInt8] {
    words.finish(isBigEndian: false, Self.compress)
  }

  private static func compress(
    _ block: UnsafeRawPointer,
    into state: UnsafeMutablePointer<UInt32>
  ) {
    sines.withPointer { sines in
      turns.withPointer { turns in mix(block, sines, turns, into: state) }
    }
  }

  /// The 64 steps.
  private static func mix(
    _ block: UnsafeRawPointer,
    _ sines: UnsafePointer<UInt32>,
    _ turns: UnsafePointer<UInt32>,
    into state: UnsafeMutablePointer<UInt32>
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var i = 0
    while i < 64 {
      let mixed: UInt32
      let word: Int
      if i < 16 {
        (mixed, word) = ((b & c) | (~b & d), i)
      } else if i < 32 {
        (mixed, word) = ((d & b) | (~d & c), (5 &* i &+ 1) & 15)
      } else if i < 48 {
        (mixed, word) = (b ^ c ^ d, (3 &* i &+ 5) & 15)
      } else {
        (mixed, word) = (c ^ (b | ~d), (7 &* i) & 15)
      }
      let message = block.bigEndianWord(word).byteSwapped
      let sum = a &+ mixed &+ sines[i] &+ message
      (a, d, c, b) = (d, c, b, b &+ sum.rotated(left: turns[(i &>> 4) &* 4 &+ (i & 3)]))
      i &+= 1
    }
    (state[0], state[1]) = (state[0] &+ a, state[1] &+ b)
    (state[2], state[3]) = (state[2] &+ c, state[3] &+ d)
  }

  /// How far each step of each round turns (RFC 1321, section 3.4).
  private static let turns: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]

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
