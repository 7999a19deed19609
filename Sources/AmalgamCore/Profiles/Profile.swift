/// A profile as one file has it, before inheritance.
package struct Profile: Hashable, Sendable {
  /// One line, with what it says.
  package struct Item: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case release(Version)
      case optimize(Optimization)
      case library(String)
      case addExtension(ExtensionReference)
      case extensionSet(ExtensionSet)
      /// An option; with a pattern only for targets that match.
      case option(CompileOption, target: Glob?)
      case unset(String)
      case compilerFlags([String])
      case target(String)
      case runner([String])
      case demand(Demand)
      case limit(SizeLimit)
      case growth(GrowthLimit)
      case accept(AcceptLine)
      case manifest(isOn: Bool)
      case instrument(Instrument)
      case prefix(String)
      case visibility(Visibility)
    }

    package let kind: Kind
    package let location: SourceLocation
  }

  package let name: String
  package let file: String
  package let text: String
  /// Whether it is only there to be inherited.
  package internal(set) var isAbstract = false
  package internal(set) var inherited: Located<String>?
  package internal(set) var items: [Item] = []

  init(name: String, file: String, text: String) {
    self.name = name
    self.file = file
    self.text = text
  }

  /// Returns the name of the profile in `file`: the file's own, without the ending, or what
  /// follows `builtin:`.
  package static func name(ofFile file: String) -> String {
    if file.hasPrefix("builtin:") { return String(file.dropFirst(8)) }
    let name = Path.name(of: file)
    return name.hasSuffix(".profile") ? String(name.dropLast(8)) : name
  }

  /// Returns whether `text` can be a profile's name, so a variant's and a library's.
  package static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "-") else { return false }
    return text.utf8.allSatisfy {
      (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-")
    }
  }
}
