extension TextStub {
  /// Calls `body` with the key without indent, the key under it, and each word that is a value.
  func forEachItem<Failure: Error>(
    _ body: (
      UnsafeRawBufferPointer, UnsafeRawBufferPointer, UnsafeRawBufferPointer
    ) throws(Failure) -> Void
  ) throws(Failure) {
    if window.bytes.first == UInt8(ascii: "{") { return try forEachJSONItem(body) }
    var words = StubWords(window.bytes)
    var section = words.nothing
    var key = words.nothing
    while let word = words.next() {
      switch word {
      case .key(let name, let indent):
        key = name
        if indent == 0 { section = name }
      case .item(let item): try body(section, key, item)
      }
    }
  }
}

/// Splits a stub into keys and values.
private struct StubWords {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0
  private var isInList = false
  private var lineStart = 0

  enum Word {
    case key(UnsafeRawBufferPointer, indent: Int)
    case item(UnsafeRawBufferPointer)
  }

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var nothing: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<0]) }

  /// Returns the next key or value, `nil` at the end.
  mutating func next() -> Word? {
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\n"):
        place += 1
        lineStart = place
      case UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        place += 1
      case UInt8(ascii: "["):
        isInList = true
        place += 1
      case UInt8(ascii: "]"):
        isInList = false
        place += 1
      case UInt8(ascii: "#"): skipLine()
      case UInt8(ascii: "-") where isMark: place += 1
      // The lines that begin and end a document.
      case UInt8(ascii: "-") where place == lineStart: skipLine()
      case UInt8(ascii: ".") where place == lineStart: skipLine()
      case UInt8(ascii: "'"), UInt8(ascii: "\""): return .item(quoted())
      default: return plain()
      }
    }
    return nil
  }

  /// Whether a dash stands alone, before an item of a list.
  private var isMark: Bool {
    !isInList && place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: " ")
  }

  private mutating func skipLine() {
    while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
  }

  /// Reads to the closing quotation mark; names have none in them.
  private mutating func quoted() -> UnsafeRawBufferPointer {
    let start = place + 1
    place = start
    while place < bytes.count, bytes[place] != bytes[start - 1] { place += 1 }
    let text = UnsafeRawBufferPointer(rebasing: bytes[start..<place])
    place = min(place + 1, bytes.count)
    return text
  }

  /// Reads a word, which is a key if a colon ends it.
  private mutating func plain() -> Word {
    let start = place
    while place < bytes.count, !isEnd(bytes[place]) { place += 1 }
    let isKey = !isInList && place > start && bytes[place - 1] == UInt8(ascii: ":")
    let text = UnsafeRawBufferPointer(rebasing: bytes[start..<(isKey ? place - 1 : place)])
    return isKey ? .key(text, indent: start - lineStart) : .item(text)
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): true
    case UInt8(ascii: ","), UInt8(ascii: "]"): isInList
    default: false
    }
  }
}
