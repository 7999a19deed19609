extension Check {
  /// Whether the products are within the profile's limits.
  package static let limit = Check("limit") { evidence, expectation in
    // What a sanitizer adds is not shipped.
    guard !expectation.profile.limits.isEmpty, !evidence.libraries.isEmpty,
      expectation.sanitizer == nil
    else { return nil }
    var result = Result()
    for limit in expectation.profile.limits {
      switch evidence.size(of: limit.subject) {
      case .success(let bytes):
        if bytes > limit.bytes { result.findings.append(finding(limit, bytes, expectation)) }
      case .failure(let unknown):
        result.skipped.append(Skip(subject: limit.subject.rawValue, reason: unknown.reason))
      }
    }
    return result
  }

  private static func finding(
    _ limit: SizeLimit,
    _ bytes: Int,
    _ expectation: Expectation
  ) -> Finding {
    Finding(
      .error,
      check: "limit",
      variant: expectation.variant,
      subject: limit.subject.rawValue,
      .tooLarge(limit, bytes),
      at: limit.location
    )
  }
}

/// Why a size is not known.
private struct UnknownSize: Error {
  let reason: String
}

extension Evidence {
  /// The size of each product that is known.
  package var sizes: [SizeLimit.Subject: Int] {
    var sizes: [SizeLimit.Subject: Int] = [:]
    for subject in SizeLimit.Subject.allCases {
      if case .success(let bytes) = size(of: subject) { sizes[subject] = bytes }
    }
    return sizes
  }

  fileprivate func size(of subject: SizeLimit.Subject) -> Result<Int, UnknownSize> {
    let archive = libraries.first { $0.linkage == .archive }
    let shared = libraries.first { $0.linkage == .shared }
    switch subject {
    case .library:
      guard let library = shared ?? archive else { return .failure(.init(reason: "none is here")) }
      return .success(library.bytes)
    case .archive:
      guard let archive else { return .failure(.init(reason: "there is no archive")) }
      return .success(archive.bytes)
    case .text:
      guard let bytes = (archive ?? shared)?.textBytes else {
        return .failure(.init(reason: "the file does not tell the size of its code"))
      }
      return .success(bytes)
    }
  }
}

extension Finding.Message {
  fileprivate static func tooLarge(_ limit: SizeLimit, _ bytes: Int) -> Self {
    let over = bytes - limit.bytes
    return "the \(limit.subject.inWords) has \(bytes) bytes, \(over) more than the limit of "
      + "\(limit.bytes)"
  }
}

extension SizeLimit.Subject {
  var inWords: String {
    switch self {
    case .library: "library"
    case .text: "code of the library"
    case .archive: "archive"
    }
  }
}
