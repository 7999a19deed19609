import AmalgamCore
import AmalgamHost

extension Verb {
  /// `init`: the files of a new project, and the commands that come next.
  static let initialize = Verb(
    "init",
    operands: "[NAME]",
    summary: """
      Makes Profiles/ and Vendor/releases.lock in this folder; touches nothing that is there.

      From a text with options (CFLAGS, what PRAGMA compile_options printed on a device, …), from
      flags between quotes, or from a library, it makes a profile that keeps their order and says
      above each line what lint has to say of it.
      """,
    example: "amalgam init app --from search-only",
    options: [.from]
  ) { invocation in
    try Initialization(invocation).report()
  }
}

extension Option {
  fileprivate static let from = Option(
    "--from",
    takes: "PROFILE|FILE|LIBRARY|FLAGS",
    "what to begin from: a built-in profile, text with options ('-' reads it), a library"
  )
}

/// One call of `init`.
private struct Initialization {
  let invocation: Invocation
  private let name: String
  private let directory: String
  private let origin: String

  init(_ invocation: Invocation) throws {
    self.invocation = invocation
    name = try invocation.operands(0...1).first ?? "app"
    directory =
      try invocation.arguments.value(.root).map {
        try Project(asked: $0, workingDirectory: currentDirectory(), files: invocation.files)
          .root ?? currentDirectory()
      } ?? currentDirectory()
    origin = invocation.arguments.value(.from) ?? "full"
  }

  func report() throws -> Report {
    let lock = try ReleaseLock.load(root: try invocation.project().root, files: invocation.files)
    let asked = try invocation.buildRequest().release
    let starter = Starter(files: invocation.files, directory: directory)
    if let draft = try draft(asked, lock) {
      return report(try starter.start(name: name, text: draft.text), draft)
    }
    let parent = origin.hasPrefix("builtin:") ? String(origin.dropFirst(8)) : origin
    // What it names is to be there for the next two commands.
    let release = try asked.map { try lock.release(named: $0.description).version }
    return report(try starter.start(name: name, from: parent, release: release), nil)
  }

  /// The profile made of somebody's options; `nil` where a built-in profile is named.
  private func draft(_ asked: Version?, _ lock: ReleaseLock) throws -> ProfileDraft? {
    try Starter.check(name)
    guard let origin = try profileOrigin() else { return nil }
    let tables = try Tables()
    let pinned = try lock.defaultRelease().version
    let made = ["\(name): made by 'amalgam init'; change it as the app needs."]
    return ProfileDraft(
      origin.text,
      name: name,
      head: made + origin.head + ["'inherit base' would add what Profiles/base.profile shares"],
      sqlite: asked,
      isPinned: asked.map { lock[$0] != nil } ?? true,
      release: asked ?? origin.release ?? pinned,
      names: tables.names,
      catalogue: tables.catalogue
    )
  }

  private func profileOrigin() throws -> ProfileOrigin? {
    let files = invocation.files
    if origin == "-" {
      return try ProfileOrigin(file: "/dev/stdin", display: "standard input", files: files)
    }
    if Project.builtinNames.contains(origin) || origin.hasPrefix("builtin:") { return nil }
    let path = Path.normalized(Path.join(currentDirectory(), origin))
    if files.status(of: path) != nil, !files.isDirectory(path) {
      return try ProfileOrigin(file: path, display: origin, files: files)
    }
    let isText = origin.hasPrefix("-") || origin.contains(" ") || origin.contains("SQLITE_")
    return isText ? try ProfileOrigin(text: origin, display: "the command line") : nil
  }

  private func report(_ written: [String], _ draft: ProfileDraft?) -> Report {
    let made = draft.map { draft in
      let out = draft.leftOut
      let left = out.isEmpty ? "" : "; left out as comments: \(out.joined(separator: ", "))"
      return ["", "\(draft.count.counted("option"))\(left)"].map { $0.cut(to: 1_000) }
    }
    return Report(
      command: "init",
      details: [
        JSON.Member(key: "written", value: .strings(written)),
        JSON.Member(key: "leftOut", value: .strings(draft?.leftOut ?? [])),
      ],
      body: (written.map { "wrote \($0)" } + (made ?? []) + [
        "", "next:", "  amalgam releases fetch", "  amalgam build \(name)",
      ]).joined(separator: "\n")
    )
  }
}
