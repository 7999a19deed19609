import AmalgamCore
import AmalgamHost

/// The names that a release tests, reports or documents, against the rows of the catalogue.
struct Completeness {
  /// Names without a row, with where they were found.
  let missing: [String]

  init(_ bench: Bench) throws {
    var found: [String: String] = [:]
    let source = try bench.files.read(bench.amalgamation(GrammarSet(universalWith: [])))
    for name in OptionNames.testedMacros(in: source) { found[name] = "sqlite3.c tests it" }
    for name in try Self.reported(bench) { found[name] = found[name] ?? "mkctimec.tcl lists it" }
    for name in try Self.documented(bench) {
      found[name] = found[name] ?? "SQLite's compile.html documents it"
    }
    missing = found.filter { name, _ in
      bench.catalogue[name] == nil && !OptionNames.reserved.contains(name)
    }
    .map { "\($0.key) has no row: \($0.value)" }.sorted()
  }

  /// The names between quotes or braces in the tool that writes the table of options.
  private static func reported(_ bench: Bench) throws -> Set<String> {
    let path = Path.join(bench.tree.path, "tool/mkctimec.tcl")
    guard bench.files.isFile(path) else { return [] }
    return names(in: try bench.files.readText(path))
  }

  private static func documented(_ bench: Bench) throws -> Set<String> {
    names(in: try bench.files.readText("Tests/Catalogue/documented.txt"))
  }

  private static func names(in text: String) -> Set<String> {
    let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    return Set(
      words.filter { word in
        ["SQLITE_", "HAVE_", "YY", "_HAVE"].contains { word.hasPrefix($0) } && word.last != "_"
          && CompileOption.isName(word)
      }
    )
  }
}
