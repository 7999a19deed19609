/// Archives that stand before what needs them.
extension SliceJudge {
  /// Returns those of which one linker takes names that another one does not find, on a link line
  /// that was told.
  func earlyArchives() -> [SymbolEvidence.EarlyArchive] {
    guard isOrdered, let remembering = links.first(where: { $0.manner == .remembering }) else {
      return []
    }
    for link in links where link.manner != .remembering {
      let found = passedBy(link, remembering)
      if !found.isEmpty { return found }
    }
    return []
  }

  private func passedBy(_ link: Link, _ other: Link) -> [SymbolEvidence.EarlyArchive] {
    var passed: [Int: (needer: Int, names: [Int32])] = [:]
    for unit in program.units.indices where link.isLoaded[unit] {
      for need in program.needs[program.units[unit].needs]
      where program.isWanted[Int(need.name)] && link.isMissing(need.name) {
        guard let owner = other.owner(of: need.name), program.units[owner].isMember else {
          continue
        }
        let file = program.units[owner].file
        if passed[file]?.names.contains(need.name) ?? false { continue }
        passed[file, default: (unit, [])].names.append(need.name)
        passed[file]?.needer = unit
      }
    }
    let linkers = linkers(link.manner)
    return passed.sorted { $0.key < $1.key }.map { file, entry in
      let names = texts(entry.names)
      let answerer = autolink.map {
        SymbolEvidence.Autolink(option: $0.option, requester: $0.requester, names: names)
      }
      return SymbolEvidence.EarlyArchive(
        file: fileName(file),
        needer: unitName(entry.needer),
        names: names,
        linkers: linkers,
        answerer: isCopy(file) ? answerer : nil
      )
    }
  }
}
