import AmalgamCore
import Testing

/// The examples of FIPS 180-4, FIPS 202 and RFC 1321, and every length around a block's border.
struct DigestTests {
  /// The digests of nothing, of `abc`, of the 56 letters of FIPS 180-4, and of a million `a`.
  private static let messages: [[UInt8]] = [
    [],
    Array("abc".utf8),
    Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
    [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000),
  ]

  @Test func `SHA3-256 gives the published digests`() {
    #expect(
      Self.messages.map(SHA3.hexDigest(of:)) == [
        "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a",
        "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532",
        "41c0dba2a9d6240849100376a8235e2c82e1b9998a999e21db32dd97496d3376",
        "5c8875ae474a3634ba4fd55ec85bffd661f32aca75c6d699d0cdcb6c115891c1",
      ]
    )
  }

  @Test func `SHA-256 gives the published digests`() {
    #expect(
      Self.messages.map(SHA256.hexDigest(of:)) == [
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
      ]
    )
  }

  @Test func `SHA-1 gives the published digests`() {
    #expect(
      Self.messages.map(SHA1.hexDigest(of:)) == [
        "da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "a9993e364706816aba3e25717850c26c9cd0d89d",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
        "34aa973cd4c4daa4f61eeb2bdbad27316534016f",
      ]
    )
  }

  @Test func `MD5 gives the published digests`() {
    #expect(
      Self.messages.map(MD5.hexDigest(of:)) == [
        "d41d8cd98f00b204e9800998ecf8427e",
        "900150983cd24fb0d6963f7d28e17f72",
        "8215ef0796a20bcaaae116d3876c664a",
        "7707d6ae4e027c70eea2a935c2296f21",
      ]
    )
  }

  /// The expected values were computed with another implementation (Python's hashlib).
  @Test func `every length from nothing to past two blocks is digested rightly`() {
    #expect(
      digestOfDigests(SHA3.self, block: 136)
        == "1242785216a3478c6ab5deb4d109dfddb82256c40d2b522f92aa9875d06ff875"
    )
    #expect(
      digestOfDigests(SHA256.self, block: 64)
        == "7d4d3660f01e79b7c40e7cac2d420a7422833ecd3ee0d9de37f36d31bfc52cfe"
    )
    #expect(
      digestOfDigests(SHA1.self, block: 64) == "8b5d605cc5997a74a9d1317f22243d9ea868fa2f"
    )
    #expect(digestOfDigests(MD5.self, block: 64) == "edb6880d580fbd5d27a3880191c56fe0")
  }

  @Test func `a message in pieces has the digest of the whole`() {
    let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }

    for piece in [1, 7, 63, 64, 65, 135, 136, 137, 999] {
      #expect(digest(SHA3.self, of: message, piece: piece) == SHA3.hexDigest(of: message))
      #expect(digest(SHA256.self, of: message, piece: piece) == SHA256.hexDigest(of: message))
      #expect(digest(SHA1.self, of: message, piece: piece) == SHA1.hexDigest(of: message))
      #expect(digest(MD5.self, of: message, piece: piece) == MD5.hexDigest(of: message))
    }
  }

  /// Returns the digest over the digests of messages of each length up to two blocks and one byte.
  private func digestOfDigests<D: Digest>(_ type: D.Type, block: Int) -> String {
    var outer = D()
    for length in 0..<2 * block + 2 {
      var inner = D()
      let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) }
      message.withUnsafeBytes { inner.update($0) }
      inner.finish().withUnsafeBytes { outer.update($0) }
    }
    return outer.finish().hexadecimal
  }

  private func digest<D: Digest>(_ type: D.Type, of message: [UInt8], piece: Int) -> String {
    var digest = D()
    message.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: piece) {
        let end = min(start + piece, bytes.count)
        digest.update(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      }
    }
    return digest.finish().hexadecimal
  }
}
