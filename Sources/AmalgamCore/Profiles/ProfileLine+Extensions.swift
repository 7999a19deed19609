extension ProfileLine {
  /// Reads `extension NAME|PATH [on-demand] [init=ENTRYPOINT]`.
  func extensionReference() throws(Problem) -> ExtensionReference {
    guard let word = arguments.first else { throw problem(.missingExtension) }
    var entryPoint: String?
    var isOnDemand = false
    for option in arguments.dropFirst() {
      if option.text == "on-demand", !isOnDemand {
        isOnDemand = true
      } else if option.text.hasPrefix("init="), entryPoint == nil {
        entryPoint = try self.entryPoint(option)
      } else {
        throw problem(
          .unexpectedExtensionWord(option.text),
          at: option,
          fix: "remove '\(option.text)'"
        )
      }
    }
    let isPath = word.text.hasSuffix(".c") || word.text.contains("/")
    guard Path.name(of: word.text).utf8.allSatisfy({ $0.isPlainInFileName }) else {
      throw problem(isPath ? .oddFileName(word.text) : .noExtension(word.text), at: word)
    }
    guard !isPath || word.text.hasSuffix(".c") else {
      throw problem(.noSource(word.text), at: word)
    }
    return ExtensionReference(
      name: word.text,
      entryPoint: entryPoint,
      isOnDemand: isOnDemand,
      at: line.location(of: word)
    )
  }

  private func entryPoint(_ word: SourceLine.Word) throws(Problem) -> String {
    let name = String(word.text.dropFirst(5))
    guard name.isCIdentifier else { throw problem(.noIdentifier(name), at: word) }
    return name
  }

  /// Reads `set NAME: EXTENSION…`.
  func extensionSet() throws(Problem) -> ExtensionSet {
    guard let word = arguments.first, word.text.hasSuffix(":") else { throw problem(.setForm) }
    let name = String(word.text.dropLast())
    guard Profile.isName(name) else { throw problem(.noSetName(name), at: word) }
    var members: [Located<String>] = []
    for member in arguments.dropFirst() {
      guard member.text.utf8.allSatisfy({ $0.isPlainInFileName && $0 != UInt8(ascii: ".") }) else {
        throw problem(.noMember(member.text), at: member)
      }
      if members.contains(where: { $0.value == member.text }) {
        throw problem(
          .memberTwice(member.text, name),
          at: member,
          fix: "remove '\(member.text)'"
        )
      }
      members.append(Located(member.text, at: line.location(of: member)))
    }
    if members.isEmpty { throw problem(.setForm) }
    return ExtensionSet(name: name, members: members, at: line.location(of: word))
  }
}

extension Finding.Message {
  fileprivate static var missingExtension: Self {
    "'extension' is given without a name or the path of a C file"
  }
  fileprivate static func unexpectedExtensionWord(_ text: String) -> Self {
    "unexpected '\(text)' after the extension; only 'on-demand' and 'init=ENTRYPOINT' can stand there"
  }
  fileprivate static func noIdentifier(_ text: String) -> Self {
    "'init=\(text)' does not name a C function"
  }
  fileprivate static func noExtension(_ text: String) -> Self {
    "'\(text)' is neither the name of an extension nor the path of a C file"
  }
  fileprivate static func oddFileName(_ text: String) -> Self {
    "'\(text)' is no file that an extension can have: its name has letters, digits and '._+-' alone"
  }
  fileprivate static func noSource(_ text: String) -> Self {
    "'\(text)' is a path, but not of a C file"
  }
  fileprivate static var setForm: Self {
    "'set' takes a name with a colon and the extensions of it, as in 'set map: geo series'"
  }
  fileprivate static func noSetName(_ text: String) -> Self {
    "'\(text)' is no name of a set: lower-case letters, digits and '-', not '-' first"
  }
  fileprivate static func noMember(_ text: String) -> Self {
    "'\(text)' is no extension's name; a C file gets a line 'extension PATH on-demand', and the set its name without '.c'"
  }
  fileprivate static func memberTwice(_ text: String, _ name: String) -> Self {
    "'\(text)' is already in the set '\(name)'"
  }
}
