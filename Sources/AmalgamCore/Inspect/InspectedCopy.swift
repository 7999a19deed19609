import ObjectFiles

/// One copy of SQLite in a file, or the part of one that a file takes from a library.
package struct InspectedCopy: Sendable {
  package let file: String
  package var member: String?
  package let architecture: Architecture?
  package let format: ObjectFile.Format
  package var version: String?
  /// As `sqlite3_sourceid()` returns it.
  package var sourceID: String?
  package var origin: CopyOrigin
  /// The day of the release whose check-in it is.
  package var day: String?
  package var linkage: Linkage
  package var options: [String] = []
  /// Whether an option that is not in ``options`` is none of those it reports.
  package var optionsComplete = false
  /// Why its version or source id is open: those that could be meant.
  package var possible: [String] = []
  package let survey: APISurvey?
  package var marks: [String] = []

  package enum Linkage: String, Sendable {
    /// The code is in the file.
    case embedded
    /// Only names are, which another file brings.
    case imported
  }

  /// What `amalgam` says of it beside the fields that have a key of their own.
  package enum Mark {
    package static let stripped = "stripped"
    package static let hidden = "hidden"
    package static let fingerprints = "options-by-fingerprint"
    package static let looseOptions = "options-from-loose-texts"
    package static func prefix(_ prefix: String) -> String { "prefix:\(prefix)" }
  }
}

extension InspectedCopy {
  /// A copy whose code is in the file.
  package init(
    _ copy: EmbeddedCopy,
    in file: String,
    survey: APISurvey?,
    checkIns: CheckIns
  ) {
    self.file = file
    self.survey = survey
    member = copy.member
    architecture = copy.architecture
    format = copy.format
    linkage = .embedded
    options = copy.options
    optionsComplete = copy.optionOrigin == .table
    let identity = Identity(of: copy, checkIns)
    version = identity.version
    sourceID = identity.sourceID?.description
    origin = checkIns.origin(of: identity.sourceID, version: version)
    day = identity.sourceID.flatMap { checkIns.release(of: $0)?.day }
    possible = identity.possible
    if copy.optionOrigin == .looseTexts { marks.append(Mark.looseOptions) }
    addMarks(from: survey)
  }

  /// What a file takes from a library, having no copy itself.
  package init(importedBy survey: APISurvey, in file: String) {
    self.file = file
    self.survey = survey
    architecture = survey.architecture
    format = survey.format
    origin = .unknown
    linkage = .imported
  }

  /// Returns a copy for each prefix, where texts that are the same tell one copy of several.
  package var forEachPrefix: [InspectedCopy] {
    let prefixes = marks.filter { $0.hasPrefix(Mark.prefix("")) }
    guard prefixes.count > 1 else { return [self] }
    return prefixes.map { prefix in
      var copy = self
      copy.marks.removeAll { prefixes.contains($0) && $0 != prefix }
      return copy
    }
  }

  private mutating func addMarks(from survey: APISurvey?) {
    guard let survey else { return }
    marks += survey.copyPrefixes.map(Mark.prefix)
    guard survey.isImage else { return }
    if !survey.hasSymbolTable || survey.defined.isEmpty && survey.prefixes.isEmpty {
      marks.append(Mark.stripped)
    } else if survey.exported.isEmpty, !survey.defined.isEmpty {
      marks.append(Mark.hidden)
    }
  }
}

/// Which release a copy is, of the several that its file may speak of.
private struct Identity {
  var version: String?
  var sourceID: SourceID?
  var possible: [String] = []

  /// The table tells which of several ids belongs to a version, and the other way round.
  init(of copy: EmbeddedCopy, _ checkIns: CheckIns) {
    version = copy.version
    sourceID = copy.sourceID
    if sourceID == nil, let version {
      let fitting = copy.possibleSourceIDs.filter { checkIns.release(of: $0)?.version == version }
      if fitting.count == 1 { sourceID = fitting[0] }
    }
    if version == nil, let release = sourceID.flatMap(checkIns.release) {
      if copy.possibleVersions.contains(release.version) { version = release.version }
    }
    if version == nil {
      possible = copy.possibleVersions.filter { $0.hasPrefix("3.") }
      if let sourceID, checkIns.release(of: sourceID) == nil {
        possible = checkIns.notOlder(than: sourceID, of: possible)
        if possible.count == 1 { version = possible.removeFirst() }
      }
    }
    if sourceID == nil { possible += copy.possibleSourceIDs.map(\.description) }
  }
}
