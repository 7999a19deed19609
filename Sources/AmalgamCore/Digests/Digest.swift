/// A message digest that is fed in pieces.
package protocol Digest {
  init()

  /// Adds `bytes` to the message.
  mutating func update(_ bytes: UnsafeRawBufferPointer)

  /// Ends the message and returns its digest; the value must not be used afterwards.
  mutating func finish() -> [UInt8]
}

extension Digest {
  /// Returns the digest of `bytes` in lower-case hexadecimal digits.
  package static func hexDigest(of bytes: some Collection<UInt8>) -> String {
    var digest = Self()
    if bytes.withContiguousStorageIfAvailable({ digest.update(UnsafeRawBufferPointer($0)) }) == nil
    {
      Array(bytes).withUnsafeBytes { digest.update($0) }
    }
    return digest.finish().hexadecimal
  }
}

extension [UInt8] {
  /// The bytes as lower-case hexadecimal digits.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(count * 2)
    for byte in self {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// Cuts a message into blocks of a fixed size and keeps what is left over.
///
/// Here and in the digests plain pointers and `while` loops stand where slices and ranges would read
/// better: a debug build, which runs the tests, is twenty times as fast by them.
struct BlockBuffer {
  private var pending: [UInt8] = []
  private(set) var length: UInt64 = 0
  let size: Int

  init(size: Int) {
    self.size = size
    pending.reserveCapacity(size)
  }

  /// Hands each whole block of what was kept and `bytes` to `process`.
  mutating func feed(_ bytes: UnsafeRawBufferPointer, process: (UnsafeRawPointer) -> Void) {
    length += UInt64(bytes.count)
    guard let start = bytes.baseAddress else { return }
    var offset = 0
    if !pending.isEmpty {
      offset = min(size - pending.count, bytes.count)
      pending.append(contentsOf: bytes[..<offset])
      guard pending.count == size else { return }
      pending.withUnsafeBytes { block in if let block = block.baseAddress { process(block) } }
      pending.removeAll(keepingCapacity: true)
    }
    while bytes.count - offset >= size {
      process(start + offset)
      offset += size
    }
    pending.append(contentsOf: bytes[offset...])
  }

  /// Takes out what is kept, followed by `mark` and zeros to the end of a block that has at least
  /// `room` bytes left for a length.
  mutating func padded(mark: UInt8, room: Int) -> [UInt8] {
    var tail = pending + [mark]
    pending.removeAll()
    while (tail.count + room) % size != 0 { tail.append(0) }
    return tail
  }
}

/// The state of a digest of 32-bit words over blocks of 64 bytes, the family of MD5: the message is
/// ended by a bit, zeros and its length.
struct HashedWords {
  private var state: [UInt32]
  private var buffer = BlockBuffer(size: 64)

  init(_ state: [UInt32]) { self.state = state }

  /// Adds `bytes`, each block mixed into the state by `compress`.
  mutating func update(
    _ bytes: UnsafeRawBufferPointer,
    _ compress: (UnsafeRawPointer, UnsafeMutablePointer<UInt32>) -> Void
  ) {
    state.withPointer { state in buffer.feed(bytes) { compress($0, state) } }
  }

  /// Ends the message; words and length are written big-endian or little-endian.
  mutating func finish(
    isBigEndian: Bool,
    _ compress: (UnsafeRawPointer, UnsafeMutablePointer<UInt32>) -> Void
  ) -> [UInt8] {
    let bits = buffer.length &* 8
    let length = isBigEndian ? bits.bigEndianBytes : bits.littleEndianBytes
    let tail = buffer.padded(mark: 0x80, room: length.count) + length
    tail.withUnsafeBytes { update($0, compress) }
    return state.flatMap { isBigEndian ? $0.bigEndianBytes : $0.littleEndianBytes }
  }
}

extension UInt32 {
  /// The bits turned to the left; `count` is from 1 to 31.
  @inline(__always)
  func rotated(left count: UInt32) -> UInt32 { (self &<< count) | (self &>> (32 &- count)) }

  /// The bits turned to the right; `count` is from 1 to 31.
  @inline(__always)
  func rotated(right count: UInt32) -> UInt32 { (self &>> count) | (self &<< (32 &- count)) }
}

extension FixedWidthInteger {
  var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
  var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}

extension UnsafeRawPointer {
  /// The number at `index` of a row of big-endian ones, aligned or not.
  @inline(__always)
  func bigEndianWord(_ index: Int) -> UInt32 {
    UInt32(bigEndian: loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
  }
}

extension Array where Element: FixedWidthInteger {
  /// Calls `body` with the numbers as a plain pointer; an array without any is left out.
  mutating func withPointer(_ body: (UnsafeMutablePointer<Element>) -> Void) {
    withUnsafeMutableBufferPointer { buffer in if let start = buffer.baseAddress { body(start) } }
  }

  /// Calls `body` with the numbers as a plain pointer; an array without any is left out.
  func withPointer(_ body: (UnsafePointer<Element>) -> Void) {
    withUnsafeBufferPointer { buffer in if let start = buffer.baseAddress { body(start) } }
  }
}
