/// What becomes of a requirement that is a fact of a file, such as `alignment:16k`: each file that can
/// have it must, and one at least.
struct FileRequirement {
  private(set) var findings: [Finding] = []
  private(set) var failures: [Failure] = []

  init(_ capability: Capability, of files: [FileFacts]) {
    let states = files.map { ($0, $0.state(of: capability)) }
    for (facts, state) in states where state == .absent {
      findings.append(
        Finding(
          .error,
          check: "require",
          subject: capability.description,
          .without(capability),
          in: facts.file,
          notes: facts.finding(for: capability).map { [$0] } ?? []
        )
      )
    }
    if let (facts, state) = states.first, let reason = state.reason,
      states.allSatisfy({ $0.1.reason != nil })
    {
      failures.append(Failure(facts.file, "cannot be told to have '\(capability)': \(reason)"))
    }
  }
}

extension Finding.Message {
  fileprivate static func without(_ capability: Capability) -> Self {
    "'\(capability)' is required, and the file is without it"
  }
}
