/// What a variant's own `sqlite3.c` says of itself in whatever it is compiled into.
///
/// `sqlite3.c` defines it and `registration.c` needs it, by a name that says what both were made
/// from: the objects of one variant do not link with those of another. Beside what the profile asks
/// for it tells what SQLite never reports, as the compiler that made the object has it.
package struct VariantMark: Hashable, Sendable {
  private let profile: String
  private let optionsDigest: String
  private let extensions: [Extension]
  /// The options to ask the preprocessor for.
  private let unreported: [String]
  /// The name by which the objects know it.
  package let symbol: String

  /// An extension that is compiled in.
  package struct Extension: Hashable, Sendable {
    package let name: String
    package let isOnDemand: Bool
    /// The beginning of its source's SHA-256.
    package let digest: String

    package init(name: String, isOnDemand: Bool, digest: String) {
      self.name = name
      self.isOnDemand = isOnDemand
      self.digest = String(digest.prefix(16))
    }

    fileprivate var text: String { "\(name)\(isOnDemand ? "?" : "")=\(digest)" }
  }

  init(_ registration: Registration, unreported: [String]) {
    profile = registration.profile.name
    optionsDigest = registration.optionsDigest
    extensions = registration.marked
    self.unreported = unreported
    symbol = registration.markSymbol
  }

  /// Returns the name of the mark of what is made from these.
  static func symbol(base: String, optionsDigest: String, _ extensions: [Extension]) -> String {
    let text = ([optionsDigest] + extensions.map(\.text)).joined(separator: " ")
    return base + infix + SHA256.hexDigest(of: Array(text.utf8)).prefix(digits)
  }

  private static let infix = "_of_"
  private static let digits = 16

  /// Returns whether `name` is that of a mark, where variants' names begin with `base`.
  static func isSymbol(_ name: String, base: String) -> Bool {
    let start = base + infix
    guard name.hasPrefix(start) else { return false }
    let rest = name.dropFirst(start.count)
    return rest.utf8.count == digits && rest.allSatisfy(\.isHexDigit)
  }

  /// The C code that defines it, to stand before anything that SQLite defines by itself.
  package var source: String {
    let list = extensions.map { " " + $0.text }.joined()
    let asked = unreported.map { "#ifdef \($0)\n    \" \($0)=\" AMALGAM_TEXT(\($0))\n#endif\n" }
    return """
      /* amalgam: begin mark */
      #define AMALGAM_WORDS(...) #__VA_ARGS__
      #define AMALGAM_TEXT(...) AMALGAM_WORDS(__VA_ARGS__)
      \(Self.declaration(of: symbol))
      const char \(symbol)[] =
          "profile '\(profile)' with options sha256:\(optionsDigest)"
          "; extensions:\(list)"
          "; unreported:"
      \(asked.joined())    ;
      #undef AMALGAM_TEXT
      #undef AMALGAM_WORDS
      /* amalgam: end mark */

      """
  }

  /// Returns how both files declare it: no program that they are linked into exports it.
  static func declaration(of symbol: String) -> String {
    """
    #if defined(__GNUC__) && !defined(_WIN32)
    __attribute__((visibility("hidden")))
    #endif
    extern const char \(symbol)[];
    """
  }
}

extension OptionCatalogue {
  /// Returns the options of which the table of a library on `release` does not tell all, in byte
  /// order: those that SQLite never reports, or without the value that it looks at; of those of
  /// systems the ones that are set in `profile`.
  package func unreportedOptions(of profile: ResolvedProfile, release: Version) -> [String] {
    // Names alone are kept: rows are of some size, and this is asked whenever a build is looked at.
    let known = rows.compactMap { row in
      row.isOption && row.kind != .platform && row.releases.contains(release)
        && row.name.hasPrefix("SQLITE_") && !isReportedWhole(row, in: release) ? row.name : nil
    }
    let asked = profile.options.map(\.name).filter { name in
      self[name].map { !isReportedWhole($0, in: release) } ?? true
    }
    return Set(known + asked).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether a row of the table tells if the option is set and, where it matters, to what.
  private func isReportedWhole(_ row: OptionRow, in release: Version) -> Bool {
    switch row.reportForm(in: release) {
    case .nameAndValue: true
    case .name: row.isFlag
    case .implied, .never, nil: false
    }
  }
}
