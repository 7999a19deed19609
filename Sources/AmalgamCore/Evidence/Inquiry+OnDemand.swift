extension Inquiry {
  /// What a connection can ask for: each extension, then each set, with what it brings that the
  /// catalogue knows.
  private var asks: [(evidence: OnDemandEvidence, capabilities: [Capability])] {
    let profile = expectation.profile
    let known = Dictionary(grouping: expectation.promise.onDemand.keys) {
      expectation.promise.onDemand[$0] ?? ""
    }
    let extensions = profile.onDemandExtensions.map { reference in
      (OnDemandEvidence(reference.shortName), (known[reference.shortName] ?? []).sorted())
    }
    let sets = profile.sets.map { set in
      let members = set.members.flatMap { known[$0.value] ?? [] }
      return (OnDemandEvidence(set.name, isSet: true), members.sorted())
    }
    return extensions + sets
  }

  /// A name that no extension and no set has: a profile's are in lower case.
  private static let unknownName = "NO-SUCH-SET"

  /// Everything on a connection that asked, then on one that did not, both new.
  var onDemand: [Request] {
    let asks = asks
    if asks.isEmpty { return [] }
    let own = asks.flatMap { ask -> [Request] in
      let uses = ask.capabilities.compactMap(\.use)
      return [
        .open(connection: "asker", .memory, path: "-"),
        .register(connection: "asker", name: ask.evidence.name),
        .sql(case: "list", connection: "asker", Self.list),
        .sql(case: "use", connection: "asker", uses.joined(separator: ";\n")),
        .sql(case: "manifest", connection: "asker", "SELECT amalgam_manifest()"),
        .open(connection: "other", .memory, path: "-"),
        .sql(case: "list", connection: "other", Self.list),
      ] + uses.map { .sql(case: "use", connection: "other", $0) } + [
        .close(connection: "asker"), .close(connection: "other"),
      ]
    }
    return own + [
      .open(connection: "asker", .memory, path: "-"),
      .register(connection: "asker", name: Self.unknownName),
    ]
  }

  /// What a connection has that can be listed, in statements of one table each.
  private static let list = """
    SELECT 'function', name || '/' || narg FROM pragma_function_list;
    SELECT 'module', name FROM pragma_module_list WHERE substr(name, 1, 7) <> 'pragma_';
    SELECT 'collation', name FROM pragma_collation_list
    """

  func readOnDemand(_ transcript: Transcript, into library: inout LibraryEvidence) {
    let answers = transcript.answers
    library.registration.onDemandNotRun = nil
    var index = 0
    for ask in asks {
      let used = ask.capabilities.filter { $0.use != nil }
      let end = index + 9 + used.count
      guard end <= answers.count else {
        library.registration.onDemandNotRun = "the driver did not come to it"
        return
      }
      let own = answers[index..<end]
      if let reason = own.lazy.compactMap(\.refusal).first {
        library.registration.onDemandNotRun = reason
        return
      }
      library.registration.onDemand.append(seen(ask.evidence, used, Array(own)))
      index = end
    }
    let last = answers.dropFirst(index + 1).first
    library.registration.unknownName = last.map { $0.error ?? "" }
  }

  private func seen(
    _ evidence: OnDemandEvidence,
    _ used: [Capability],
    _ answers: [Answer]
  ) -> OnDemandEvidence {
    var seen = evidence
    seen.error = answers[0].error ?? answers[1].error
    seen.useError = answers[3].error
    seen.manifest = answers[4].rows.first?.first?.string
    let plain = listed(answers[6])
    seen.leaked = zip(used, answers[7...]).filter { $0.1.error == nil }.map(\.0)
    if seen.error == nil {
      seen.brought = listed(answers[2]).subtracting(plain)
      if seen.useError == nil { seen.brought.formUnion(used) }
    }
    return seen
  }

  private func listed(_ answer: Answer) -> Set<Capability> {
    Set(
      answer.rows.compactMap { row in
        guard row.count == 2, let kind = row[0].string.flatMap(Capability.Kind.init(rawValue:)),
          let name = row[1].string
        else { return nil }
        return Capability(kind, name)
      }
    )
  }
}
