import AmalgamCore
import AmalgamHost

extension Verb {
  /// `init`: the files of a new project, and the commands that come next.
  static let initialize = Verb(
    "init",
    operands: "[NAME]",
    summary:
      "Makes Profiles/ and Vendor/releases.lock in this folder; touches nothing that is there.",
    example: "amalgam init app --from search-only",
    options: [.from]
  ) { invocation in
    let name = try invocation.operands(0...1).first ?? "app"
    let directory =
      try invocation.arguments.value(.root).map {
        try Project(asked: $0, workingDirectory: currentDirectory(), files: invocation.files)
          .root ?? currentDirectory()
      } ?? currentDirectory()
    let parent = invocation.arguments.value(.from) ?? "full"
    let written = try Starter(files: invocation.files, directory: directory)
      .start(name: name, from: parent.hasPrefix("builtin:") ? String(parent.dropFirst(8)) : parent)
    return Report(
      command: "init",
      details: [JSON.Member(key: "written", value: .strings(written))],
      body: (written.map { "wrote \($0)" } + [
        "", "next:", "  amalgam releases fetch", "  amalgam build \(name)",
      ]).joined(separator: "\n")
    )
  }
}

extension Option {
  fileprivate static let from = Option(
    "--from",
    takes: "PROFILE",
    "the built-in profile to begin from"
  )
}
