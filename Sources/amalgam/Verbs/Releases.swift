import AmalgamCore
import AmalgamHost

extension Verb {
  /// `releases`: the SQLite that is built from: pinned, fetched, proved, added.
  static let releases = Verb(
    "releases",
    operands: "list|fetch|check|add|outdated [VERSION…]",
    summary: """
      Lists, fetches, proves and pins the releases of SQLite that variants are built from.

      'outdated' tells the published faults of each pinned release.
      """,
    example: "amalgam releases fetch 3.53.4",
    options: [.from, .sha3, .newest]
  ) { invocation in
    let words = invocation.arguments.operands
    guard let action = words.first else {
      throw UsageError(
        "'releases' is given without list, fetch, check, add or outdated",
        usage: invocation.verb.usage
      )
    }
    let releases = try invocation.releases()
    let versions = Array(words.dropFirst())
    try invocation.checkOptions(of: action)
    switch action {
    case "list": return try releases.list(versions)
    case "check": return try releases.check(versions)
    case "outdated": return try releases.outdated(versions, catalogue: Tables().catalogue)
    case "fetch":
      if invocation.arguments.has(.newest) {
        guard versions.isEmpty, !invocation.arguments.has(.from) else {
          throw UsageError(
            "'--newest' takes neither a version nor '--from'",
            usage: invocation.verb.usage
          )
        }
        return try releases.fetchNewest()
      }
      return try releases.fetch(versions, from: invocation.arguments.value(.from))
    case "add":
      guard versions.isEmpty, let source = invocation.arguments.value(.from) else {
        throw UsageError(
          "'releases add' takes '--from FILE', not a version",
          usage: invocation.verb.usage
        )
      }
      return try releases.add(from: source, sha3: invocation.arguments.value(.sha3))
    default:
      let meant = Spelling.nearest(
        to: action,
        among: ["list", "fetch", "check", "add", "outdated"]
      )
      throw UsageError(
        "unknown action '\(action)'\(meant.map { "; did you mean '\($0)'?" } ?? "")",
        usage: invocation.verb.usage
      )
    }
  }
}

extension Option {
  fileprivate static let from = Option(
    "--from",
    takes: "FILE|DIR",
    "an archive or a tree, in place of the lock's origins"
  )
  fileprivate static let sha3 = Option(
    "--sha3",
    takes: "HASH",
    "the SHA3-256 of the stock sqlite3.c, as SQLite publishes it"
  )
  fileprivate static let newest = Option(
    "--newest",
    "fetch the newest pinned release that an origin still serves"
  )
}

extension Invocation {
  fileprivate func releases() throws -> Releases {
    let cache = try cache()
    let project = try project()
    return Releases(
      root: project.root,
      workingDirectory: project.workingDirectory,
      cache: cache,
      files: files,
      commands: commands,
      progress: progress,
      generator: AmalgamationMaker(
        files: files,
        commands: commands,
        progress: progress,
        cache: cache.path
      )
    )
  }

  /// Refuses an option that the action would not look at.
  fileprivate func checkOptions(of action: String) throws(UsageError) {
    let used: [String: [Option]] = ["fetch": [.from, .newest], "add": [.from, .sha3]]
    for option in [Option.from, .sha3, .newest] where arguments.has(option) {
      guard used[action]?.contains(option) ?? false else {
        throw UsageError("'releases \(action)' takes no '\(option.name)'", usage: verb.usage)
      }
    }
  }
}
