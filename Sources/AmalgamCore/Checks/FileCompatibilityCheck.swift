extension Check {
  /// Whether the files that `full` writes were opened; what came of it are capabilities.
  package static let fileCompatibility = Check("file-compatibility") { evidence, expectation in
    guard let library = evidence.primary, let reason = library.filesNotRun else { return nil }
    var result = Result()
    result.findings = [
      Finding(
        .note,
        check: "file-compatibility",
        variant: expectation.variant,
        subject: "files",
        .notOpened(reason)
      )
    ]
    return result
  }
}

extension LibraryEvidence {
  /// Whether `capability` is a kind of file, and none was opened at all.
  func isUnopened(_ capability: Capability) -> Bool { capability.kind == .file && files.isEmpty }

  /// What can be done with a kind of file, where that is not all; `nil` for other capabilities.
  func fileReason(of capability: Capability) -> String? {
    guard capability.kind == .file, let opening = files[capability.name] else { return nil }
    return opening == .readsAll ? nil : opening.inWords
  }

  /// What can be done with the files of `full`, for people: one line for each state.
  package var fileLines: [String] {
    let all = files.sorted { $0.key < $1.key }
    let whole = all.filter { $0.value == .readsAll }
    if all.isEmpty { return [] }
    let head = "  files that full writes: reads all of \(whole.count) of \(all.count) kinds"
    // An error of an extension's own can hold anything.
    let rows = all.filter { $0.value != .readsAll }
      .map { (label: $0.key, text: $0.value.inWords.printable) }
    return [head] + Layout.facts(rows, indent: 4)
  }
}

extension Finding.Message {
  fileprivate static func notOpened(_ reason: String) -> Self {
    "files that 'full' writes were not opened: \(reason)"
  }
}
