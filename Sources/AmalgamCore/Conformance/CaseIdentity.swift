/// What makes a record a case, and two records the same case: its kind and its SQL without blanks
/// and literals.
struct CaseIdentity: Hashable {
  private let text: String

  /// `nil` for a record that is no case, such as a bare `statement ok`.
  init?(_ record: Record) {
    switch record.kind {
    case .query(let query): text = "query " + Self.normalized(query.sql)
    case .statement(let sql, .error): text = "error " + Self.normalized(sql)
    case .plan(let sql, let demand):
      text = (demand.isRequired ? "plan require " : "plan forbid ") + Self.normalized(sql)
    case .probe(let name): text = "probe " + name
    case .statement(_, .success), .require, .connection, .disconnect, .register,
      .restart, .halt:
      return nil
    }
  }

  /// Returns `sql` with one blank for each run of them and `?` for each number, text and blob.
  static func normalized(_ sql: String) -> String {
    let bytes = Array(sql.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 39 {
        if let last = result.last, last | 32 == UInt8(ascii: "x"), result.startsWord(at: 1) {
          result.removeLast()
        }
        index = bytes.end(ofQuoteAt: index)
        result.append(UInt8(ascii: "?"))
      } else if byte == 34 {
        let end = bytes.end(ofQuoteAt: index)
        result += bytes[index..<end]
        index = end
      } else if byte.isDigit, result.startsWord(at: 0) {
        while index < bytes.count, bytes[index].isInNumber { index += 1 }
        result.append(UInt8(ascii: "?"))
      } else {
        if !byte.isSpace {
          result.append(byte)
        } else if result.last != 32 {
          result.append(32)
        }
        index += 1
      }
    }
    while let last = result.last, last == 32 || last == UInt8(ascii: ";") { result.removeLast() }
    return String(decoding: result, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Whether what comes `distance` bytes before the end is no part of a longer word.
  fileprivate func startsWord(at distance: Int) -> Bool {
    guard count > distance else { return true }
    return !self[count - 1 - distance].isInWord
  }

  /// Returns where the quote that opens at `start` is over; a doubled one inside does not end it.
  fileprivate func end(ofQuoteAt start: Int) -> Int {
    var index = start + 1
    while index < count {
      if self[index] == self[start] {
        guard index + 1 < count, self[index + 1] == self[start] else { return index + 1 }
        index += 1
      }
      index += 1
    }
    return count
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (48...57).contains(self) }
  fileprivate var isSpace: Bool { self == 32 || (9...13).contains(self) }

  fileprivate var isInWord: Bool {
    isDigit || self == 95 || self >= 128 || (97...122).contains(self | 32)
  }

  /// A digit, a point, an exponent or a hexadecimal letter.
  fileprivate var isInNumber: Bool { isInWord || self == UInt8(ascii: ".") }
}
