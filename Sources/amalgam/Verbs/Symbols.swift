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
      with some in it. Nothing is linked: the answer comes from the tables alone. With '--link-order'
      what follows '--' is read as a link line: '-l' and '-L', groups, '--as-needed', whole archives,
      response files, linker scripts.
      """,
    example: "amalgam symbols --link-order main.o libsqlite3-full.a libother.a",
    options: [.linkOrder, .wholeArchive, .names, .forbidExports],
    lists: ["conflicts", "groups", "undefined", "ignored", "absent", "unread"]
  ) { invocation in
    let operands = try invocation.operands(1...Int.max)
    try invocation.refuseEmptyPatterns()
    let line = invocation.linkLine(operands)
    guard !line.inputs.isEmpty else {
      throw Failure("the link line", "has no file that is there, so nothing was judged")
    }
    let tables = try Tables()
    let request = SymbolsRequest(
      pattern: NamePattern(invocation.arguments.value(.names)),
      isLinkOrder: invocation.arguments.has(.linkOrder),
      takesAll: invocation.arguments.has(.wholeArchive),
      forbidden: invocation.arguments.all(.forbidExports),
      line: line.settings,
      catalogue: tables.catalogue
    )
    var observer = SymbolObserver(request)
    let loaded = try invocation.load(line, into: &observer)
    let evidence = observer.evidence()
    return withExtendedLifetime(loaded) {
      SymbolsReport(evidence, request).report(adding: loaded.flatMap(\.failures))
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
  /// A pattern that no name can match would let everything pass.
  fileprivate func refuseEmptyPatterns() throws(UsageError) {
    for option in [Option.names, .forbidExports] where arguments.all(option).contains("") {
      throw UsageError("'\(option.name)' is given without a PATTERN", usage: verb.usage)
    }
  }

  /// The operands as they are, or as the link line that they are.
  fileprivate func linkLine(_ operands: [String]) -> LinkLine {
    guard arguments.has(.linkOrder) else { return LinkLine(files: operands) }
    return LinkLine(operands, .of(files, in: currentDirectory()))
  }

  /// Opens what stands on the line; a file that stands there twice, or under two names, is one file.
  fileprivate func load(
    _ line: LinkLine,
    into observer: inout SymbolObserver
  ) throws -> [ProgramFiles] {
    let project = try project()
    let loader = ProgramLoader(files: files, commands: commands, progress: progress)
    var known: [ProgramFile.Identity: Int] = [:]
    return try line.inputs.map { input in
      let loaded = try loader.load([(project.absolute(input.path), project.display(input.path))])
      for file in loaded.files {
        let number =
          known[file.identity]
          ?? observer.add(
            SymbolFile(
              name: file.name,
              bytes: file.bytes,
              members: file.members,
              takesAll: input.takesAll
            )
          )
        known[file.identity] = number
        observer.place(number, isAsNeeded: input.isAsNeeded, group: input.group)
      }
      return loaded
    }
  }
}
