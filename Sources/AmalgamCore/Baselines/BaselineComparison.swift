/// What is otherwise than it was approved.
package struct BaselineComparison: Sendable {
  package static let checkID = "baseline"
  package static let gainedID = "baseline-gained"
  package static let defaultID = "default-changed"
  package static let environmentID = "environment"
  /// All checks that a comparison makes.
  package static let checks = [checkID, gainedID, defaultID]

  /// Something that was lost, gained or changed.
  package struct Change: Hashable, Sendable {
    /// As it was approved; `nil` where it is new.
    package let old: BaselineItem?
    /// As it is; `nil` where it is lost.
    package let new: BaselineItem?
  }

  package let old: BaselineBlock
  package let new: BaselineBlock
  package private(set) var changes: [Change] = []
  /// What differs of the compiler's and the linker's own.
  package private(set) var environment: [Change] = []

  package init(_ old: BaselineBlock, _ new: BaselineBlock) {
    self.old = old
    self.new = new
    let before = Dictionary(old.items.map { (Key($0), $0) }) { first, _ in first }
    let now = Dictionary(new.items.map { (Key($0), $0) }) { first, _ in first }
    for item in (old.items + new.items.filter { before[Key($0)] == nil })
      .sorted(by: BaselineItem.isInOrder)
    {
      let change = Change(old: before[Key(item)], new: now[Key(item)])
      // Of what could not be listed now it is not known whether it is still there.
      if change.new == nil, new.unknown[item.kind] != nil { continue }
      if change.old == change.new { continue }
      if change.new == nil, let least = new.items.first(where: item.isAnswered(by:)) {
        // The function is called as before, and is listed with the least number of its arguments.
        if change.old?.value == least.value { continue }
      }
      if item.kind == .environment { environment.append(change) } else { changes.append(change) }
    }
  }

  private struct Key: Hashable {
    let kind: BaselineItem.Kind
    let name: String

    init(_ item: BaselineItem) {
      kind = item.kind
      name = item.name
    }
  }

  /// Whether the release is another one than was approved.
  package var isOtherRelease: Bool {
    !new.release.isEmpty && (old.release != new.release || old.sourceID != new.sourceID)
  }

  /// The changes as lines of a difference: `+ module fts5`, `- export sqlite3_x`.
  package var lines: [String] {
    let release =
      isOtherRelease
      ? [
        "- release \(old.release) \(old.sourceID)", "+ release \(new.release) \(new.sourceID)",
      ] : []
    return release
      + (changes + environment).flatMap { change in
        [change.old.map { "- \($0.line)" }, change.new.map { "+ \($0.line)" }].compactMap { $0 }
      }
  }
}

extension BaselineItem {
  /// Whether `other` is a function that a call of this one finds.
  fileprivate func isAnswered(by other: BaselineItem) -> Bool {
    let parts = other.name.split(separator: "/")
    guard kind == .function, other.kind == .function, parts.count == 2, let count = Int(parts[1])
    else { return false }
    return FunctionEntry(String(parts[0]), count).answers(Capability(.function, name))
  }
}
