import ObjectFiles

/// What `inspect` says of all files together: they are taken for parts of one program.
package struct Inspection {
  let files: [InspectedFile]
  let failures: [Failure]
  let requirements: [Requirement]
  let catalogue: OptionCatalogue

  package init(
    _ files: [InspectedFile],
    failures: [Failure] = [],
    requirements: [Requirement] = [],
    catalogue: OptionCatalogue
  ) {
    self.files = files
    self.failures = failures
    self.requirements = requirements
    self.catalogue = catalogue
  }

  /// All copies, and what files take from others.
  package var copies: [InspectedCopy] { files.flatMap(\.copies) }
  var embedded: [InspectedCopy] { copies.filter { $0.linkage == .embedded } }

  /// The report; design.md section 8 has the fields of its JSON.
  package var report: Report {
    let splits = files.flatMap { file in
      file.surveys.compactMap {
        SplitImage($0, copies: file.copies, catalogue: catalogue)?
          .finding(in: file.name, catalogue: catalogue)
      }
    }
    let answers = requirements.map { RequirementAnswer($0, self) }
    return Report(
      command: "inspect",
      findings: splits + files.flatMap(\.installNameFindings) + answers.flatMap(\.findings),
      failures: failures + files.flatMap(\.failures) + answers.flatMap(\.failures),
      checks: files.count + requirements.count * max(files.count, 1),
      details: [JSON.Member(key: "copies", value: .array(copies.map { $0.json(digest(of: $0)) }))],
      body: body
    )
  }

  /// Each file; of many, those in which nothing of SQLite is are counted.
  private var body: String {
    let empty = files.filter { $0.copies.isEmpty && $0.failures.isEmpty }
    guard files.count > 8, !empty.isEmpty else { return files.map(\.text).joined(separator: "\n") }
    let told = files.filter { !$0.copies.isEmpty || !$0.failures.isEmpty }.map(\.text)
    let others = empty.count.counted(told.isEmpty ? "file" : "other file")
    return (told + ["no SQLite is in \(others)"]).joined(separator: "\n")
  }

  private func digest(of copy: InspectedCopy) -> String? {
    files.first { $0.name == copy.file }?.digest
  }
}

extension InspectedFile {
  /// Names of a library for Apple systems by which no program, or another library, is found.
  fileprivate var installNameFindings: [Finding] {
    surveys.compactMap { survey in
      guard survey.format == .machO, !survey.exported.isEmpty, let name = survey.libraryName,
        copies.contains(where: { $0.linkage == .embedded })
      else { return nil }
      return InstallName(faultOf: name)?.finding(name, in: self.name)
    }
  }
}
