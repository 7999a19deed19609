extension Export {
  /// `sqlite3.c` with extensions and registration in it, and its headers.
  func sources() throws(Failure) -> [ExportedFile] {
    var single = SingleSource(try file("sqlite3.c"))
    var files: [ExportedFile] = []
    for source in plan.extensions {
      let contents = try file("extensions/\(source.name).c")
      if source.companions.isEmpty, single.add(contents, named: "extension \(source.name)") {
        continue
      }
      files.append(ExportedFile("\(source.name).c", SingleSource.core + contents))
      files += source.companions.map { ExportedFile($0.path, $0.contents) }
    }
    if registration.isNeeded {
      let header = try file("registration.h")
      single.append(header + (try file("registration.c")), named: "registration")
      files.append(ExportedFile("registration.h", header))
    }
    let units = ["sqlite3.c"] + files.map(\.path).filter { $0.hasSuffix(".c") }
    files += [
      ExportedFile("sqlite3.c", single.bytes),
      ExportedFile("sqlite3.h", try file("sqlite3.h")),
      ExportedFile("sqlite3ext.h", try file("sqlite3ext.h")),
      ExportedFile(
        "README.md",
        ExportReadme(export: self, kind: .sources, use: sourcesUse(units)).text
      ),
    ]
    return files
  }

  private func sourcesUse(_ units: [String]) -> String {
    let all = units.joined(separator: " ")
    let apart =
      units.count == 1
      ? ""
      : "\nA name in each of \(units.dropFirst().joined(separator: ", ")) is one of SQLite's own, or the file "
        + "includes another, so it stands beside `sqlite3.c` and is compiled as well.\n"
    let quoted = units.map { "\"\($0)\"" }.joined(separator: ", ")
    let libraries = plan.libraries.map { "-l\($0)" }.joined(separator: " ")
    let links = (libraries.isEmpty ? "" : libraries + " ") + "-lpthread -ldl"
    let rust = units.map { ".file(\"\($0)\")" }.joined()
    let flags = profile.compilerFlags.map(\.value).joined(separator: " ")
    let extra =
      flags.isEmpty
      ? "" : "\nThe profile compiles with \(flags.markdown), which no source carries.\n"
    return """
      ## How to use it

      The options are in the files: no `-D` is needed, and another value on a command line warns and loses.
      \(apart)\(extra)
      | with | line |
      | --- | --- |
      | a compiler | `cc -O2 -c \(all)`; a program links \(links) where they are libraries of their own |
      | Xcode | drag \(all) and the headers into the target; a bridging header with `#include "sqlite3.h"` for Swift |
      | SwiftPM | `.target(name: "\(profile.moduleName)", publicHeadersPath: ".")` in a folder with these files |
      | CMake | `add_library(\(profile.library) STATIC \(all))` |
      | node-gyp | `"sources": [\(quoted)]` |
      | Rust's cc | `cc::Build::new()\(rust).compile("\(profile.library)")` |

      """
  }
}

/// `sqlite3.c` while other files are put behind it, each of which must mean there what it means alone.
struct SingleSource {
  private(set) var bytes: [UInt8]
  private var names: CNames

  /// What a file has before it that is compiled beside `sqlite3.c`.
  static let core = Array("#ifndef SQLITE_CORE\n#define SQLITE_CORE 1\n#endif\n".utf8)

  init(_ source: [UInt8]) {
    bytes = source
    names = CNames(source)
  }

  /// Puts an extension behind the rest, and returns true; false if a name of it is taken, and then
  /// nothing is done.
  mutating func add(_ contents: [UInt8], named name: String) -> Bool {
    let own = CNames(contents)
    guard names.collisions(with: own).isEmpty else { return false }
    append(contents, named: name)
    names.formUnion(own)
    return true
  }

  mutating func append(_ contents: [UInt8], named name: String) {
    bytes += "/* amalgam: begin \(name) */\n".utf8
    for line in contents.split(separator: 10, omittingEmptySubsequences: false) {
      if Self.includes.contains(where: { line.starts(with: $0) }) { continue }
      bytes += line
      bytes.append(10)
    }
    bytes += "/* amalgam: end \(name) */\n".utf8
  }

  /// What the file has in it already, and line directives, which would count the wrong file.
  private static let includes = [
    "#include \"sqlite3ext.h\"", "#include \"sqlite3.h\"", "#include \"registration.h\"", "#line ",
  ].map { Array($0.utf8) }
}

/// The names of a C file that would meet those of others compiled in one piece with it.
struct CNames {
  /// What it declares outside functions, macros among them.
  private(set) var declared: Set<String>
  private(set) var macros: Set<String>
  /// Every word of it.
  private(set) var words: Set<String>

  init(_ contents: [UInt8]) {
    let declarations = CDeclarations(contents[...])
    macros = Self.macros(contents)
    declared = macros.union(declarations.all.map(\.name)).union(declarations.tags)
    var words = macros
    var tokens = CTokens(contents[...])
    while let token = tokens.next() {
      if let word = token.identifier { words.insert(word) }
    }
    self.words = words
  }

  mutating func formUnion(_ other: CNames) {
    declared.formUnion(other.declared)
    macros.formUnion(other.macros)
    words.formUnion(other.words)
  }

  /// Returns the names that mean two things when `other` comes behind: both declare them, or one's
  /// macro is a word of the other.
  func collisions(with other: CNames) -> [String] {
    let both = declared.intersection(other.declared)
    let changed = macros.intersection(other.words).filter { !Self.isHarmless($0) }
    return both.union(changed).filter { name in
      // A prefix gives an entry point the same new name in each file.
      let isRenamed = macros.contains(name) && other.macros.contains(name)
      return !Self.isShared(name) && !(isRenamed && name.hasSuffix("_init"))
    }.sorted()
  }

  /// What SQLite itself gives to extensions.
  private static func isHarmless(_ macro: String) -> Bool {
    macro.hasPrefix("SQLITE_") || macro.hasPrefix("FTS5_") || sameMeaning.contains(macro)
  }

  /// C's own words, which SQLite defines anew under options that few set.
  private static let sameMeaning: Set = ["double", "fabs", "float", "memcpy", "NULL"]

  /// Types of the API that every extension names, and what it is led to where calls are counted.
  private static func isShared(_ name: String) -> Bool {
    name == "sqlite3" || name.hasPrefix("sqlite3_") && !name.hasSuffix("_init")
      || name.hasPrefix("Fts5") || name.hasPrefix("fts5_") || name.contains("amalgam_")
  }

  private static func macros(_ contents: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    for line in contents.split(separator: 10) {
      var rest = line.drop { $0 == 32 || $0 == 9 }
      guard rest.first == UInt8(ascii: "#") else { continue }
      rest = rest.dropFirst().drop { $0 == 32 || $0 == 9 }
      guard rest.starts(with: "define".utf8) else { continue }
      rest = rest.dropFirst(6).drop { $0 == 32 || $0 == 9 }
      names.insert(String(decoding: rest.prefix { $0.isIdentifierPart }, as: UTF8.self))
    }
    return names
  }
}
