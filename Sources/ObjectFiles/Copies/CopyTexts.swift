/// The texts in an object's data that only SQLite has, or that tell something of it.
struct CopyTexts {
  /// Where texts begin that are in every table of options.
  var options: [Int] = []
  /// Also those in longer texts: a linker takes the end of FTS5's for SQLite's if it is the same.
  var sourceIDs: Set<SourceID> = []
  /// The versions in the order in which they stand.
  var versions: [Version] = []
  /// Whether the text of an error is there that no option leaves out.
  var hasEngine = false

  /// A text that reads like a version.
  struct Version: Equatable {
    let offset: Int
    let text: String
  }

  /// A program that has more of one kind of text is about SQLite; it is not SQLite.
  private static let mostOfAKind = 10_000

  /// Searches the data of an object once for each kind of text.
  init(of object: ObjectFile) throws(ReadError) {
    try object.forEachDataPart { part in
      let base = part.origin - object.window.origin
      let bytes = part.bytes
      bytes.forEachPlace(of: "COMPILER=") { addOption(base + $0) }
      bytes.forEachPlace(of: "THREADSAFE=") { addOption(base + $0) }
      // The colons of a time, 13 bytes behind the beginning of a source id.
      bytes.forEachPair(0x3A, 0x3A, distance: 3) { addSourceID(in: bytes, at: $0 - 13) }
      bytes.forEachPair(0x33, 0x2E, distance: 1) { addVersion(in: bytes, at: $0, base: base) }
      bytes.forEachPlace(of: "malformed database schema (") { place in
        // In the program that searches, the text ends here.
        if part.hasBytes(of: "%s)", at: place + 27) { hasEngine = true }
      }
    }
    options.sort()
    versions.sort { $0.offset < $1.offset }
  }

  private mutating func addOption(_ offset: Int) {
    if options.count < Self.mostOfAKind { options.append(offset) }
  }

  private mutating func addSourceID(in bytes: UnsafeRawBufferPointer, at place: Int) {
    guard sourceIDs.count < Self.mostOfAKind else { return }
    if let id = SourceID(in: bytes, at: place) { sourceIDs.insert(id) }
  }

  private mutating func addVersion(in bytes: UnsafeRawBufferPointer, at place: Int, base: Int) {
    guard versions.count < Self.mostOfAKind, place == 0 || !bytes[place - 1].continuesWord,
      let text = Self.version(in: bytes, at: place)
    else { return }
    versions.append(Version(offset: base + place, text: text))
  }

  /// Returns the text at `place` if it is a version, of three or four numbers.
  static func version(in bytes: UnsafeRawBufferPointer, at place: Int) -> String? {
    var (end, dots, digits) = (place, 0, 0)
    while end < bytes.count, bytes[end] != 0 {
      let isDot = bytes[end] == 0x2E && digits > 0
      guard isDot || bytes[end].isDigit else { return nil }
      (dots, digits) = isDot ? (dots + 1, 0) : (dots, digits + 1)
      guard dots <= 3, digits <= 3 else { return nil }
      end += 1
    }
    guard dots >= 2, digits > 0, end < bytes.count else { return nil }
    // Of SQLite's own versions a fourth number is of a fix and begins with 1; bindings begin with 0.
    if dots == 3, digits == 1, bytes[end - 1] == 0x30 { return nil }
    let text = bytes[place..<end]
    return String(decoding: text, as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether a version behind this byte is a part of a longer text.
  fileprivate var continuesWord: Bool { isDigit || self == 0x2E || self == 0x20 || self == 0x2D }
}
