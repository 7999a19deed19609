extension String {
  /// The text with control characters written as `\xHH`, so that a message made from a hostile
  /// file cannot move a terminal's cursor, colour it or break a line.
  package var printable: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isControl {
        let hex = String(scalar.value, radix: 16, uppercase: true)
        result += "\\x" + (hex.count < 2 ? "0" : "") + hex
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// At most the first `length` characters, with `…` where something was cut off.
  package func cut(to length: Int) -> String {
    count <= length ? self : prefix(length - 1) + "…"
  }
}

extension Unicode.Scalar {
  /// C0, DEL, C1, and the characters that reorder or separate lines.
  var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
