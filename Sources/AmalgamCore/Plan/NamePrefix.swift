/// Gives every name of SQLite's API a prefix, so that two SQLites can be in one program.
///
/// Renaming is done by the preprocessor, in the files themselves: whoever compiles `sqlite3.c` or
/// includes `sqlite3.h` goes on writing `sqlite3_open` and gets `acme_sqlite3_open`, whatever the
/// compiler, its flags, and the form of its objects.
package struct NamePrefix: Hashable, Sendable {
  package let text: String
  /// The functions that register the extensions of the variant.
  package let entryPoints: [String]

  package init(_ text: String, entryPoints: [String] = []) {
    self.text = text
    self.entryPoints = entryPoints
  }

  /// What tells this one from others.
  var identity: String { ([text] + entryPoints).joined(separator: " ") }

  /// Returns `name` without the prefix; `nil` if it does not begin with it.
  package func stripped(_ name: String) -> String? {
    name.hasPrefix(text) ? String(name.dropFirst(text.count)) : nil
  }

  /// The names that are renamed beside a release's own API, which are the same whatever the release.
  private func names(_ api: APINames) -> [String] {
    Set(api.all + entryPoints).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns the definitions that rename the API, one a line.
  package func block(_ api: APINames) -> String {
    "/* amalgam: begin prefix '\(text)' */\n" + definitions(of: names(api))
      + "/* amalgam: end prefix */\n"
  }

  /// Returns the definitions that rename `names`.
  func definitions(of names: [String]) -> String {
    names.map { "#define \($0) \(text)\($0)\n" }.joined()
  }

  /// Returns `file` with each name that it defines as a macro itself undefined just before.
  ///
  /// SQLite does so where an option takes a function away, and in `sqlite3ext.h` for all that a
  /// loadable extension calls through a table. With `numbered` the lines keep their numbers.
  package func undefining(in file: [UInt8], _ api: APINames, numbered: Bool) -> [UInt8] {
    let names = Set(names(api))
    var result: [UInt8] = []
    result.reserveCapacity(file.count + file.count / 64)
    var line = 0
    var start = 0
    var isInRun = false
    while start < file.count {
      line += 1
      let end = file[start...].firstIndex(of: 10).map { $0 + 1 } ?? file.count
      if !isInRun, defined(file[start..<end]).map(names.contains) ?? false {
        let run = run(in: file, from: start, names)
        result += run.flatMap { Array("#undef \($0)\n".utf8) }
        if numbered { result += Array("#line \(line)\n".utf8) }
      }
      isInRun = defined(file[start..<end]).map(names.contains) ?? false
      result += file[start..<end]
      start = end
    }
    return result
  }

  /// Returns the names defined on lines that follow each other from `start` on.
  private func run(in file: [UInt8], from start: Int, _ names: Set<String>) -> [String] {
    var found: [String] = []
    var start = start
    while start < file.count {
      let end = file[start...].firstIndex(of: 10).map { $0 + 1 } ?? file.count
      guard let name = defined(file[start..<end]), names.contains(name) else { break }
      if !found.contains(name) { found.append(name) }
      start = end
    }
    return found
  }

  /// Returns the name that a `#define` line defines.
  private func defined(_ line: ArraySlice<UInt8>) -> String? {
    guard line.first == UInt8(ascii: "#") else { return nil }
    let rest = line.dropFirst().drop { $0 == 32 || $0 == 9 }
    guard rest.starts(with: "define".utf8) else { return nil }
    let name = rest.dropFirst(6).drop { $0 == 32 || $0 == 9 }.prefix { $0.isIdentifierPart }
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }
}
