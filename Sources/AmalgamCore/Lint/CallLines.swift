/// The lines over which a call of `define` reaches: `.define(`, the name and the value each on one.
enum CallLines {
  private static let word = Array("define(".utf8)
  /// More lines are no definition: a whole module of JavaScript's may be an argument.
  private static let most = 12

  /// Returns how many of `lines`, which have no comments, belong together from `index` on.
  static func count(from index: Int, of lines: [[UInt8]]) -> Int {
    var text = lines[index]
    guard text.count < 4000, let open = lastCall(in: text), text.end(ofBracketAt: open) == nil,
      TextDirective(text) == nil
    else { return 1 }
    for next in lines[(index + 1)...].prefix(most - 1).indices {
      guard lines[next].count < 4000, TextDirective(lines[next]) == nil else { return 1 }
      text += [0x20] + lines[next]
      if text.end(ofBracketAt: open) != nil { return next - index + 1 }
    }
    return 1
  }

  /// The place of the bracket of the last call.
  private static func lastCall(in line: [UInt8]) -> Int? {
    var open = line.lastIndex(of: UInt8(ascii: "("))
    while let place = open {
      let start = place + 1 - word.count
      if start >= 0, line[start...place].elementsEqual(word) { return place }
      open = line[..<place].lastIndex(of: UInt8(ascii: "("))
    }
    return nil
  }
}
