/// Who defines each name, in the order of the files.
struct DefinitionIndex {
  private let starts: [Int32]
  private let definitions: [Int32]

  /// Makes the index of the definitions that other objects can see.
  init(_ program: ProgramSymbols) {
    var starts = [Int32](repeating: 0, count: program.names.count + 1)
    for definition in program.definitions where definition.isExternal {
      starts[Int(definition.name) + 1] += 1
    }
    for name in 1..<max(starts.count, 1) { starts[name] += starts[name - 1] }
    var next = starts
    var definitions = [Int32](repeating: 0, count: Int(starts.last ?? 0))
    for (index, definition) in program.definitions.enumerated() where definition.isExternal {
      definitions[Int(next[Int(definition.name)])] = Int32(truncatingIfNeeded: index)
      next[Int(definition.name)] += 1
    }
    self.starts = starts
    self.definitions = definitions
  }

  /// The indices of the definitions of a name.
  subscript(name: Int) -> ArraySlice<Int32> {
    definitions[Int(starts[name])..<Int(starts[name + 1])]
  }
}
