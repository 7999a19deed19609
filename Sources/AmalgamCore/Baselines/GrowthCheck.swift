/// Whether the products have grown by no more than `limit growth` allows since they were approved,
/// by the same compiler for the same target.
package struct GrowthCheck {
  package static let checkID = "growth"

  private let limit: Located<GrowthLimit>
  private let variant: String

  package init(_ limit: Located<GrowthLimit>, variant: String) {
    self.limit = limit
    self.variant = variant
  }

  /// Returns what is too much; a reason where nothing was approved to compare with.
  package func judge(_ old: BaselineBlock, _ new: BaselineBlock) -> Check.Result {
    var result = Check.Result()
    for (compiler, sizes) in new.sizes {
      guard let approved = old.sizes[compiler] else {
        let known = old.sizes.keys.sorted().joined(separator: ", ")
        result.skipped.append(
          .init(subject: compiler, reason: "no size was approved of \(compiler), only of \(known)")
        )
        continue
      }
      for (subject, bytes) in sizes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        guard let before = approved[subject], limit.value.isExceeded(from: before, to: bytes) else {
          continue
        }
        result.findings.append(
          Finding(
            .error,
            check: Self.checkID,
            variant: variant,
            subject: subject.rawValue,
            .grown(subject, before, bytes, limit.value),
            at: limit.location,
            fix: "find out why, or approve it with 'amalgam gate --record'"
          )
        )
      }
    }
    return result
  }
}

extension Finding.Message {
  fileprivate static func grown(
    _ subject: SizeLimit.Subject,
    _ before: Int,
    _ now: Int,
    _ limit: GrowthLimit
  ) -> Self {
    "the \(subject.inWords) has \(now) bytes, \(now - before) more than the approved \(before); "
      + "\(limit) are allowed"
  }
}
