/// The options of a profile while its files are applied one after the other.
struct OptionSet {
  private var inherited: [String: CompileOption] = [:]
  private var own: [(option: CompileOption, isConditional: Bool)] = []
  /// The line of each name that a later one took the place of.
  private(set) var overridden: [String: SourceLocation] = [:]

  /// Begins the next file, whose options override those so far.
  mutating func beginFile() {
    for (option, _) in own { inherited[option.name] = option }
    own = []
  }

  /// Sets `option`.
  ///
  /// A conditional one overrides a plain one of the same file. Otherwise a second line of one file
  /// for the same name is kept beside the first, so that lint sees both.
  mutating func set(_ option: CompileOption, isConditional: Bool) {
    let earlier =
      (isConditional
        ? own.last { $0.option.name == option.name && !$0.isConditional }?.option : nil)
      ?? inherited[option.name]
    if let place = earlier?.location { overridden[option.name] = place }
    if isConditional { own.removeAll { $0.option.name == option.name && !$0.isConditional } }
    own.append((option, isConditional))
  }

  /// Removes what was inherited under `name`; false if nothing was.
  mutating func unset(_ name: String) -> Bool {
    overridden[name] = nil
    return inherited.removeValue(forKey: name) != nil
  }

  /// All options in byte order of their names, those set twice in one file one after the other.
  var inByteOrder: [CompileOption] {
    let own = own.map(\.option)
    let names = Set(own.map(\.name))
    let all = inherited.values.filter { !names.contains($0.name) } + own
    return all.enumerated()
      .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
      .map(\.element)
  }
}
