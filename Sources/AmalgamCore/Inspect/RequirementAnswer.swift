import ObjectFiles

/// What becomes of one requirement, in the order in which a person would ask: is a SQLite in here at
/// all, and if not, who answers and who asked for it; is the copy the one that is bound; does it have
/// what is required.
struct RequirementAnswer {
  private(set) var findings: [Finding] = []
  private(set) var failures: [Failure] = []

  init(_ requirement: Requirement, _ inspection: Inspection) {
    if case .capability(let capability) = requirement, capability.kind.isOfFile {
      let answer = FileRequirement(capability, of: inspection.files.compactMap(\.facts))
      (findings, failures) = (answer.findings, answer.failures)
      return
    }
    guard !inspection.embedded.isEmpty else {
      // Of what could not be looked into nothing is said.
      for file in inspection.files where file.failures.isEmpty {
        findings.append(.init(noSQLiteIn: file, requirement, inspection))
      }
      return
    }
    for copy in inspection.copies {
      switch copy.linkage {
      case .imported where inspection.provides(for: copy): break
      case .imported: findings.append(.init(boundElsewhere: copy, requirement, inspection))
      case .embedded:
        switch requirement.verdict(on: copy, inspection.catalogue) {
        case .met: break
        case .unmet(let reason, let fix):
          findings.append(.init(unmet: requirement, by: copy, reason, fix: fix))
        case .unknown(let reason):
          failures.append(
            Failure(copy.place, "cannot be told to have '\(requirement)': \(reason)")
          )
        }
      }
    }
  }
}

extension Inspection {
  /// Whether a library that was given too has what `copy` takes from elsewhere.
  fileprivate func provides(for copy: InspectedCopy) -> Bool {
    let wanted = copy.survey.map { Array($0.taken.values) } ?? []
    let given = files.filter { $0.copies.contains { $0.linkage == .embedded } }
    return !wanted.isEmpty
      && wanted.allSatisfy { provider in given.contains { $0.isProvider(provider) } }
  }
}

extension InspectedFile {
  /// Whether a loader that looks for `provider` could mean this file.
  fileprivate func isProvider(_ provider: String) -> Bool {
    guard !provider.isEmpty else { return false }
    return surveys.contains { $0.libraryName == provider }
      || Path.name(of: name) == Path.name(of: provider)
  }
}

extension InspectedCopy {
  /// The file and, in an archive, the member.
  var place: String { member.map { "\(file)(\($0))" } ?? file }
}

extension Finding {
  fileprivate init(
    noSQLiteIn file: InspectedFile,
    _ requirement: Requirement,
    _ inspection: Inspection
  ) {
    let taken = file.surveys.reduce(0) { $0 + $1.taken.count }
    let providers = Set(file.surveys.flatMap(\.providers)).sorted().map { "'\($0)'" }
    var notes: [String] = []
    if taken > 0 {
      let names = "\(taken.counted("name")) of SQLite's API"
      notes.append(
        providers.isEmpty
          ? "it takes \(names) from elsewhere"
          : "\(providers.joined(separator: ", ")) answers: it takes \(names) from there"
      )
    }
    let requests = inspection.files.flatMap { asked in
      asked.surveys.flatMap(\.requests).map { (asked.name, $0) }
    }
    if let (name, request) = requests.first {
      let place = request.member.map { "\(name)(\($0))" } ?? name
      let more = requests.count > 1 ? ", and \(requests.count - 1) more do so" : ""
      notes.append("'\(place)' asks the linker for it by '\(request.argument)'\(more)")
      notes.append(
        LibraryRequest.isForWindows(request.argument)
          ? "'#pragma comment(lib, …)' in a source does that"
          : "Swift's 'import SQLite3' does that, in the name of the system's library"
      )
    }
    self.init(
      .error,
      check: "require",
      subject: requirement.description,
      .noSQLite(requirement),
      in: file.name,
      notes: notes,
      fix: requests.isEmpty
        ? "link a SQLite that has it into '\(file.name)'"
        : "link a SQLite that has it before all that asks for another"
    )
  }

  fileprivate init(
    boundElsewhere copy: InspectedCopy,
    _ requirement: Requirement,
    _ inspection: Inspection
  ) {
    let own = inspection.embedded.map { "'\($0.place)'" }
    let providers = copy.survey?.providers.map { "'\($0)'" } ?? []
    self.init(
      .error,
      check: "require",
      subject: requirement.description,
      .boundElsewhere(requirement, providers),
      in: copy.file,
      notes: [
        "a copy is in \(Set(own).sorted().joined(separator: ", ")), and this file does not use it"
      ],
      fix: "link '\(copy.file)' with that copy, before or in place of what it uses now"
    )
  }

  fileprivate init(
    unmet requirement: Requirement,
    by copy: InspectedCopy,
    _ reason: String,
    fix: String
  ) {
    self.init(
      .error,
      check: "require",
      subject: requirement.description,
      .unmet(requirement, copy.version ?? "", reason),
      in: copy.place,
      fix: fix
    )
  }
}

extension Finding.Message {
  fileprivate static func noSQLite(_ requirement: Requirement) -> Self {
    "'\(requirement.description)' is required, but no SQLite is in it"
  }

  fileprivate static func boundElsewhere(
    _ requirement: Requirement,
    _ providers: [String]
  ) -> Self {
    let answers = providers.isEmpty ? "another library" : providers.joined(separator: ", ")
    return "'\(requirement.description)' is required, but \(answers) answers"
  }

  fileprivate static func unmet(
    _ requirement: Requirement,
    _ version: String,
    _ reason: String
  ) -> Self {
    "'\(requirement.description)' is required, but its SQLite \(version) lacks it: \(reason)"
  }
}
