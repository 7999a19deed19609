/// Finds which of many texts are in data, each ended by a zero byte, in one pass.
///
/// Linkers let a text be the end of a longer one, so only ends are looked at.
package struct TextSearch {
  package private(set) var found: Set<String> = []
  private var wanted: [UInt32: [[UInt8]]] = [:]

  /// Texts of fewer than four bytes are never found.
  package init(for texts: Set<String>) {
    for text in texts where text.utf8.count >= 4 {
      let bytes = Array(text.utf8)
      let key = bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      wanted[key, default: []].append(bytes)
    }
  }

  package mutating func search(_ bytes: UnsafeRawBufferPointer) {
    var start = 0
    while let end = bytes.firstZero(from: start, limit: bytes.count - start) {
      let key = end < start + 4 ? 0 : bytes.loadUnaligned(fromByteOffset: end - 4, as: UInt32.self)
      if let texts = wanted[UInt32(bigEndian: key)] {
        for text in texts where end - start >= text.count {
          if bytes[end - text.count..<end].elementsEqual(text) {
            found.insert(String(decoding: text, as: UTF8.self))
          }
        }
      }
      start = end + 1
    }
  }
}
