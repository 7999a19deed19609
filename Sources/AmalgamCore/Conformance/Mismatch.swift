/// What a record expects and what it got instead, each as a message says it.
package struct Mismatch: Hashable, Sendable {
  package let expected: String
  package let got: String

  package init(expected: String, got: String) {
    self.expected = expected.cut(to: 300)
    self.got = got.cut(to: 300)
  }
}

extension Mismatch {
  static func values(_ expected: Int, got: [String]) -> Mismatch {
    let beyond = got.count > expected ? ", the first too many is \(got[expected])" : ""
    return Mismatch(expected: expected.values, got: got.count.values + beyond)
  }

  static func value(_ index: Int, of columns: Int, expected: String, got: String) -> Mismatch {
    let place = "row \(index / columns + 1), column \(index % columns + 1)"
    return Mismatch(expected: "\(expected) in \(place)", got: got)
  }
}

extension Int {
  /// `1 value`, `2 values`.
  var values: String { counted("value") }
}

extension Answer.Result {
  /// The result in words.
  var inWords: String {
    switch self {
    case .ok: "success"
    case .error(let code, let message): "error \(code) '\(message)'"
    }
  }
}
