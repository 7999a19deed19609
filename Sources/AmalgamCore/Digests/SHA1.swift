/// SHA-1 (FIPS 180-4), which old lines of Fossil manifests carry; never used for anything new.
package struct SHA1: Digest {
  private var words = HashedWords([0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0])

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
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { buffer in
      guard let w = buffer.baseAddress else { return }
      var i = 0
      while i < 16 {
        w[i] = block.bigEndianWord(i)
        i &+= 1
      }
      while i < 80 {
        w[i] = (w[i &- 3] ^ w[i &- 8] ^ w[i &- 14] ^ w[i &- 16]).rotated(left: 1)
        i &+= 1
      }
      mix(w, into: state)
    }
  }

  /// The 80 rounds.
  private static func mix(
    _ w: UnsafeMutablePointer<UInt32>,
    into state: UnsafeMutablePointer<UInt32>
  ) {
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    var i = 0
    while i < 80 {
      let mixed: UInt32 =
        if i < 20 {
          ((b & c) | (~b & d)) &+ 0x5a82_7999
        } else if i < 40 {
          (b ^ c ^ d) &+ 0x6ed9_eba1
        } else if i < 60 {
          ((b & c) | (b & d) | (c & d)) &+ 0x8f1b_bcdc
        } else {
          (b ^ c ^ d) &+ 0xca62_c1d6
        }
      let next = a.rotated(left: 5) &+ mixed &+ e &+ w[i]
      (e, d, c, b, a) = (d, c, b.rotated(left: 30), a, next)
      i &+= 1
    }
    (state[0], state[1], state[2]) = (state[0] &+ a, state[1] &+ b, state[2] &+ c)
    (state[3], state[4]) = (state[3] &+ d, state[4] &+ e)
  }
}
