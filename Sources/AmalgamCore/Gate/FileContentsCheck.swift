import ObjectFiles

/// Whether the finished files, looked into without being run, are what the running library says it
/// is: one copy each, of the release, with the same options.
package struct FileContentsCheck {
  package static let checkID = "contents"

  private let inspection: Inspection
  private let verdict: VariantVerdict

  /// `inspection` is of the files of the variant alone.
  package init(_ inspection: Inspection, _ verdict: VariantVerdict) {
    self.inspection = inspection
    self.verdict = verdict
  }

  private var expectation: Expectation { verdict.expectation }

  package var findings: [Finding] {
    inspection.files.flatMap { file -> [Finding] in
      let copies = file.copies.filter { $0.linkage == .embedded }
      guard copies.count == 1, let copy = copies.first else {
        return [finding(file.name, .copies(copies.count))]
      }
      return sourceFinding(copy, file.name) + optionFinding(copy, file.name)
    }
  }

  private func sourceFinding(_ copy: InspectedCopy, _ file: String) -> [Finding] {
    let found = copy.sourceID ?? "unknown"
    return found.hasSuffix(expectation.checkIn)
      ? [] : [finding(file, .otherSource(found, expectation.release))]
  }

  private func optionFinding(_ copy: InspectedCopy, _ file: String) -> [Finding] {
    guard copy.optionsComplete, let reported = verdict.evidence.primary?.reported.elements else {
      return []
    }
    let found = Set(copy.options)
    let (more, less) = (found.subtracting(reported).sorted(), reported.subtracting(found).sorted())
    return more.isEmpty && less.isEmpty ? [] : [finding(file, .otherOptions(more, less))]
  }

  private func finding(_ file: String, _ message: Finding.Message) -> Finding {
    Finding(
      .error,
      check: Self.checkID,
      variant: expectation.variant,
      subject: Path.name(of: file),
      message,
      in: file
    )
  }
}

extension Finding.Message {
  fileprivate static func copies(_ count: Int) -> Self {
    count == 0
      ? "holds no copy of SQLite that can be told" : "holds \(count) copies of SQLite, not one"
  }

  fileprivate static func otherSource(_ found: String, _ release: Version) -> Self {
    "holds the SQLite of source id '\(found)', which is not that of \(release)"
  }

  fileprivate static func otherOptions(_ more: [String], _ less: [String]) -> Self {
    let ofFile = more.isEmpty ? "" : ", the file alone has \(more.examples)"
    let ofLibrary = less.isEmpty ? "" : ", the running library alone has \(less.examples)"
    return "its table of options is not what the running library reports\(ofFile)\(ofLibrary)"
  }
}
