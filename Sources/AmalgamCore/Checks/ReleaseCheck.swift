extension Check {
  /// Whether the library, and the header beside it, are of the release that the profile asks for.
  package static let release = Check("release") { evidence, expectation in
    guard !evidence.libraries.isEmpty else { return nil }
    let known = evidence.libraries.filter { !$0.version.isEmpty }
    let findings = known.flatMap { ofLibrary($0, expectation) }
    let ofHeader = known.first.flatMap { library in
      evidence.header.flatMap { finding(of: $0, beside: library, expectation) }
    }
    let skipped = evidence.libraries.filter(\.version.isEmpty).map {
      Skip(subject: $0.file, reason: "the driver did not run with it")
    }
    return Result(findings + (ofHeader.map { [$0] } ?? []), skipped: skipped)
  }

  private static func ofLibrary(
    _ library: LibraryEvidence,
    _ expectation: Expectation
  ) -> [Finding] {
    let release = expectation.release
    guard library.version == release.description else {
      return [
        finding(library.file, .otherVersion(library.file, library.version, release), expectation)
      ]
    }
    guard !library.sourceID.hasSuffix(expectation.checkIn) else { return [] }
    let ending = SourceIDEnding(library.sourceID, checkIn: expectation.checkIn)
    return [
      finding(
        library.file,
        .otherSource(library.file, library.sourceID, release),
        expectation,
        notes: ["the release's check-in is '\(expectation.checkIn)'"] + ending.notes
      )
    ]
  }

  private static func finding(
    of header: HeaderEvidence,
    beside library: LibraryEvidence,
    _ expectation: Expectation
  ) -> Finding? {
    let version = header.version ?? "unknown"
    if version != library.version {
      return finding(
        header.file,
        .otherHeader(header.file, version, library.version),
        expectation,
        fix: "put the header of SQLite \(library.version) beside the library"
      )
    }
    guard let sourceID = header.sourceID, sourceID != library.sourceID else { return nil }
    return finding(
      header.file,
      .otherHeaderSource(header.file, sourceID, library.sourceID),
      expectation,
      fix: "put the header that the library was built with beside it"
    )
  }

  private static func finding(
    _ subject: String,
    _ message: Finding.Message,
    _ expectation: Expectation,
    notes: [String] = [],
    fix: String? = nil
  ) -> Finding {
    let asked = expectation.profile.release.map {
      ["the profile asks for \($0.value) at \($0.location.fileAndLine)"]
    }
    return Finding(
      .error,
      check: "release",
      variant: expectation.variant,
      subject: subject,
      message,
      notes: notes + (asked ?? []),
      fix: fix
    )
  }
}

/// What the end of a source id that is not the release's tells of the source.
private struct SourceIDEnding {
  let notes: [String]

  init(_ sourceID: String, checkIn: String) {
    let ending = String(sourceID.suffix(4))
    let isNear = sourceID.dropLast(4).hasSuffix(checkIn.dropLast(4))
    notes =
      switch ending {
      case "alt1", "alt2": ["its end '\(ending)' says that the source was modified"]
      case "aapl": ["its end 'aapl' says that Apple modified the source"]
      default: isNear ? ["only its end differs, as where a source was modified"] : []
      }
  }
}

extension Finding.Message {
  fileprivate static func otherVersion(_ file: String, _ found: String, _ asked: Version) -> Self {
    "'\(file)' is SQLite '\(found)', not \(asked)"
  }

  fileprivate static func otherSource(_ file: String, _ found: String, _ release: Version) -> Self {
    "'\(file)' calls itself \(release), but its source id '\(found)' is not the release's"
  }

  fileprivate static func otherHeader(_ file: String, _ found: String, _ library: String) -> Self {
    "'\(file)' is the header of SQLite '\(found)', but the library is '\(library)'"
  }

  fileprivate static func otherHeaderSource(
    _ file: String,
    _ found: String,
    _ library: String
  ) -> Self {
    "'\(file)' is the header of source id '\(found)', but the library's is '\(library)'"
  }
}
