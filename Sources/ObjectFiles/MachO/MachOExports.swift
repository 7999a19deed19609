extension MachOImage {
  /// Calls `body` with each name in the export trie; `false` if the image has none.
  ///
  /// The names are put together on the way, so they are valid during the call only.
  func forEachExport(
    _ body: (UnsafeRawBufferPointer) throws(ReadError) -> Void
  ) throws(ReadError) -> Bool {
    guard let trie = try exportTrie(), trie.count > 0 else { return false }
    var name: [UInt8] = []
    var pending: [Edge] = [Edge(node: 0, length: 0, label: trie.bytes.prefixOfNothing)]
    var visits = 0
    var labelled = 0
    // Names of a table share their beginnings, so their sum may be some times the table's size.
    var budget = NameBudget(tableSize: trie.count, names: trie.count / 4)
    while let edge = pending.popLast() {
      visits += 1
      name.removeLast(name.count - edge.length)
      name.append(contentsOf: edge.label)
      var cursor = LEBCursor(trie, at: edge.node)
      let size = Int(clamping: try cursor.unsigned())
      if size > 0 {
        guard budget.limit >= name.count else {
          throw trie.failure("names of a sensible length", found: "too long ones", at: edge.node)
        }
        budget.spend(name.count)
        let cName = name.dropFirst(name.first == UInt8(ascii: "_") ? 1 : 0)
        let result = cName.withUnsafeBytes { bytes in
          Result { () throws(ReadError) in try body(bytes) }
        }
        try result.get()
      }
      let (children, overflow) = cursor.offset.addingReportingOverflow(size)
      guard !overflow else { throw trie.failure("a node's size", found: "\(size)", at: edge.node) }
      cursor = LEBCursor(trie, at: children)
      for _ in 0..<(try cursor.byte()) {
        let label = try cursor.text("a part of a name")
        let node = Int(clamping: try cursor.unsigned())
        pending.append(Edge(node: node, length: name.count, label: label))
        labelled += label.count
        guard labelled + visits + pending.count <= 2 * trie.count else {
          throw trie.failure("a tree of names", found: "nodes that are met twice", at: edge.node)
        }
      }
    }
    return true
  }

  private struct Edge {
    let node: Int
    /// How much of the name was there before this edge's label.
    let length: Int
    let label: UnsafeRawBufferPointer
  }

  private func exportTrie() throws(ReadError) -> Window? {
    if let trie = try linkedData(Command.exportTrie) { return trie }
    return try loaderInformation(.exports)
  }
}

extension UnsafeRawBufferPointer {
  fileprivate var prefixOfNothing: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[..<0])
  }
}
