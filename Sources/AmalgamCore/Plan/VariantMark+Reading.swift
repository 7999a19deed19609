import ObjectFiles

extension VariantMark {
  /// A mark that is in a file.
  package struct Found: Hashable, Sendable {
    package let optionsDigest: String
    package let extensions: [Extension]
    /// What the compiler of `sqlite3.c` had of the options that SQLite never reports whole.
    package let unreported: [String: String]

    package init(
      optionsDigest: String,
      extensions: [Extension] = [],
      unreported: [String: String] = [:]
    ) {
      self.optionsDigest = optionsDigest
      self.extensions = extensions
      self.unreported = unreported
    }

    /// Reads what stands behind `profile '`; `nil` where that is no mark.
    fileprivate init?(_ text: Substring) {
      var rest = text
      guard rest.drop(behind: "' with options sha256:") != nil,
        let digest = rest.drop(behind: "; extensions:"), digest.utf8.count == 64,
        let list = rest.drop(behind: "; unreported:")
      else { return nil }
      var extensions: [Extension] = []
      for word in list.split(separator: " ") {
        guard let place = word.lastIndex(of: "=") else { return nil }
        let name = word[..<place]
        let isOnDemand = name.hasSuffix("?")
        extensions.append(
          Extension(
            name: String(isOnDemand ? name.dropLast() : name),
            isOnDemand: isOnDemand,
            digest: String(word[word.index(after: place)...])
          )
        )
      }
      self.init(
        optionsDigest: String(digest),
        extensions: extensions,
        unreported: Self.options(in: rest)
      )
    }

    /// Reads ` NAME=VALUE …`; what has no `=` belongs to the value before it.
    private static func options(in text: Substring) -> [String: String] {
      var options: [String: String] = [:]
      var last: String?
      for word in text.split(separator: " ") {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, CompileOption.isName(parts[0]) {
          last = String(parts[0])
          options[String(parts[0])] = String(parts[1])
        } else if let last {
          options[last, default: ""] += " \(word)"
        }
      }
      return options
    }
  }

  /// Returns each mark in `bytes`, one for each place.
  package static func marks(in bytes: UnsafeRawBufferPointer) -> [Found] {
    var found: [Found] = []
    bytes.forEachPlace(of: "profile '") { place in
      let rest = bytes[(place + "profile '".utf8.count)...].prefix(longest)
      guard found.count < most, let end = rest.firstIndex(of: 0) else { return }
      let text = String(decoding: rest[..<end], as: UTF8.self)
      if let mark = Found(text[...]) { found.append(mark) }
    }
    return found
  }

  private static let longest = 65_536
  private static let most = 1_000
}

extension Substring {
  /// Removes what stands before `text`, and it; returns the former, or `nil` where it is not there.
  fileprivate mutating func drop(behind text: String) -> Substring? {
    guard let place = utf8.firstRange(of: text.utf8) else { return nil }
    let head = self[..<place.lowerBound]
    self = self[place.upperBound...]
    return head
  }
}
