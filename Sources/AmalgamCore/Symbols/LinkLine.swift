/// The words of a link line, as a compiler or a linker takes them.
///
/// Only what decides which file a name is taken from is looked at: the inputs with their order,
/// libraries by `-l`, groups, and what is taken whole or only as needed.
package struct LinkLine: Equatable, Sendable {
  package struct Input: Equatable, Sendable {
    package let path: String
    package var takesAll = false
    package var isAsNeeded = false
    /// Equal for the inputs of one `--start-group`; `nil` outside.
    package var group: Int?
  }

  package private(set) var inputs: [Input] = []
  /// The `-l` of which no `-L` folder has the library.
  package private(set) var absent: [String] = []

  private var folders: [String] = []
  private var input = Input(path: "")
  private var groups = 0
  private var isStatic = false

  /// The line of files that stand as they are given.
  package init(files: [String]) { inputs = files.map { Input(path: $0) } }

  /// Reads `words`; `exists` tells whether there is a file of that path.
  package init(_ words: [String], exists: (String) -> Bool) {
    let words = Self.flat(words)
    // Folders count wherever they stand.
    folders = Self.folders(words)
    var rest = words[...]
    while let word = rest.popFirst() {
      if word.hasPrefix("-"), word != "-" {
        take(option: word, &rest, exists)
      } else {
        add(word)
      }
    }
    if words.contains("-all_load") { for index in inputs.indices { inputs[index].takesAll = true } }
  }

  /// The words with those of `-Wl,` and `-Xlinker` each alone.
  private static func flat(_ words: [String]) -> [String] {
    words.filter { $0 != "-Xlinker" }.flatMap { word in
      word.hasPrefix("-Wl,") ? word.dropFirst(4).split(separator: ",").map(String.init) : [word]
    }
  }

  private static func folders(_ words: [String]) -> [String] {
    words.indices.compactMap { index in
      guard words[index].hasPrefix("-L") else { return nil }
      if words[index] != "-L" { return String(words[index].dropFirst(2)) }
      return index + 1 < words.count ? words[index + 1] : nil
    }
  }

  private mutating func take(
    option word: String,
    _ rest: inout ArraySlice<String>,
    _ exists: (String) -> Bool
  ) {
    switch word {
    case "--start-group", "-(":
      groups += 1
      input.group = groups
    case "--end-group", "-)": input.group = nil
    case "--whole-archive", "-whole-archive": input.takesAll = true
    case "--no-whole-archive", "-no-whole-archive": input.takesAll = false
    case "--as-needed": input.isAsNeeded = true
    case "--no-as-needed": input.isAsNeeded = false
    case "-Bstatic", "-static", "-dn": isStatic = true
    case "-Bdynamic", "-dy": isStatic = false
    case "-force_load": if let path = rest.popFirst() { add(path, takesAll: true) }
    case "-weak_library", "-reexport_library", "-needed_library":
      if let path = rest.popFirst() { add(path) }
    case "-l": if let name = rest.popFirst() { add(library: name, exists) }
    case "-platform_version": rest = rest.dropFirst(3)
    default:
      let libraries = ["-l", "-weak-l", "-needed-l", "-reexport-l", "-hidden-l"]
      if let option = libraries.first(where: { word.hasPrefix($0) }) {
        add(library: String(word.dropFirst(option.count)), exists)
      } else if Self.withValue.contains(word) {
        _ = rest.popFirst()
      }
    }
  }

  /// Options whose value is a word of its own and no input.
  private static let withValue: Set<String> = [
    "-L", "-F", "-I", "-T", "-e", "-h", "-m", "-o", "-u", "-x", "-z", "-arch", "-target",
    "--target", "-isysroot", "--sysroot", "-syslibroot", "-framework", "-weak_framework",
    "-install_name", "-rpath", "-soname", "--soname", "-rpath-link", "--version-script",
    "-dynamic-linker", "--dynamic-linker", "-undefined", "-current_version",
    "-compatibility_version", "-exported_symbols_list", "-Xclang", "-Xcc", "-Map", "-lto_library",
    "-module-name", "-dependency_info", "-object_path_lto",
  ]

  private mutating func add(_ path: String, takesAll: Bool = false) {
    var new = Input(path: path)
    (new.takesAll, new.isAsNeeded) = (input.takesAll || takesAll, input.isAsNeeded)
    new.group = input.group
    inputs.append(new)
  }

  /// Looks in each folder for a shared library before an archive.
  private mutating func add(library name: String, _ exists: (String) -> Bool) {
    let names: [String]
    if name.hasPrefix(":") {
      names = [String(name.dropFirst())]
    } else {
      let shared = isStatic ? [] : ["lib\(name).so", "lib\(name).tbd", "lib\(name).dylib"]
      names = shared + ["lib\(name).a", "\(name).lib"]
    }
    for folder in folders {
      if let found = names.first(where: { exists(Path.join(folder, $0)) }) {
        return add(Path.join(folder, found))
      }
    }
    let option = "-l\(name)"
    if !absent.contains(option) { absent.append(option) }
  }
}
