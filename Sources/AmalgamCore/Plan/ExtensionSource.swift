/// A C file that is compiled into a variant.
package struct ExtensionSource: Hashable, Sendable {
  /// The name of its copy and its object, without ending.
  package let name: String
  /// The file it is copied from, as messages and the manifest name it.
  package let origin: String
  package let contents: [UInt8]
  /// The function that registers it on a connection.
  package let entryPoint: String
  /// The libraries whose headers it includes, such as `m` and `z`, in byte order.
  package let libraries: [String]
  /// The SHA-256 of its contents.
  package let digest: String
  /// The files beside it that it includes, those that they include among them.
  package let companions: [Companion]
  /// The licence as the file states it, in SPDX's words; `nil` if it states none that is known.
  package let license: String?

  /// A file that is copied along, since the source includes it.
  package struct Companion: Hashable, Sendable {
    /// Its path as the source's folder sees it.
    package let path: String
    /// The file it is copied from, as messages and the manifest name it.
    package let origin: String
    package let contents: [UInt8]

    package init(path: String, origin: String, contents: [UInt8]) {
      self.path = path
      self.origin = origin
      self.contents = contents
    }
  }

  /// Returns the paths that `contents` include between quotes, but for SQLite's own headers, which
  /// are always the variant's.
  package static func includes(in contents: [UInt8]) -> [String] {
    contents.split(separator: 10).compactMap { line in
      let words = line.drop { $0 == 32 || $0 == 9 }
      guard words.first == UInt8(ascii: "#") else { return nil }
      let rest = words.dropFirst().drop { $0 == 32 || $0 == 9 }
      guard rest.starts(with: "include".utf8) else { return nil }
      let parts = rest.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
      guard parts.count >= 3, parts[0].dropFirst(7).allSatisfy({ $0 == 32 || $0 == 9 }) else {
        return nil
      }
      let path = String(decoding: parts[1], as: UTF8.self)
      return ["sqlite3.h", "sqlite3ext.h"].contains(path) ? nil : path
    }
  }

  /// Reads `contents`; the entry point is taken from the source, never guessed from the file name.
  package init(
    name: String,
    origin: String,
    contents: [UInt8],
    entryPoint: String?,
    companions: [Companion] = [],
    location: SourceLocation
  ) throws(Failure) {
    let text = String(decoding: contents, as: UTF8.self)
    let compiled = CompiledText(contents).text
    self.name = name
    self.origin = origin
    self.contents = contents
    self.companions = companions
    self.entryPoint = try Self.entryPoint(
      entryPoint,
      in: compiled,
      loadable: CText.withoutComments(text),
      origin: origin,
      location
    )
    let headers: [(StaticString, String)] = [("<math.h>", "m"), ("<zlib.h>", "z")]
    // Most files name neither, and each is read whenever a build has to be judged up to date.
    libraries = headers.filter { name, _ in
      text.utf8.has(name) && CText.withoutComments(text).utf8.has(name)
    }
    .map(\.1)
    digest = SHA256.hexDigest(of: contents)
    license =
      text.utf8.has("The author disclaims copyright to this source code")
      ? "blessing"
      : text.spdxLicense
  }

  /// Returns what is compiled: the contents, with the global names renamed where there is a prefix,
  /// and with what it registers led through what counts.
  func contents(_ prefix: NamePrefix?, _ counting: CallCounting? = nil) -> [UInt8] {
    let contents = counting?.redirecting(contents) ?? contents
    guard let prefix else { return contents }
    let block =
      "/* amalgam: begin prefix '\(prefix.text)' */\n"
      + prefix.definitions(of: globalNames) + "/* amalgam: end prefix */\n#line 1\n"
    return Array(block.utf8) + contents
  }

  /// The functions and variables that other objects would see, in byte order.
  package var globalNames: [String] {
    let files = Dictionary(companions.map { ($0.path, $0.contents) }) { first, _ in first }
    let compiled = CompiledText(contents) { files[$0] }.bytes
    let declared = CDeclarations(compiled[...]).all.filter(\.isGlobalDefinition).map(\.name)
    return Set(declared + [entryPoint]).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func entryPoint(
    _ asked: String?,
    in code: String,
    loadable: @autoclosure () -> String,
    origin: String,
    _ location: SourceLocation
  ) throws(Failure) -> String {
    let isEntryPoint = { (name: String) in name.hasPrefix("sqlite3_") && name.hasSuffix("_init") }
    let named = CText.functions(in: code) { isEntryPoint($0) || $0 == asked }
    let (global, local) = CText.bodies(of: named, in: code)
    // Others are called or declared; where none has a body it may be written in the old style.
    let defined = (global.isEmpty ? named : global).filter { !local.contains($0) }
    let found = defined.filter(isEntryPoint)
    if asked == nil, let only = found.first, found.count == 1 { return only }
    if let asked, named.contains(asked), !local.contains(asked) { return asked }
    throw .noEntryPoint(
      asked.map { "'\($0)'" } ?? "one entry point",
      origin,
      found,
      // What is there only in a file that is loaded at run time.
      left: CText.functions(in: loadable(), where: isEntryPoint).filter { !named.contains($0) },
      local: local,
      location
    )
  }
}

extension Failure {
  fileprivate static func noEntryPoint(
    _ wanted: String,
    _ origin: String,
    _ found: [String],
    left: [String],
    local: [String],
    _ location: SourceLocation
  ) -> Failure {
    let names = found.isEmpty ? "none" : found.map { "'\($0)'" }.joined(separator: ", ")
    let isSQLites = origin.hasPrefix("sqlite-")
    // SQLite's own are named without their folder; one that registers nothing is no extension.
    let word = isSQLites ? String(Path.name(of: origin).dropLast(2)) : origin
    let fix =
      isSQLites && found.isEmpty
      ? nil
      : "name the function that registers it, as in 'extension \(word) init=\(found.first ?? "sqlite3_acme_init")'"
    return Failure(
      location.description,
      "'\(origin)' does not define \(wanted); it defines \(names)",
      notes: left.prefix(1).map {
        "'\($0)' is compiled only where the file is built to be loaded, without SQLITE_CORE"
      } + local.prefix(1).map { "'\($0)' is static, so that no other file can call it" },
      fix: fix
    )
  }
}

extension String {
  /// What follows `SPDX-License-Identifier:` on its line.
  fileprivate var spdxLicense: String? {
    guard
      utf8.has("SPDX-License-Identifier:"),
      let line = split(whereSeparator: \.isNewline).first(where: {
        $0.contains("SPDX-License-Identifier:")
      })
    else { return nil }
    let words = line.split(separator: " ")
    guard let mark = words.firstIndex(where: { $0.hasSuffix("SPDX-License-Identifier:") }) else {
      return nil
    }
    return words.dropFirst(mark + 1).first.map(String.init)
  }
}

extension String.UTF8View {
  /// Returns whether `text`, which must not be empty, is somewhere in it.
  ///
  /// On bytes, since this is asked of every extension whenever a build has to be judged up to date.
  fileprivate func has(_ text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    var rest = self[...]
    while let start = rest.firstIndex(of: wanted[0]) {
      rest = rest[start...]
      if rest.starts(with: wanted) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
