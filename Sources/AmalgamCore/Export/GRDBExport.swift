extension Export {
  /// The four files of GRDB's build with an SQLite of one's own, from one list of options.
  func grdb() -> [ExportedFile] {
    let options = profile.options
    let made = "Made by amalgam from the profile '\(profile.name)'; an edit here is lost."
    let flags = options.map { "-D\($0.flag)" }.joined(separator: " ")
    // Swift has no values: what an option's name stands for is asked with #if alone.
    let conditions = options.filter(\.isOn).map { "-D \($0.name)" }.joined(separator: " ")
    let definitions = options.map { "#define \($0.name) \($0.value)\n" }.joined()
    return [
      ExportedFile(
        "SQLiteLib-USER.xcconfig",
        "// \(made)\nCUSTOM_SQLLIBRARY_CFLAGS = \(flags)\n"
      ),
      ExportedFile(
        "GRDBCustomSQLite-USER.xcconfig",
        "// \(made)\nCUSTOM_OTHER_SWIFT_FLAGS = \(conditions)\n"
      ),
      ExportedFile("GRDBCustomSQLite-USER.h", "// \(made)\n\(definitions)"),
      ExportedFile("GRDBCustomSQLite-INSTALL.sh", Self.installation(made)),
      ExportedFile("README.md", ExportReadme(export: self, kind: .grdb, use: grdbUse).text),
    ]
  }

  private var grdbUse: String {
    let left =
      leftBehind.isEmpty
      ? ""
      : """

      These do not come along, since GRDB compiles SQLite alone: \(leftBehind.joined(separator: "; ")).

      """
    let grammar =
      plan.grammar.names.isEmpty
      ? ""
      : """

      \(plan.grammar.names.joined(separator: ", ")) takes effect in an amalgamation that was generated with it, as
      amalgam does and GRDB's own does not.

      """
    return """
      ## How to use it

      Put the folder into the project as `GRDBCustomSQLite`, and call `GRDBCustomSQLite-INSTALL.sh` from a
      pre-action of the app's scheme, as GRDB's page on custom SQLite builds says. `GRDB_SOURCE_PATH` in the
      environment names GRDB's clone where it is not `$PROJECT_DIR/GRDB`. The four files set the same options for the
      C compiler, for GRDB's Swift and for the app, so that they agree.

      The release is the one that GRDB's clone brings (SQLiteLib), not \(plan.release), unless its sources are replaced.
      Only what is written was tried: the files agree with each other. GRDB itself was not built here.
      \(left)\(grammar)
      """
  }

  /// What of the profile no option of SQLite's says.
  private var leftBehind: [String] {
    let isolation = Isolation(profile)
    var parts: [String] = []
    if !plan.extensions.isEmpty {
      parts.append("the extensions (\(plan.extensions.map(\.name).joined(separator: ", ")))")
    }
    if let prefix = isolation.prefix { parts.append("the prefix `\(prefix.text)`") }
    if isolation.isHidden { parts.append("`visibility hidden`") }
    if profile.countsCalls { parts.append("`instrument calls`") }
    if profile.hasManifestFunction { parts.append("`amalgam_manifest()`") }
    return parts
  }

  private static func installation(_ made: String) -> String {
    """
    #!/bin/sh
    # \(made)
    #
    # Puts the three files beside this one where GRDB's project looks for them, each only where it
    # differs, so that nothing is compiled again for it.
    set -eu
    here=${PROJECT_DIR:-.}/GRDBCustomSQLite
    [ -f "$here/SQLiteLib-USER.xcconfig" ] || here=$(dirname "$0")
    grdb=${GRDB_SOURCE_PATH:-${PROJECT_DIR:-.}/GRDB}
    if [ ! -d "$grdb/SQLiteCustom/src" ]; then
      echo "error: '$grdb' is no clone of GRDB with SQLiteCustom/src; set GRDB_SOURCE_PATH" >&2
      exit 1
    fi
    put() {
      cmp -s "$here/$1" "$2/$1" || cp "$here/$1" "$2/$1"
    }
    put SQLiteLib-USER.xcconfig "$grdb/SQLiteCustom/src"
    put GRDBCustomSQLite-USER.xcconfig "$grdb/SQLiteCustom"
    put GRDBCustomSQLite-USER.h "$grdb/SQLiteCustom"

    """
  }
}

extension CompileOption {
  /// `NAME` for 1, which is what `-DNAME` means, else `NAME=VALUE`.
  fileprivate var flag: String { value == "1" ? name : description }

  /// Whether Swift code that asks with `#if NAME` is to be compiled.
  fileprivate var isOn: Bool { value != "0" }
}
