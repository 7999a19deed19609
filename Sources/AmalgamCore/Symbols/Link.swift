import ObjectFiles

/// What a linker takes from which of a program's files, worked out from the tables alone.
///
/// Objects are taken as they come, a member of an archive only for a name that is still missing,
/// and of several definitions the first one. That is all that decides which SQLite a program gets.
struct Link {
  /// How a linker treats an archive that stands before what needs it.
  enum Manner: CaseIterable {
    /// Looks at each archive once, where it stands: GNU ld, and gold where ``gold`` is no other.
    case once
    /// The same, and takes names of a library that was to be taken only as needed where it stands.
    case gold
    /// Remembers what each archive has: lld, and the linkers of Apple and Microsoft.
    case remembering
  }

  struct Duplicate {
    let name: Int32
    let first: Int32
    let second: Int32
  }

  private enum State: UInt8 {
    case unknown, weaklyNeeded, needed, shared, weak, common, strong
  }

  let manner: Manner
  private let program: ProgramSymbols
  private let index: DefinitionIndex
  private let takesAll: Bool
  private let allowsDuplicates: Bool
  /// The place of each file on the link line, the first of several.
  private var places: [Int]
  private let isEligible: [Bool]
  private let sharedWins: Bool

  private var states: [State]
  private var owners: [Int32]
  private var missing: [Int32] = []
  /// Which name made the linker take a unit; -1 for one that was given as it is.
  private(set) var causes: [Int32]
  private(set) var isLoaded: [Bool]
  private var taken = 0
  private(set) var duplicates: [Duplicate] = []

  /// Links those units of `program` that are in `slice`.
  init(
    _ program: ProgramSymbols,
    _ index: DefinitionIndex,
    _ slice: ProgramSlice,
    manner: Manner,
    order: [LinkPlace],
    _ request: SymbolsRequest
  ) {
    self.manner = manner
    self.program = program
    self.index = index
    takesAll = request.takesAll
    allowsDuplicates = request.line.allowsDuplicates
    places = [Int](repeating: .max, count: program.files.count)
    isEligible = slice.isMember
    sharedWins = slice.format == .elf
    states = [State](repeating: .unknown, count: program.names.count)
    owners = [Int32](repeating: -1, count: program.names.count)
    causes = [Int32](repeating: -1, count: program.units.count)
    isLoaded = [Bool](repeating: false, count: program.units.count)
    for name in slice.roots { refer(name, isWeak: false) }
    for name in request.line.needed {
      // On Apple's link lines names have the underscore that they have in objects.
      let known = program.names.existing(name) ?? program.names.existing(String(name.dropFirst()))
      if let known { refer(Int32(truncatingIfNeeded: known), isWeak: false) }
    }
    var place = 0
    while place < order.count {
      let end = order[place...].endOfGroup
      link(order[place..<end], slice)
      place = end
    }
  }

  /// Takes what a group has, one file or several; these are looked at until none has more.
  private mutating func link(_ group: ArraySlice<LinkPlace>, _ slice: ProgramSlice) {
    var before = -1
    repeat {
      before = taken
      for place in group.indices {
        let file = group[place].file
        places[file] = min(places[file], place)
        take(
          slice.units(of: file),
          roots: slice.rootUnits,
          isAsNeeded: group[place].isAsNeeded && manner == .once
        )
      }
    } while group.count > 1 && taken > before
  }

  /// The unit that a name is taken from; `nil` where none has it or nobody asks.
  func owner(of name: Int32) -> Int? {
    states[Int(name)].rawValue >= State.shared.rawValue ? Int(owners[Int(name)]) : nil
  }

  /// Whether somebody needs the name.
  func isMissing(_ name: Int32) -> Bool { states[Int(name)] == .needed }

  private mutating func take(_ units: Range<Int>, roots: Set<Int>, isAsNeeded: Bool) {
    guard let first = units.first else { return }
    let takesAll = takesAll || program.files[program.units[first].file].takesAll
    var hasMembers = false
    for unit in units where isEligible[unit] {
      switch program.units[unit].role {
      case .library where isAsNeeded && !isNeeded(unit): break
      case .library: share(unit)
      case .executable: break
      case .object where program.units[unit].isMember && !takesAll && !roots.contains(unit):
        hasMembers = true
      case .object: load(unit, cause: -1)
      }
    }
    if hasMembers { search(units) }
  }

  /// Whether a library has something that is missing where it stands.
  private func isNeeded(_ unit: Int) -> Bool {
    program.definitions[program.units[unit].definitions].contains {
      $0.isExternal && states[Int($0.name)] == .needed
    }
  }

  /// Takes members of an archive until it has nothing more that is missing.
  private mutating func search(_ units: Range<Int>) {
    var next = 0
    while next < missing.count {
      let name = missing[next]
      next += 1
      guard states[Int(name)] == .needed, let unit = definer(of: name, in: units) else { continue }
      load(unit, cause: name)
    }
    missing.removeAll { states[Int($0)] != .needed }
  }

  private mutating func load(_ first: Int, cause: Int32) {
    var pending = [(first, cause)]
    while let (unit, cause) = pending.popLast() {
      guard !isLoaded[unit] else { continue }
      isLoaded[unit] = true
      taken += 1
      causes[unit] = cause
      for definition in program.definitions[program.units[unit].definitions]
      where definition.isExternal {
        define(definition)
      }
      for need in program.needs[program.units[unit].needs] {
        refer(need.name, isWeak: need.isWeak)
        guard manner == .remembering, states[Int(need.name)] == .needed,
          let member = rememberedMember(for: need.name)
        else { continue }
        pending.append((member, need.name))
      }
    }
  }

  private mutating func define(_ definition: SymbolDefinition) {
    let name = Int(definition.name)
    let new: State = definition.isStrong ? .strong : definition.isCommon ? .common : .weak
    guard states[name].rawValue >= State.weak.rawValue else {
      (states[name], owners[name]) = (new, definition.unit)
      return
    }
    if new == .strong, states[name] == .strong {
      guard owners[name] != definition.unit, !allowsDuplicates else { return }
      duplicates.append(
        Duplicate(name: definition.name, first: owners[name], second: definition.unit)
      )
    } else if new.rawValue > states[name].rawValue {
      (states[name], owners[name]) = (new, definition.unit)
    }
  }

  private mutating func refer(_ name: Int32, isWeak: Bool) {
    let state = states[Int(name)]
    guard state.rawValue < State.needed.rawValue else { return }
    guard !isWeak else {
      states[Int(name)] = .weaklyNeeded
      return
    }
    states[Int(name)] = .needed
    missing.append(name)
  }

  /// Lets a library have what nobody before it has, and what it needs itself be looked for.
  private mutating func share(_ unit: Int) {
    for definition in program.definitions[program.units[unit].definitions]
    where definition.isExternal {
      let name = Int(definition.name)
      guard states[name].rawValue < State.shared.rawValue else { continue }
      if states[name] == .unknown, !sharedWins, rememberedMember(for: definition.name) != nil {
        continue
      }
      (states[name], owners[name]) = (.shared, Int32(truncatingIfNeeded: unit))
    }
    guard sharedWins else { return }
    for need in program.needs[program.units[unit].needs] {
      refer(need.name, isWeak: need.isWeak)
      if manner == .remembering, states[Int(need.name)] == .needed,
        let member = rememberedMember(for: need.name)
      {
        load(member, cause: need.name)
      }
    }
  }

  /// Returns the first of `units` that defines the name.
  private func definer(of name: Int32, in units: Range<Int>) -> Int? {
    let candidates = index[Int(name)]
    var (low, high) = (candidates.startIndex, candidates.endIndex)
    while low < high {
      let middle = (low + high) / 2
      let unit = Int(program.definitions[Int(candidates[middle])].unit)
      if unit < units.lowerBound { low = middle + 1 } else { high = middle }
    }
    while low < candidates.endIndex {
      let unit = Int(program.definitions[Int(candidates[low])].unit)
      guard unit < units.upperBound else { return nil }
      if isEligible[unit] { return unit }
      low += 1
    }
    return nil
  }

  /// Returns the member of the first archive up to here that defines the name.
  private func rememberedMember(for name: Int32) -> Int? {
    var best: (place: Int, unit: Int)?
    for candidate in index[Int(name)] {
      let unit = Int(program.definitions[Int(candidate)].unit)
      let place = places[program.units[unit].file]
      guard place != .max, isEligible[unit], program.units[unit].isMember,
        program.units[unit].role == .object, place < best?.place ?? .max
      else { continue }
      best = (place, unit)
    }
    return best?.unit
  }
}

/// A file where it stands on a link line; one can stand there twice.
struct LinkPlace {
  var file: Int
  var isAsNeeded = false
  /// Equal for neighbours that are looked at until none of them has more.
  var group: Int?
}

extension ArraySlice<LinkPlace> {
  /// The index behind those that are one group with the first.
  fileprivate var endOfGroup: Int {
    guard let first, let group = first.group else { return startIndex + 1 }
    return firstIndex { $0.group != group } ?? endIndex
  }
}
