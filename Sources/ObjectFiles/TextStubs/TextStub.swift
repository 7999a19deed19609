/// One document of a text-based stub (`.tbd`), which stands for a library while linking for Apple
/// systems.
///
/// Reads the part of YAML that these files use: keys, plain and quoted words, lists in brackets or
/// with a dash a line; and JSON, which they are from version 5 on. What is under a key that is not asked for is skipped.
struct TextStub {
  let window: Window

  /// The most that is read of a stub, in bytes.
  static let largest = 1 << 26

  /// Calls `body` with each document; a library with others in it has several.
  static func forEach(
    in file: Window,
    _ body: (TextStub) throws(ReadError) -> Void
  ) throws(ReadError) {
    // The stubs of whole systems have some megabytes.
    guard file.count <= largest else {
      throw file.failure("a text stub of at most 64 MiB", found: "\(file.count) bytes")
    }
    if isJSON(file) { return try forEachLibrary(in: file, body) }
    var start = 0
    while start < file.count {
      var end = start + 1
      while end < file.count, !(file.bytes[end - 1] == 0x0A && file.hasBytes(of: "--- ", at: end)) {
        end += 1
      }
      try body(TextStub(window: try file.slice(start, end - start, "a document")))
      start = end
    }
  }

  func objectFile() -> ObjectFile {
    ObjectFile(
      window: window,
      format: .textStub,
      kind: .sharedLibrary,
      architecture: nil,
      unreadable: nil,
      image: .textStub(self)
    )
  }

  /// Returns the name of the library that the stub stands for.
  func installName() -> String? {
    var name: String?
    forEachItem { section, key, item in
      if section.equals("install-name") { name = String(decoding: item, as: UTF8.self) }
    }
    return name
  }

  /// The libraries whose names this one offers as its own.
  func reexportedLibraries() -> [String] {
    var names: [String] = []
    forEachItem { section, key, item in
      let isLibrary = section.equals("reexported-libraries") && key.equals("libraries")
      guard isLibrary || key.equals("re-exports") else { return }
      names.append(String(decoding: item, as: UTF8.self))
    }
    return names
  }

  /// Calls `body` with each exported name, of whichever of the targets.
  func forEachSymbol(_ body: (Symbol) throws(ReadError) -> Void) throws(ReadError) {
    try forEachItem { section, key, item throws(ReadError) in
      guard section.equals("exports") || section.equals("reexports") else { return }
      let isWeak = key.equals("weak-symbols") || key.equals("weak-def-symbols")
      let isThreadLocal = key.equals("thread-local-symbols")
      guard isWeak || isThreadLocal || key.equals("symbols") else { return }
      try body(
        Symbol(
          linkName: item,
          name: item.withoutUnderscore,
          version: nil,
          definition: .defined,
          binding: isWeak ? .weak : .global,
          visibility: .default,
          kind: isThreadLocal ? .threadLocal : .other,
          value: 0,
          size: 0,
          section: nil,
          provider: nil
        )
      )
    }
  }
}
