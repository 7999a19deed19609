/// The switches of SQLite's `configure` that stand for a compile-time option.
///
/// A compiler takes none of them, so where options are listed they do nothing.
enum ConfigureSwitch {
  private static let options: [String: String] = [
    "all": "SQLITE_ENABLE_FTS5",
    "column-metadata": "SQLITE_ENABLE_COLUMN_METADATA",
    "debug": "SQLITE_DEBUG",
    "dynamic-extensions": "SQLITE_ENABLE_LOAD_EXTENSION",
    "fts3": "SQLITE_ENABLE_FTS3",
    "fts3-parenthesis": "SQLITE_ENABLE_FTS3_PARENTHESIS",
    "fts4": "SQLITE_ENABLE_FTS4",
    "fts5": "SQLITE_ENABLE_FTS5",
    "geopoly": "SQLITE_ENABLE_GEOPOLY",
    "json1": "SQLITE_ENABLE_JSON1",
    "load-extension": "SQLITE_ENABLE_LOAD_EXTENSION",
    "math": "SQLITE_ENABLE_MATH_FUNCTIONS",
    "memsys3": "SQLITE_ENABLE_MEMSYS3",
    "memsys5": "SQLITE_ENABLE_MEMSYS5",
    "percentile": "SQLITE_ENABLE_PERCENTILE",
    "preupdate-hook": "SQLITE_ENABLE_PREUPDATE_HOOK",
    "rtree": "SQLITE_ENABLE_RTREE",
    "scanstatus": "SQLITE_ENABLE_STMT_SCANSTATUS",
    "session": "SQLITE_ENABLE_SESSION",
    "threadsafe": "SQLITE_THREADSAFE",
    "update-limit": "SQLITE_ENABLE_UPDATE_DELETE_LIMIT",
  ]

  /// Returns the option that `--enable-NAME`, `--disable-NAME` or `--NAME` stands for; `nil` for
  /// another switch.
  static func option(for text: String) -> String? {
    guard text.hasPrefix("--") else { return nil }
    var name = text.dropFirst(2).prefix { $0 != "=" }
    for prefix in ["enable-", "disable-"] where name.hasPrefix(prefix) {
      name = name.dropFirst(prefix.count)
      return options[String(name)]
    }
    return nil
  }
}
