extension GatedVariant {
  /// Adds what neither files nor runs tell: a check that was not run, with a reason for each.
  package mutating func add(unjudged unknown: [ProgramReview.Unknown]) {
    guard !unknown.isEmpty else { return }
    let groups = Dictionary(grouping: unknown) {
      Reason(text: $0.reason, isToldByRun: $0.isToldByRun)
    }
    let skips = groups.map { reason, unknown in
      let subjects = Set(unknown.map(\.subject)).sorted()
      return Check.Skip(
        subject: subjects[0],
        reason: "\(subjects.examples): \(reason.text)"
          + (reason.isToldByRun ? "; '--evidence' tells" : "")
      )
    }
    add("program-evidence", Check.Result([], skipped: skips.sorted { $0.subject < $1.subject }))
  }

  private struct Reason: Hashable {
    let text: String
    let isToldByRun: Bool
  }

  /// Says which limits of size are not for a finished program, which holds more than the variant.
  ///
  /// A note and no check that was not run: nothing that could be given would have them judged here.
  package mutating func add(limits profile: ResolvedProfile) {
    findings += profile.limits.map {
      Finding(
        .note,
        check: "limit",
        variant: name,
        subject: $0.subject.rawValue,
        .notOfProgram($0.subject, profile.name),
        at: $0.location
      )
    }
  }
}

extension Finding.Message {
  fileprivate static func notOfProgram(_ limit: SizeLimit.Subject, _ profile: String) -> Self {
    "'limit \(limit.rawValue)' is for what is built, and a program holds more than that: "
      + "'amalgam gate \(profile)' without '--program' judges it"
  }
}
