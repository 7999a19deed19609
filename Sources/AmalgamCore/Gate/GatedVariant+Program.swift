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

  /// Says that limits of size were not judged: they are of what is built.
  ///
  /// One of growth is of a baseline, with which no program is compared.
  package mutating func add(limits profile: ResolvedProfile) {
    let hint =
      "is for what is built, and a program holds more than that; '"
      + "amalgam gate \(profile.name)' without '--program' judges it"
    let skips = profile.limits.map {
      Check.Skip(subject: $0.subject.rawValue, reason: "'limit \($0.subject.rawValue)' \(hint)")
    }
    if !skips.isEmpty { add("limit", Check.Result([], skipped: skips)) }
  }
}
