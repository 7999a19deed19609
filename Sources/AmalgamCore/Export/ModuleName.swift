/// The names of the modules of an export.
package enum ModuleName {
  /// Returns what is wrong with a name for the C module, as the end of a sentence; `nil` for a good one.
  package static func fault(of name: String) -> String? {
    guard isOfC(name) else { return "takes a name of C, not '\(name)'" }
    for module in [name, runtime(of: name)] {
      if words.contains(module) {
        return "takes a name that can be imported, and '\(module)' is a word of the language"
      }
      if modules.contains(module) {
        return "takes a name of its own, and '\(module)' is another module's"
      }
    }
    return nil
  }

  /// Returns the Swift module's name: the C module's without its `C`.
  static func runtime(of module: String) -> String {
    let rest = module.dropFirst()
    let isMarked = module.hasPrefix("C") && rest.first.map { $0.isUppercase } ?? false
    return isMarked ? String(rest) : module + "Runtime"
  }

  private static func isOfC(_ name: String) -> Bool {
    let isLetter = { (byte: UInt8) in
      (65...90).contains(byte) || (97...122).contains(byte) || byte == 95
    }
    return name != "_" && name.utf8.first.map(isLetter) ?? false
      && name.utf8.allSatisfy { isLetter($0) || (48...57).contains($0) }
  }

  /// The reserved words of Swift, and of module maps.
  private static let words: Set<String> = Set(
    """
    Any Self as associatedtype await break case catch class config_macros conflict continue default \
    defer deinit do else enum exclude explicit export export_as extension extern fallthrough false \
    fileprivate for framework func guard header if import in init inout internal is let link module \
    nil operator precedencegroup private protocol public repeat requires rethrows return self static \
    struct subscript super switch textual throw throws true try typealias umbrella use var where while
    """.split(separator: " ").map(String.init)
  )

  /// Modules that an app or the package itself has beside it.
  private static let modules: Set<String> = [
    "Android", "Combine", "CoreData", "Darwin", "Dispatch", "Foundation", "FoundationEssentials",
    "Glibc", "Musl", "PackageDescription", "SQLite3", "Swift", "SwiftUI", "Synchronization",
    "Testing", "UIKit", "WASILibc", "WinSDK", "XCTest",
  ]
}
