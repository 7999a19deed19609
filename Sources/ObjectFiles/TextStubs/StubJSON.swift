/// Walks a stub in the form of version 5, which is JSON; what is no JSON ends the walk.
struct StubJSON {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0
  /// The keys above the current place; an array has an empty one.
  private var path: [UnsafeRawBufferPointer] = []
  private var key: UnsafeRawBufferPointer

  enum Item {
    /// A string that is a value.
    case text(UnsafeRawBufferPointer)
    /// Where an object or an array begins or ends.
    case open(Int)
    case close(Int)
  }

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    key = UnsafeRawBufferPointer(rebasing: bytes[..<0])
  }

  /// The keys above the item that was returned last, its own the last one.
  var keys: [UnsafeRawBufferPointer] { path + [key] }

  /// Stubs have eight levels.
  private static let deepest = 32

  /// Returns the next item, `nil` at the end.
  mutating func next() -> Item? {
    while place < bytes.count {
      let start = place
      switch bytes[place] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard path.count < Self.deepest else { return nil }
        place += 1
        path.append(key)
        if bytes[start] == UInt8(ascii: "[") { key = nothing }
        return .open(start)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        place += 1
        key = path.popLast() ?? nothing
        return .close(start)
      case UInt8(ascii: "\""):
        let text = string()
        guard isColonNext() else { return .text(text) }
        key = text
      default: place += 1
      }
    }
    return nil
  }

  private var nothing: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<0]) }

  /// Reads to the closing quotation mark; names have no escapes, so what has some stays as it is.
  private mutating func string() -> UnsafeRawBufferPointer {
    let start = place + 1
    place = start
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    let end = min(place, bytes.count)
    place = min(place + 1, bytes.count)
    return UnsafeRawBufferPointer(rebasing: bytes[start..<max(start, end)])
  }

  /// Moves over blanks and, if it is there, a colon.
  private mutating func isColonNext() -> Bool {
    while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
    guard place < bytes.count, bytes[place] == UInt8(ascii: ":") else { return false }
    place += 1
    return true
  }
}

extension TextStub {
  /// Whether the file is a stub in the form of version 5.
  static func isJSON(_ window: Window) -> Bool {
    guard window.bytes.first == UInt8(ascii: "{"), window.count <= largest else { return false }
    var isStub = false
    window.bytes.forEachPlace(of: "\"tapi_tbd_version\"") { _ in isStub = true }
    return isStub
  }

  /// Calls `body` with the main library and each that is told with it.
  static func forEachLibrary(
    in file: Window,
    _ body: (TextStub) throws(ReadError) -> Void
  ) throws(ReadError) {
    var walk = StubJSON(file.bytes)
    var (start, libraries): (Int?, [TextStub]) = (nil, [])
    while let item = walk.next() {
      switch item {
      case .open(let place) where walk.isAtLibrary: start = start ?? place
      case .close(let place):
        guard let first = start, walk.isBehindLibrary else { continue }
        let stub = TextStub(window: try file.slice(first, place + 1 - first, "a library"))
        libraries.insert(stub, at: walk.isBehindMainLibrary ? 0 : libraries.count)
        start = nil
      case .open, .text: break
      }
    }
    for library in libraries { try body(library) }
  }

  /// Calls `body` as ``forEachItem(_:)`` does, with the words that the older form has for the keys.
  func forEachJSONItem<Failure: Error>(
    _ body: (
      UnsafeRawBufferPointer, UnsafeRawBufferPointer, UnsafeRawBufferPointer
    ) throws(Failure) -> Void
  ) throws(Failure) {
    var walk = StubJSON(window.bytes)
    while let item = walk.next() {
      guard case .text(let text) = item else { continue }
      let keys = walk.keys.filter { $0.count > 0 }
      guard let section = keys.first, let key = keys.last else { continue }
      try body(section.oldWord, key.oldWord, text)
    }
  }
}

extension StubJSON {
  /// Whether the object that was just opened is a library's.
  fileprivate var isAtLibrary: Bool {
    let above = path.filter { $0.count > 0 }
    return above.count == 1 && above[0].isLibraryKey && bytes[place - 1] == UInt8(ascii: "{")
  }

  /// Whether the object that was just closed was a library's.
  fileprivate var isBehindLibrary: Bool {
    bytes[place - 1] == UInt8(ascii: "}") && keys.filter { $0.count > 0 }.allSatisfy(\.isLibraryKey)
  }
}

extension StubJSON {
  fileprivate var isBehindMainLibrary: Bool { key.equals("main_library") }
}

extension UnsafeRawBufferPointer {
  fileprivate var isLibraryKey: Bool { equals("main_library") || equals("libraries") }

  /// The older form's word for a key of this one.
  fileprivate var oldWord: UnsafeRawBufferPointer {
    for (new, old) in Self.words where equals(new) {
      return UnsafeRawBufferPointer(start: old.utf8Start, count: old.utf8CodeUnitCount)
    }
    return self
  }

  private static var words: [(StaticString, StaticString)] {
    [
      ("exported_symbols", "exports"), ("reexported_symbols", "reexports"), ("global", "symbols"),
      ("weak", "weak-symbols"), ("thread_local", "thread-local-symbols"),
      ("install_names", "install-name"), ("reexported_libraries", "reexported-libraries"),
      ("names", "libraries"),
    ]
  }
}
