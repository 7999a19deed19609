import ObjectFiles

/// What was read of one file: its copies, what it takes from others, and what it does not tell.
package struct InspectedFile: Sendable {
  /// As messages name it.
  package let name: String
  package var copies: [InspectedCopy] = []
  package var surveys: [APISurvey] = []
  /// What could not be looked into; nothing is said of a copy in there.
  package var unread: [UnreadObject] = []
  /// The format and processor of each object or group of members, each once.
  package var contents: [String] = []
  /// The SHA-256 of the file; `nil` where nobody asked for it.
  package var digest: String?
  /// What it tells of itself as a file; `nil` where nobody asked for it.
  package var facts: FileFacts?

  package init(name: String) { self.name = name }
}

extension InspectedFile {
  /// Reads a file; the catalogue and the check-ins say what its names and ids mean.
  package init(
    name: String,
    bytes: UnsafeRawBufferPointer,
    members: ThinMembers = .none,
    catalogue: OptionCatalogue,
    names: KnownAPI,
    checkIns: CheckIns
  ) throws(ReadError) {
    self.init(name: name)
    let (found, unread) = try EmbeddedCopy.all(in: bytes, members: members)
    self.unread = unread
    surveys = try APISurvey.all(
      in: bytes,
      members: members,
      names: names,
      lookingForPrefixes: !found.isEmpty
    )
    contents = surveys.map(\.contents)
    for copy in found {
      let survey = surveys.first {
        $0.architecture == copy.architecture && $0.format == copy.format
      }
      var inspected = InspectedCopy(copy, in: name, survey: survey, checkIns: checkIns)
      try inspected.readData(of: bytes, members, copy, catalogue)
      let isAlone = found.count { $0.architecture == copy.architecture } == 1
      copies += isAlone ? inspected.forEachPrefix : [inspected]
    }
    for survey in surveys where !survey.taken.isEmpty && survey.isImage {
      guard !copies.contains(where: { $0.architecture == survey.architecture }) else { continue }
      copies.append(InspectedCopy(importedBy: survey, in: name))
    }
  }

  /// The failures that keep an answer from being one: something was not looked into.
  package var failures: [Failure] {
    guard let first = unread.first else {
      let isEmpty = contents.isEmpty && copies.isEmpty
      return isEmpty ? [Failure(name, "holds no object, so nothing was judged")] : []
    }
    let others = unread.dropFirst()
    return [
      Failure(
        first.place(in: name),
        "cannot be told to hold a SQLite or none: it is \(first.reason.rawValue)",
        notes: others.isEmpty
          ? [] : ["nor can \(others.count.counted("other")): \(others.map(\.text).examples)"],
        fix: first.member == "debian-binary"
          ? "unpack it by 'dpkg-deb -x \(name) FOLDER' and give it the folder" : first.reason.fix
      )
    ]
  }
}

extension InspectedCopy {
  /// Adds what only a look into the data tells.
  fileprivate mutating func readData(
    of bytes: UnsafeRawBufferPointer,
    _ members: ThinMembers,
    _ copy: EmbeddedCopy,
    _ catalogue: OptionCatalogue
  ) throws(ReadError) {
    marks += try Encryption.marks(
      in: bytes,
      members: members,
      architecture: architecture,
      options: options,
      hasKey: survey?.defined.contains("sqlite3_key") ?? false
    )
    guard copy.optionOrigin == .none, let version = version.flatMap({ Version($0) }) else { return }
    options = try Fingerprints(catalogue, release: version)
      .options(in: bytes, members: members, architecture: architecture)
    marks.append(Mark.fingerprints)
  }
}

extension UnreadObject {
  /// What is said of it among others: the member, or what a whole object is.
  fileprivate var text: String { member ?? reason.rawValue }

  fileprivate func place(in file: String) -> String { member.map { "\(file)(\($0))" } ?? file }
}

extension APISurvey {
  /// `elf, x86_64`.
  fileprivate var contents: String {
    [format.rawValue, architecture?.description].compactMap { $0 }.joined(separator: ", ")
  }
}

extension ObjectFile.Unreadable {
  /// What makes it readable, where something does.
  fileprivate var fix: String? {
    switch self {
    case .bitcode, .slimLTO:
      "give it the program that is linked from it, or compile without '-flto'"
    case .thinMember: "put the file that the archive names back in its place"
    case .encrypted: "give it the program as it was before the store encrypted it"
    case .packed: "give it the program as it was before it was packed"
    case .unknownFormat, .unsupportedFormat: nil
    }
  }
}
