/// A text as a literal of C.
enum CLiteral {
  /// Returns `text` in quotes; what is no printable character of ASCII as three octal digits, which
  /// no character behind them can lengthen.
  static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\n"): bytes += "\\n".utf8
      // Two question marks would begin a trigraph.
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "?"):
        bytes += [UInt8(ascii: "\\"), byte]
      case 32...126: bytes.append(byte)
      default:
        let digits = String(byte, radix: 8)
        bytes += "\\\(String(repeating: "0", count: 3 - digits.count))\(digits)".utf8
      }
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }
}
