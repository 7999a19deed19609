import AmalgamCore
import AmalgamHost

extension Verb {
  /// `symbols`: which of several SQLites a program's names come from.
  static let symbols = Verb(
    "symbols",
    operands: "FILE…",
    summary: """
      Says which names the files of one program define twice, which definition wins, and how to keep
      one.

      FILE is an object, an archive, a library, a program, a '.tbd' stub, or a folder or zip file
      with some in it. Nothing is linked: the answer comes from the tables alone.
      """,
    example: "amalgam symbols --link-order main.o libsqlite3-full.a libother.a",
    options: [.linkOrder, .wholeArchive, .names, .forbidExports]
  ) { invocation in
    let operands = try invocation.operands(1...Int.max)
    let tables = try Tables()
    let request = SymbolsRequest(
      pattern: NamePattern(invocation.arguments.value(.names)),
      isLinkOrder: invocation.arguments.has(.linkOrder),
      takesAll: invocation.arguments.has(.wholeArchive),
      forbidden: invocation.arguments.all(.forbidExports),
      catalogue: tables.catalogue
    )
    let loaded = try ProgramLoader(
      files: invocation.files,
      commands: invocation.commands,
      progress: invocation.progress
    ).load(try invocation.named(operands))
    var observer = SymbolObserver(request)
    var known: Set<ProgramFile.Identity> = []
    // A file under two names is one file.
    for file in loaded.files where known.insert(file.identity).inserted {
      observer.add(SymbolFile(name: file.name, bytes: file.bytes, members: file.members))
    }
    let evidence = observer.evidence()
    return withExtendedLifetime(loaded) {
      SymbolsReport(evidence, request).report(adding: loaded.failures)
    }
  }
}

extension Option {
  fileprivate static let linkOrder = Option(
    "--link-order",
    "the files stand as on the link line, so the winner can be named"
  )
  fileprivate static let wholeArchive = Option(
    "--whole-archive",
    "the linker takes every member: --whole-archive, -all_load, -force_load"
  )
  fileprivate static let names = Option(
    "--names",
    takes: "PATTERN",
    "look at these names, such as 'png_*', in place of SQLite's"
  )
  fileprivate static let forbidExports = Option(
    "--forbid-exports",
    takes: "PATTERN",
    isRepeatable: true,
    "an error for each library or program that exports such a name"
  )
}

extension Invocation {
  /// Returns where each operand is, and the name that messages give it.
  fileprivate func named(_ operands: [String]) throws -> [(path: String, name: String)] {
    let project = try project()
    return operands.map { (path: project.absolute($0), name: project.display($0)) }
  }
}
