import ObjectFiles

/// Reads the tables of a program's files and works out what becomes of its names.
package struct SymbolObserver {
  private let request: SymbolsRequest
  private var files: [SymbolFile] = []
  private var line: [LinkPlace] = []
  private var program: ProgramSymbols
  private var result = SymbolEvidence()
  /// The groups of the result; those of another processor can be the same.
  private var told: Set<GroupKey> = []

  private struct GroupKey: Hashable {
    let files: [String]
    let verdict: SymbolGroup.Verdict
    let winner: String?
  }

  package init(_ request: SymbolsRequest) {
    self.request = request
    program = ProgramSymbols(pattern: request.pattern)
  }

  /// Adds a file, whose bytes have to stay until ``evidence()`` was called; returns its number.
  @discardableResult
  package mutating func add(_ file: SymbolFile) -> Int {
    files.append(file)
    return files.count - 1
  }

  /// Says what stands next on the link line, by the number of a file; without a call the files stand
  /// as they were added.
  package mutating func place(_ file: Int, isAsNeeded: Bool, group: Int?) {
    line.append(LinkPlace(file: file, isAsNeeded: isAsNeeded, group: group))
  }

  private mutating func readFiles() {
    if line.isEmpty { line = files.indices.map { LinkPlace(file: $0) } }
    if request.pattern.isSQLite, let known = ProgramSymbols.withoutSQLite(files) {
      program = known
      return
    }
    // A file that cannot be read has no number any more.
    var numbers: [Int: Int] = [:]
    for (number, file) in files.enumerated() {
      let count = program.files.count
      read(file)
      if program.files.count > count { numbers[number] = count }
    }
    line = line.compactMap { place in
      numbers[place.file].map {
        LinkPlace(file: $0, isAsNeeded: place.isAsNeeded, group: place.group)
      }
    }
  }

  private mutating func read(_ file: SymbolFile) {
    do {
      let unreadBefore = program.unread.count
      try program.read(file)
      if program.unitsOfLastFile == 0, program.unread.count == unreadBefore {
        result.failures.append(Failure(file.name, "has no object in it, so nothing was judged"))
      }
    } catch {
      result.failures.append(Failure(error.place(in: file.name), "cannot be read: \(error)"))
    }
  }

  /// Reads the files and judges their names.
  package mutating func evidence() -> SymbolEvidence {
    readFiles()
    result.failures += unreadFailures
    result.files = Set(program.units.map(\.file)).count
    result.objects = program.units.count
    result.names = program.isWanted.count { $0 }
    result.ignored = program.linkerNames.sorted()
    var texts = CopyTextsOfFiles(program)
    for slice in slices() { add(slice, &texts) }
    if !request.forbidden.isEmpty, !program.units.contains(where: \.isImage) {
      let name = program.files.first?.name ?? "symbols"
      result.failures.append(
        Failure(name, "is no library or program, whose exports '--forbid-exports' looks at")
      )
    }
    result.surplus = SurplusOfFiles(program).surplus
    return result
  }

  /// The slices; each costs a look at the whole program, and no program is for a hundred processors.
  private mutating func slices() -> [ProgramSlice] {
    let slices = ProgramSlice.all(of: program, limit: Self.mostSlices + 1)
    guard slices.count <= Self.mostSlices else {
      let name = program.files.first?.name ?? "symbols"
      result.failures.append(Failure(name, "and what else was given is for too many processors"))
      return []
    }
    return slices
  }

  private static let mostSlices = 64

  private var unreadFailures: [Failure] {
    var reasons: [String: (file: String, reason: String, members: [String?])] = [:]
    for (file, object) in program.unread {
      let key = "\(file)\u{0}\(object.reason.rawValue)"
      reasons[key, default: (file, object.reason.rawValue, [])].members.append(object.member)
    }
    return reasons.sorted { $0.key < $1.key }.map { _, entry in
      let member = entry.members[0].map { "(\($0))" } ?? ""
      let more = entry.members.count > 1 ? ", and \(entry.members.count - 1) more like it" : ""
      return Failure(
        entry.file + member,
        "is \(entry.reason), of whose names nothing can be told\(more)",
        fix: entry.reason == ObjectFile.Unreadable.bitcode.rawValue
          || entry.reason == ObjectFile.Unreadable.slimLTO.rawValue
          ? "compile it without '-flto'" : nil
      )
    }
  }

  private mutating func add(_ slice: ProgramSlice, _ texts: inout CopyTextsOfFiles) {
    let judge = SliceJudge(program, slice, request, line: line)
    var groups = judge.groups()
    for split in judge.splits(copies: { texts.inspected($0, slice) }) {
      groups.removeAll { $0.pair == split.pair && $0.verdict != .duplicateError }
      if !groups.contains(where: { $0.pair == split.pair }) { groups.append(split) }
    }
    addConflicts(judge)
    addMissing(judge)
    result.early += judge.earlyArchives().filter { !result.early.contains($0) }
    let offersCopy = judge.slice.files.contains { judge.isCopy($0) }
    let isSplit = groups.contains {
      $0.verdict == .split && $0.details.library == judge.absentSQLite
    }
    if offersCopy, !isSplit { result.unseenLibrary = judge.absentSQLite }
    let live = judge.liveCopies(besides: groups) { texts.hasCopy($0) }
    if live.count > 1, result.copies.isEmpty {
      result.copies = live.map { copy in
        SymbolEvidence.Copy(
          place: copy.description,
          summary: copy.file.flatMap { texts.summary(of: $0, slice) }
        )
      }
    }
    result.images.add(
      judge.images(
        forbidding: request.forbidden,
        told: Set(groups.flatMap(\.files)),
        copies: { texts.inspected($0, slice) }
      )
    )
    for group in groups.sorted(by: { $0.pair < $1.pair }) {
      var group = group
      group.notes += texts.differences(group.pair, slice)
      if group.winner == nil, group.details.spare == nil {
        group.details.spare = texts.older(of: group.pair, slice).map { program.files[$0].name }
      }
      let key = GroupKey(files: group.files, verdict: group.verdict, winner: group.winner)
      if told.insert(key).inserted { result.groups.append(group) }
    }
  }

  private mutating func addConflicts(_ judge: SliceJudge) {
    var known = Set(result.conflicts.map(\.symbol))
    for name in judge.conflicts.sortedNames(program) {
      let symbol = program.names.text(Int(name))
      guard known.insert(symbol).inserted else { continue }
      let definitions = (judge.conflicts.definitions[name] ?? []).map { index in
        let definition = program.definitions[Int(index)]
        let unit = program.units[Int(definition.unit)]
        return SymbolEvidence.Definition(
          file: program.files[unit.file].name,
          member: unit.member.map { String(decoding: $0, as: UTF8.self) },
          binding: definition.isCommon ? "common" : "\(definition.binding)",
          visibility: "\(definition.visibility)"
        )
      }
      result.conflicts.append(SymbolEvidence.Conflict(symbol: symbol, definitions: definitions))
    }
  }

  private mutating func addMissing(_ judge: SliceJudge) {
    let missing = judge.missing()
    guard !missing.isEmpty else { return }
    let hasCopy = judge.slice.files.contains { judge.isCopy($0) }
    if let autolink = judge.autolink {
      let provided = missing.filter { judge.isAPI($0.name) }
      if !hasCopy, !provided.isEmpty, result.autolink == nil {
        result.autolink = SymbolEvidence.Autolink(
          option: autolink.option,
          requester: autolink.requester,
          names: provided.map { judge.text($0.name) }
        )
      }
      return
    }
    let cure = SymbolCure(request.catalogue, hasCopy: hasCopy)
    let known = Set(result.undefined.map(\.symbol))
    for entry in missing where !known.contains(judge.text(entry.name)) {
      let symbol = judge.text(entry.name)
      result.undefined.append(
        SymbolEvidence.Undefined(
          symbol: symbol,
          files: entry.files.map { program.files[$0].name },
          cure: request.pattern.isSQLite ? cure.cure(for: symbol) : nil,
          isLinked: entry.isLinked
        )
      )
    }
  }
}
