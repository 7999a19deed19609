/// The 60 bytes before an archive member's contents.
struct ArchiveHeader {
  let size: Int
  private let window: Window
  private let field: UnsafeRawBufferPointer

  init(_ window: Window) throws(ReadError) {
    guard window.hasBytes(of: "`\n", at: 58) else {
      throw window.failure("the end of an archive member's header", found: "other bytes", at: 58)
    }
    self.window = window
    field = UnsafeRawBufferPointer(rebasing: window.bytes[..<16]).trimmed
    size = try Self.number(in: window, from: 48, to: 58)
  }

  /// Whether this is an index or the table of long names, which are in thin archives too.
  var isTable: Bool {
    field.equals("/") || field.equals("//") || field.equals("/SYM64/") || field.hasPrefix("/<")
  }

  var isLongNameTable: Bool { field.equals("//") }

  /// Returns the member's name and its contents, which the BSD manner begins with the name.
  func resolve(
    _ contents: Window,
    longNames: Window?,
    _ budget: inout NameBudget
  ) throws(ReadError) -> (name: UnsafeRawBufferPointer, contents: Window) {
    if field.hasPrefix("#1/") {
      let length = try Self.number(in: window, from: 3, to: 16)
      let name = try contents.slice(0, length, "an archive member's name")
      return (name.bytes.untilZero, try contents.suffix(from: length, "an archive member"))
    }
    guard field.first == UInt8(ascii: "/") else { return (field.withoutSlash, contents) }
    let start = try Self.number(in: window, from: 1, to: 16)
    guard let longNames, start < longNames.count else {
      throw window.failure("a name in the table of long names", found: "its offset \(start)")
    }
    let rest = longNames.bytes[start...].prefix(budget.limit)
    guard let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0 }) else {
      throw longNames.failure("the end of a long name", found: "none", at: start)
    }
    budget.spend(end - start)
    return (UnsafeRawBufferPointer(rebasing: rest[..<end]).withoutSlash, contents)
  }

  /// Reads a decimal number, filled up with blanks; GNU thin archives may add `:` and an offset.
  private static func number(in window: Window, from: Int, to: Int) throws(ReadError) -> Int {
    var number = 0
    var digits = 0
    for byte in window.bytes[from..<to] {
      guard byte >= 0x30, byte <= 0x39 else { break }
      // At most 15 digits are in the field, so this cannot overflow.
      number = number * 10 + Int(byte - 0x30)
      digits += 1
    }
    guard digits > 0 else {
      throw window.failure("a decimal number", found: "no digit", at: from)
    }
    return number
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes without the blanks that fill a field.
  fileprivate var trimmed: UnsafeRawBufferPointer {
    let end = lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? 0
    return UnsafeRawBufferPointer(rebasing: self[..<end])
  }

  /// The name without the slash with which the GNU manner ends it.
  fileprivate var withoutSlash: UnsafeRawBufferPointer {
    last == UInt8(ascii: "/") ? UnsafeRawBufferPointer(rebasing: dropLast()) : self
  }
}
