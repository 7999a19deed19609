/// The values that an option may have, as the catalogue writes them: `0..2`, `0,1,FAST`, `integer`,
/// `text` in double quotes, `name` of something in C, `pair` of numbers, `any`.
package struct AllowedValues: Hashable, Sendable {
  fileprivate enum Term: Hashable, Sendable {
    case any
    case integer
    case text
    case name
    case pair
    case range(Int, Int)
    case word(String)
  }

  package enum Verdict: Hashable, Sendable {
    case allowed, refused
    /// An expression, a macro or a text, which only the C compiler can judge.
    case unknown
  }

  private let terms: [Term]
  /// As the catalogue writes it.
  package let text: String

  /// Reads terms between commas; `nil` if one is empty or a range is the wrong way round.
  package init?(_ text: String) {
    var terms: [Term] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let term = Self.term(part) else { return nil }
      terms.append(term)
    }
    self.terms = terms
    self.text = text
  }

  package func verdict(on value: String) -> Verdict {
    if terms.contains(.any) || terms.contains(.word(value)) { return .allowed }
    if terms.contains(.text), value.contains("\"") { return .allowed }
    if terms.contains(.name), value.isCIdentifier { return .allowed }
    if terms.contains(.pair), let verdict = Self.verdict(onPair: value) { return verdict }
    switch CInteger(value) {
    case .value(let number):
      return terms.contains { $0.contains(number) } ? .allowed : .refused
    case .tooLarge:
      return .refused
    case .none:
      // A word that no range knows is 0 to '#if', unless it is a macro of somebody's.
      return value.isCIdentifier || !ConstantText.canBe(value) ? .refused : .unknown
    }
  }

  /// The verdict on two numbers with a comma between; `nil` for what has none.
  private static func verdict(onPair value: String) -> Verdict? {
    let parts = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    if parts.count != 2 { return parts.count > 2 ? .refused : nil }
    if parts.allSatisfy({ CInteger($0) != nil }) { return .allowed }
    return parts.allSatisfy(ConstantText.canBe) ? .unknown : .refused
  }

  /// The value nearest to `value` that is allowed, where the terms are numbers; else `nil`.
  package func nearest(to value: String) -> String? {
    let number: Int
    switch CInteger(value) {
    case .value(let value): number = value
    case .tooLarge(let isNegative): number = isNegative ? .min : .max
    case nil: return nil
    }
    let ends: [Int] = terms.flatMap { term -> [Int] in
      if case .range(let low, let high) = term { [low, high] } else { [] }
    }
    let best = ends.min { $0.distance(from: number) < $1.distance(from: number) }
    return best.map(String.init)
  }

  /// The allowed values as a sentence says them: `0 to 2`, `0, 1 or FAST`.
  package var inWords: String {
    let names = terms.map { term in
      switch term {
      case .any: "any"
      case .integer: "any whole number"
      case .text: "text in double quotes"
      case .name: "the name of a function in C"
      case .pair: "two numbers with a comma between"
      case .word(let word): word
      case .range(let low, let high) where low == high: "\(low)"
      case .range(let low, .max): "\(low) or more"
      case .range(.min, let high): "\(high) or less"
      case .range(let low, let high): "\(low) to \(high)"
      }
    }
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  private static func term(_ text: Substring) -> Term? {
    if let word: Self.Term = [
      "any": .any, "integer": .integer, "text": .text, "name": .name, "pair": .pair,
    ][text] {
      return word
    }
    guard let dots = text.firstRange(of: "..") else {
      if case .value(let number)? = CInteger(String(text)) { return .range(number, number) }
      return text.isEmpty ? nil : .word(String(text))
    }
    let low = bound(text[..<dots.lowerBound], open: .min)
    let high = bound(text[dots.upperBound...], open: .max)
    guard let low, let high, low <= high else { return nil }
    return .range(low, high)
  }

  private static func bound(_ text: Substring, open: Int) -> Int? {
    if text.isEmpty { return open }
    guard case .value(let number)? = CInteger(String(text)) else { return nil }
    return number
  }
}

extension AllowedValues {
  /// The first number of the list: what to write where there is no nearer one.
  package var first: String? {
    for term in terms {
      switch term {
      case .any: return "1"
      case .integer, .text, .name, .pair: return nil
      case .word(let word): return word
      case .range(let low, _): return String(low)
      }
    }
    return nil
  }
}

extension AllowedValues.Term {
  fileprivate func contains(_ number: Int) -> Bool {
    switch self {
    case .range(let low, let high): low <= number && number <= high
    case .integer: true
    case .any, .text, .name, .pair, .word: false
    }
  }
}

extension Int {
  fileprivate func distance(from other: Int) -> UInt {
    self < other ? UInt(bitPattern: other &- self) : UInt(bitPattern: self &- other)
  }
}
