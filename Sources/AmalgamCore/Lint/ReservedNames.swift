/// Names that no profile sets: they make the amalgamation what it is, or `amalgam` sets them.
package enum ReservedNames {
  /// The words of linkage and of the file itself, `amalgam`'s own, and a file that a variant does
  /// not have.
  package static let all: Set<String> = OptionNames.reserved.union([
    "SQLITE3_H", "SQLITE_EXTRA_AUTOEXT", "SQLITE_INT_H", "SQLITE_SOURCE_ID",
    "SQLITE_UDL_CAPABLE_PARSER", "SQLITE_VERSION", "SQLITE_VERSION_NUMBER",
    "_HAVE_SQLITE_CONFIG_H",
  ])
}
