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
struct BlockBuffer {
  private var pending: [UInt8] = []
  private(set) var length: UInt64 = 0
  let size: Int

  init(size: Int) {
    self.size = size
    pending.reserveCapacity(size)
  }

  /// Hands each whole block of what was kept and `bytes` to `process`.
  mutating func feed(_ bytes: UnsafeRawBufferPointer, process: (UnsafeRawBufferPointer) -> Void) {
    length += UInt64(bytes.count)
    var rest = bytes[...]
    if !pending.isEmpty {
      let taken = rest.prefix(size - pending.count)
      pending.append(contentsOf: taken)
      rest = rest.dropFirst(taken.count)
      guard pending.count == size else { return }
      pending.withUnsafeBytes { process($0) }
      pending.removeAll(keepingCapacity: true)
    }
    while rest.count >= size {
      process(UnsafeRawBufferPointer(rebasing: rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    pending.append(contentsOf: rest)
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
