/// The switches of SQLite's `configure` that stand for compile-time options.
///
/// A compiler takes none of them, so where options are listed they do nothing.
package enum ConfigureSwitch: Hashable, Sendable {
  /// It sets these options.
  case sets([CompileOption])
  /// Every build has what it asks for, unless this option is set.
  case isBuiltIn(unless: CompileOption)
  /// No build has what it takes away, unless this option is set.
  case isOff(without: String)

  /// What `--enable-NAME` sets.
  private static let enabled: [String: [String]] = [
    "all": ["FTS4", "FTS5", "RTREE", "GEOPOLY", "PREUPDATE_HOOK", "SESSION"],
    "bytecode-vtab": ["BYTECODE_VTAB"],
    "carray": ["CARRAY"],
    "column-metadata": ["COLUMN_METADATA"],
    "dbpage": ["DBPAGE_VTAB"],
    "dbstat": ["DBSTAT_VTAB"],
    "fts3": ["FTS3"],
    "fts3-parenthesis": ["FTS3_PARENTHESIS"],
    "fts4": ["FTS4"],
    "fts5": ["FTS5"],
    "geopoly": ["RTREE", "GEOPOLY"],
    "math": ["MATH_FUNCTIONS"],
    "memsys3": ["MEMSYS3"],
    "memsys5": ["MEMSYS5"],
    "percentile": ["PERCENTILE"],
    "preupdate-hook": ["PREUPDATE_HOOK"],
    "rtree": ["RTREE"],
    "scanstatus": ["STMT_SCANSTATUS"],
    "session": ["PREUPDATE_HOOK", "SESSION"],
    "update-limit": ["UPDATE_DELETE_LIMIT"],
  ]

  /// What `--disable-NAME` sets, of things that a build has by itself.
  private static let disabled: [String: CompileOption] = [
    "dynamic-extensions": CompileOption("SQLITE_OMIT_LOAD_EXTENSION"),
    "json": CompileOption("SQLITE_OMIT_JSON"),
    "load-extension": CompileOption("SQLITE_OMIT_LOAD_EXTENSION"),
    "threadsafe": CompileOption("SQLITE_THREADSAFE", "0"),
  ]

  /// Reads `--enable-NAME` or `--disable-NAME`; `nil` for another switch.
  package init?(_ text: String, in release: Version) {
    if let name = text.behind("--enable-") {
      self.init(enabling: name, in: release)
    } else if let name = text.behind("--disable-") {
      self.init(disabling: name, in: release)
    } else {
      return nil
    }
  }

  private init?(enabling name: String, in release: Version) {
    if name == "debug" {
      self = .sets([CompileOption("SQLITE_DEBUG")])
    } else if name == "json1" {
      // An option until 3.38, which built it in.
      let isOption = release < Version(3, 38)
      self =
        isOption
        ? .sets([CompileOption("SQLITE_ENABLE_JSON1")])
        : .isBuiltIn(unless: CompileOption("SQLITE_OMIT_JSON"))
    } else if let options = Self.enabled[name] {
      self = .sets(options.map { CompileOption("SQLITE_ENABLE_\($0)") })
    } else if let option = Self.disabled[name] {
      self = .isBuiltIn(unless: option)
    } else {
      return nil
    }
  }

  private init?(disabling name: String, in release: Version) {
    if name == "debug" {
      self = .isOff(without: "SQLITE_DEBUG")
    } else if name == "json1" {
      let isOption = release < Version(3, 38)
      self =
        isOption
        ? .isOff(without: "SQLITE_ENABLE_JSON1") : .sets([CompileOption("SQLITE_OMIT_JSON")])
    } else if let option = Self.disabled[name] {
      self = .sets([option])
    } else if let option = Self.enabled[name]?.last, name != "all" {
      self = .isOff(without: "SQLITE_ENABLE_\(option)")
    } else {
      return nil
    }
  }

  /// The name of the option that it is about.
  package var option: String? {
    switch self {
    case .sets(let options): options.last?.name
    case .isBuiltIn(let option): option.name
    case .isOff(let name): name
    }
  }

  /// Whether `text` is a switch of any release.
  static func isKnown(_ text: String) -> Bool { Self(text, in: Version(3, 53, 4)) != nil }
}

extension String {
  /// What follows `head`, up to a `=`; `nil` for a text that does not begin so.
  fileprivate func behind(_ head: String) -> String? {
    hasPrefix(head) ? String(dropFirst(head.count).prefix { $0 != "=" }) : nil
  }
}
