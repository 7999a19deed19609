/// The words of a link line, as a compiler or a linker takes them.
///
/// Only what decides which file a name is taken from is looked at: the inputs with their order,
/// libraries by `-l`, groups, and what is taken whole or only as needed. Response files, lists of
/// files and linker scripts are read for the same; what could decide too and is not modelled is told.
package struct LinkLine: Equatable, Sendable {
  package struct Input: Equatable, Sendable {
    package let path: String
    package var takesAll = false
    package var isAsNeeded = false
    /// Equal for the inputs of one `--start-group`; `nil` outside.
    package var group: Int?
  }

  /// What a link line says beside its inputs.
  package struct Settings: Equatable, Sendable {
    /// The names that `-u` and its like ask for.
    package var needed: [String] = []
    /// Whether of two definitions the first is taken without a word.
    package var allowsDuplicates = false
    /// The libraries that no folder of the line has.
    package var absent: [String] = []
    /// What could decide on names too, and was not looked at.
    package var unread: [String] = []

    package init() {}
  }

  package private(set) var inputs: [Input] = []
  package private(set) var settings = Settings()

  private let files: LinkFiles
  private var folders: [String] = []
  private var frameworkFolders: [String] = []
  /// What `/DEFAULTLIB` asks for, which is looked into when all else has been.
  private var defaultLibraries: [String] = []
  private var input = Input(path: "")
  /// What `--push-state` has put aside.
  private var pushed: [(input: Input, isStatic: Bool)] = []
  private var groups = 0
  private var isStatic = false
  private var depth = 0
  private var scripts = 0

  package static func == (line: LinkLine, other: LinkLine) -> Bool {
    line.inputs == other.inputs && line.settings == other.settings
  }

  /// The line of files that stand as they are given.
  package init(files: [String]) {
    self.files = LinkFiles(exists: { _ in false }, text: { _ in nil })
    inputs = files.map { Input(path: $0) }
  }

  /// Reads `words`; `files` is what the linker would find.
  package init(_ words: [String], _ files: LinkFiles) {
    self.files = files
    let words = LinkWords(words, files).words
    // Folders count wherever they stand; an SDK has those that linkers look into unasked.
    let sdk = Self.sdk(of: words)
    let own = Self.values(of: "-L", in: words) + Self.values(of: "--library-path", in: words)
    folders = own.map { $0.hasPrefix("=") ? "\(sdk ?? "")\($0.dropFirst())" : $0 }
    frameworkFolders = Self.values(of: "-F", in: words)
    if let sdk {
      folders += Self.foldersOfSDK.map { "\(sdk)\($0)" }
      frameworkFolders.append("\(sdk)/System/Library/Frameworks")
    } else {
      folders += files.folders
    }
    folders += words.compactMap { WindowsOption($0) }.filter { $0.name == "libpath" }
      .compactMap(\.value)
    settings.unread = words.filter { $0.hasPrefix("@") && files.text($0.withoutFirst) != nil }
    var rest = words[...]
    while let word = rest.popFirst() {
      if word.hasPrefix("-"), word != "-" {
        take(option: word, &rest)
      } else if !take(windows: word) {
        add(word)
      }
    }
    for library in defaultLibraries { add(library) }
    if words.contains("-all_load") { for index in inputs.indices { inputs[index].takesAll = true } }
  }

  private static let foldersOfSDK = ["/usr/local/lib", "/lib", "/usr/lib"]

  /// The folder that stands for the root of the system that is linked for.
  private static func sdk(of words: [String]) -> String? {
    let options = ["--sysroot", "-isysroot", "-syslibroot", "-sdk"]
    return options.flatMap { values(of: $0, in: words) }.last { $0.contains("/") }
  }

  private static func values(of option: String, in words: [String]) -> [String] {
    words.indices.compactMap { index in
      let word = words[index]
      guard word.hasPrefix(option) else { return nil }
      if word == option { return index + 1 < words.count ? words[index + 1] : nil }
      let value = word.dropFirst(option.utf8.count)
      guard option.hasPrefix("--") else { return String(value) }
      return value.hasPrefix("=") ? String(value.dropFirst()) : nil
    }
  }

  private mutating func take(option word: String, _ rest: inout ArraySlice<String>) {
    let option = LinkOption(word)
    switch option.name {
    case "-start-group", "-(":
      groups += 1
      input.group = groups
    case "-end-group", "-)": input.group = nil
    case "-whole-archive": input.takesAll = true
    case "-no-whole-archive": input.takesAll = false
    case "-as-needed": input.isAsNeeded = true
    case "-no-as-needed": input.isAsNeeded = false
    case "-push-state": pushed.append((input, isStatic))
    case "-pop-state":
      guard let state = pushed.popLast() else { return }
      (input.takesAll, input.isAsNeeded) = (state.input.takesAll, state.input.isAsNeeded)
      isStatic = state.isStatic
    case "-Bstatic", "-static", "-dn", "-non_shared": isStatic = true
    case "-Bdynamic", "-dy", "-call_shared": isStatic = false
    case "-allow-multiple-definition": settings.allowsDuplicates = true
    default: take(valued: option, &rest)
    }
  }

  private mutating func take(valued option: LinkOption, _ rest: inout ArraySlice<String>) {
    guard let kind = option.kind else { return }
    let values = option.values(&rest)
    guard let value = values.first else { return }
    switch kind {
    case .ignored: break
    case .keyword: if value == "muldefs" { settings.allowsDuplicates = true }
    case .file: add(value)
    case .wholeFile: add(value, takesAll: true)
    case .list: add(list: value)
    case .library: add(library: value)
    case .framework: add(framework: value)
    case .name: settings.needed.append(value)
    case .definition:
      // SwiftPM calls a program's `main` by another name.
      let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, parts[1].isIdentifier, !parts[0].contains("sqlite") else {
        return tell(option.spelled(values))
      }
      settings.needed.append(parts[1])
    case .unmodelled: tell(option.spelled(values))
    }
  }

  /// Reads an option as Microsoft's linker takes it; returns `false` for what is none.
  private mutating func take(windows word: String) -> Bool {
    guard let option = WindowsOption(word), !files.exists(word) else { return false }
    switch (option.name, option.value) {
    case ("defaultlib", let value?): defaultLibraries.append(value.withLibrarySuffix)
    case ("wholearchive", nil): input.takesAll = true
    case ("wholearchive", let value?): add(value.withLibrarySuffix, takesAll: true)
    case ("include", let value?): settings.needed.append(value)
    case ("force", nil): settings.allowsDuplicates = true
    case ("force", let value?) where value.lowercased() == "multiple":
      settings.allowsDuplicates = true
    default: break
    }
    return true
  }

  private mutating func tell(_ words: String) {
    if !settings.unread.contains(words) { settings.unread.append(words) }
  }
}

extension LinkLine {
  private mutating func add(_ path: String, takesAll: Bool = false) {
    if let text = files.text(path), let script = LinkerScript(text) {
      return add(script, at: path)
    }
    var path = path
    if path.lowercased().hasSuffix(".lib"), !files.exists(path) {
      path = folders.map { Path.join($0, path) }.first(where: files.exists) ?? path
    }
    var new = Input(path: path)
    (new.takesAll, new.isAsNeeded) = (input.takesAll || takesAll, input.isAsNeeded)
    new.group = input.group
    inputs.append(new)
  }

  /// Takes what a script asks for in its place, as GNU ld does where one stands for a library.
  private mutating func add(_ script: LinkerScript, at path: String) {
    guard depth < LinkWords.deepest, scripts < LinkWords.mostFiles else { return tell(path) }
    (depth, scripts) = (depth + 1, scripts + 1)
    defer { depth -= 1 }
    folders += script.folders
    settings.needed += script.needed
    if !script.unread.isEmpty { tell("\(script.unread.joined(separator: ", ")) of \(path)") }
    let before = input
    for item in script.items {
      if before.group == nil {
        if item.beginsGroup { groups += 1 }
        input.group = item.isInGroup ? groups : nil
      }
      input.isAsNeeded = before.isAsNeeded || item.isAsNeeded
      if item.name.hasPrefix("-l") {
        add(library: String(item.name.dropFirst(2)))
      } else {
        let near = [item.name, Path.join(Path.directory(of: path), item.name)]
        let all = near + folders.map { Path.join($0, item.name) }
        add(all.first(where: files.exists) ?? item.name)
      }
    }
    (input.isAsNeeded, input.group) = (before.isAsNeeded, before.group)
  }

  /// Takes the lines of a `-filelist`, each below the folder that a comma precedes.
  private mutating func add(list: String) {
    let parts = list.split(separator: ",", maxSplits: 1).map(String.init)
    guard let path = parts.first, let text = files.text(path) else {
      return tell("-filelist \(list)")
    }
    for line in text.split(whereSeparator: \.isNewline) {
      add(parts.count > 1 ? Path.join(parts[1], String(line)) : String(line))
    }
  }

  /// Looks in each folder for a shared library before an archive.
  private mutating func add(library name: String) {
    let names: [String]
    if name.hasPrefix(":") {
      names = [String(name.dropFirst())]
    } else {
      let shared = isStatic ? [] : ["lib\(name).so", "lib\(name).tbd", "lib\(name).dylib"]
      names = shared + ["lib\(name).a", "\(name).lib"]
    }
    addFirst(of: names, in: folders, or: "-l\(name)")
  }

  private mutating func add(framework name: String) {
    // A suffix behind a comma is for debugging.
    let name = name.prefix { $0 != "," }
    let names = ["\(name).framework/\(name).tbd", "\(name).framework/\(name)"]
    addFirst(of: names, in: frameworkFolders, or: "-framework \(name)")
  }

  private mutating func addFirst(of names: [String], in folders: [String], or option: String) {
    for folder in folders {
      if let found = names.first(where: { files.exists(Path.join(folder, $0)) }) {
        return add(Path.join(folder, found))
      }
    }
    if !settings.absent.contains(option) { settings.absent.append(option) }
  }
}

extension String {
  /// Whether it is a name and no expression.
  fileprivate var isIdentifier: Bool {
    !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" }
      && first?.isNumber == false
  }

  fileprivate var withoutFirst: String { String(dropFirst()) }
}
