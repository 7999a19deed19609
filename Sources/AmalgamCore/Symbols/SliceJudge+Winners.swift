/// Which of two files is the one whose definitions a program uses.
extension SliceJudge {
  /// The file that all links take the names from; `nil` where that depends on what is not known.
  func winner(of pair: SymbolConflicts.Pair, _ names: [Int32]) -> Int? {
    guard isOrdered else { return nil }
    let winners = Set(links.map { winner(of: pair, names, in: $0) })
    return winners.count == 1 ? winners.first ?? nil : nil
  }

  /// The file that most of the names are taken from.
  private func winner(of pair: SymbolConflicts.Pair, _ names: [Int32], in link: Link) -> Int? {
    var (first, second) = (0, 0)
    for name in names {
      guard let owner = link.owner(of: name) else { continue }
      let file = program.units[owner].file
      if file == pair.first { first += 1 } else if file == pair.second { second += 1 }
    }
    guard first + second > 0 else { return nil }
    return first >= second ? pair.first : pair.second
  }

  /// Says whom each kind of linker takes where they differ.
  func winnersNote(_ pair: SymbolConflicts.Pair, _ names: [Int32]) -> [String] {
    let winners = links.map { ($0.manner, winner(of: pair, names, in: $0)) }
    guard Set(winners.map(\.1)).count > 1 else {
      return ["nothing given here needs any of them, so neither is taken"]
    }
    return winners.map { manner, file in
      file.map { "\(linkers(manner)) takes them from '\(fileName($0))'" }
        ?? "\(linkers(manner)) takes them from neither"
    }
  }

  /// Says which linkers stop where not all do.
  func mannerNote(_ link: Link) -> String {
    "that is what \(linkers(link.manner)) does; the others take the first and say nothing"
  }

  /// Says in which order linkers stop where not all orders have it.
  func orderNote(_ link: Link) -> String {
    "in another order the linker takes only the first and says nothing; "
      + "'--link-order' says that the files stand as on the link line"
  }

  /// The image of the two that the loader asks first; `nil` where that is not known.
  func firstLoaded(_ pair: SymbolConflicts.Pair) -> Int? {
    for file in [pair.first, pair.second] where role(of: file) == .executable { return file }
    let order = loadOrder
    if let first = order.firstIndex(of: pair.first), let second = order.firstIndex(of: pair.second)
    {
      return first < second ? pair.first : pair.second
    }
    return isOrdered ? pair.first : nil
  }

  /// The given files in the order in which a program's needs are loaded, breadth first.
  private var loadOrder: [Int] {
    let programs = slice.files.filter { role(of: $0) == .executable }
    guard programs.count == 1 else { return [] }
    var order = programs
    var next = 0
    while next < order.count {
      for needed in units(of: order[next]).flatMap(\.libraries) {
        let file = slice.files.first { isLibrary($0, called: needed) }
        if let file, !order.contains(file) { order.append(file) }
      }
      next += 1
    }
    return order
  }

  /// Whether a file is the library that others know by `name`.
  func isLibrary(_ file: Int, called name: String) -> Bool {
    let names = units(of: file).filter { $0.role == .library }.compactMap(\.libraryName)
    guard names.isEmpty else {
      // One that is sought beside a program, or on its list of folders, is known by the last part.
      return names.contains {
        $0 == name
          || ($0.hasPrefix("@") || name.hasPrefix("@")) && Path.name(of: $0) == Path.name(of: name)
      }
    }
    return role(of: file) == .library && Path.name(of: fileName(file)) == Path.name(of: name)
  }
}

extension SliceJudge {
  /// The linkers of a manner, as a person calls them.
  func linkers(_ manner: Link.Manner) -> String {
    switch manner {
    case .once: links.contains { $0.manner == .gold } ? "GNU ld" : "GNU ld, or gold,"
    case .gold: "gold"
    case .remembering: "lld"
    }
  }
}
