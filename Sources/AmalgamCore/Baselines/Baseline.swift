/// `Profiles/NAME.baseline`: what a profile's variants were approved with, a block a target.
package struct Baseline: Hashable, Sendable {
  package let profile: String
  /// In the order of their targets.
  package private(set) var blocks: [BaselineBlock]

  package init(profile: String, blocks: [BaselineBlock]) {
    self.profile = profile
    self.blocks = blocks.sorted { $0.target < $1.target }
  }

  /// Returns the block of `target`, or `nil` where it was never approved for that.
  package subscript(target: String) -> BaselineBlock? { blocks.first { $0.target == target } }

  /// Returns the baseline with `block` in place of that of its target.
  package func replacing(_ block: BaselineBlock) -> Baseline {
    Baseline(profile: profile, blocks: blocks.filter { $0.target != block.target } + [block])
  }

  /// The file: made to be read in a review, the same for the same variants.
  package var text: String {
    let lines =
      [Self.mark, "profile \(profile)"] + blocks.flatMap { [""] + $0.lines } + [""]
    let head = [
      "# What the variants of '\(profile)' were approved with, as 'amalgam gate --record' saw them.",
      "# A change of it is a change of what is shipped: read it as you read code.",
    ]
    let digest = Self.digest(of: lines)
    return (head + lines + ["digest sha256:\(digest)"]).map { $0 + "\n" }.joined()
  }

  static let mark = "amalgam-baseline 1"

  /// The digest of what the lines say: blank ones and comments do not count, nor what ends a line.
  static func digest(of lines: some Sequence<String>) -> String {
    let told = lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }
    return SHA256.hexDigest(of: Array(told.joined(separator: "\n").utf8))
  }
}
