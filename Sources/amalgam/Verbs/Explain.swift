import AmalgamCore
import AmalgamHost

extension Verb {
  /// `explain`: what an option, a capability or an error text is about.
  static let explain = Verb(
    "explain",
    operands: "OPTION|CAPABILITY|\"ERROR TEXT\"",
    summary: """
      Says what an option does, what brings a capability, or what to look at after an error.

      OPTION may be misspelt. CAPABILITY is KIND:NAME, such as module:fts5, or a name alone. ERROR
      TEXT is what SQLite, the linker or the loader said.
      """,
    example: "amalgam explain \"no such module: fts5\"",
    options: []
  ) { invocation in
    let asked = try invocation.operands(1...1)[0]
    guard asked.contains(where: { !$0.isWhitespace }) else {
      throw UsageError(
        "'explain' is given nothing: name an option, a capability or an error text",
        usage: invocation.verb.usage
      )
    }
    let workspace = try Workspace(invocation)
    let explainer = try workspace.explainer()
    guard let explanation = explainer.explain(asked) else {
      let meant = explainer.suggestion(for: asked)
      throw Failure(
        asked,
        "is no option, capability or error text that is known"
          + (meant.map { "; did you mean '\($0)'?" } ?? ""),
        fix: "name one such as 'SQLITE_ENABLE_FTS5', 'module:fts5' or 'no such module: fts5'"
      )
    }
    return Report(command: "explain", details: explanation.json, body: explanation.text)
  }
}

extension Workspace {
  fileprivate func explainer() throws -> Explainer {
    Explainer(
      catalogue: tables.catalogue,
      names: tables.names,
      errors: try Tables.errorTexts(),
      release: try request.release ?? lock.defaultRelease().version,
      profiles: try Project.builtinNames.compactMap { name in
        var resolver = ProfileResolver { try project.inherited($0, by: $1) }
        let source = try project.profile("builtin:\(name)")
        let resolved = try resolver.resolve(
          source,
          target: request.target,
          host: HostTriple.current
        )
        return resolved.isAbstract ? nil : resolved.profile
      }
    )
  }
}
