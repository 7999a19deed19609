/// Finds the name somebody meant to type.
package enum Spelling {
  /// Returns the candidate nearest to `word`, or `nil` if none is near enough to be meant.
  ///
  /// Near enough: at most a third of the word changed, and never more than three characters. Of
  /// equally near ones the first in byte order wins, so that messages are stable.
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let limit = min(3, max(1, word.count / 3))
    let letters = Array(word.utf8)
    var best: (distance: Int, name: String)?
    for candidate in candidates {
      let distance = distance(letters, Array(candidate.utf8), limit: best?.distance ?? limit)
      guard let distance, distance > 0 else { continue }
      if best.map({ (distance, candidate) < $0 }) ?? true { best = (distance, candidate) }
    }
    return best?.name
  }

  /// Returns the edit distance (insert, delete, change, swap of neighbours), or `nil` above `limit`.
  private static func distance(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int? {
    guard abs(a.count - b.count) <= limit else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        let change = last[j] + (a[i] == b[j] ? 0 : 1)
        var cost = min(change, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      // No row begins lower than the least of the one before, unless by a swap over it.
      if let least = row.min(), least > limit, last.min() ?? 0 > limit { return nil }
      beforeLast = last
      last = row
    }
    guard let distance = last.last, distance <= limit else { return nil }
    return distance
  }
}
