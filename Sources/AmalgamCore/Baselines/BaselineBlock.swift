/// What was approved of a variant for one target.
package struct BaselineBlock: Hashable, Sendable {
  package let target: String
  package let release: String
  package let sourceID: String
  /// In the order of a baseline, no two of one kind and name.
  package let items: [BaselineItem]
  /// Sizes in bytes by the compiler that made them, `clang-21.0.0`; never compared for equality.
  package var sizes: [String: Sizes]
  /// Kinds of which nothing is known, and why; never recorded.
  package let unknown: [BaselineItem.Kind: String]

  package typealias Sizes = [SizeLimit.Subject: Int]

  package init(
    target: String,
    release: String,
    sourceID: String,
    items: [BaselineItem],
    sizes: [String: Sizes] = [:],
    unknown: [BaselineItem.Kind: String] = [:]
  ) {
    self.target = target
    self.release = release
    self.sourceID = sourceID
    self.items = items.sorted(by: BaselineItem.isInOrder)
    self.sizes = sizes
    self.unknown = unknown
  }

  /// The block as it stands in the file.
  package var lines: [String] {
    ["target \(target)", "  release \(release)", "  source-id \(sourceID)"]
      + items.map { "  \($0.line)" } + sizes.sorted { $0.key < $1.key }.map(Self.line)
  }

  private static func line(_ compiler: String, _ sizes: Sizes) -> String {
    let words = SizeLimit.Subject.allCases.compactMap { subject in
      sizes[subject].map { "\(subject.rawValue) \($0)" }
    }
    return "  size \(compiler.baselineWord) \(words.joined(separator: " "))"
  }

  /// Returns the block with the sizes that other compilers have in `old`.
  package func keepingSizes(of old: BaselineBlock?) -> BaselineBlock {
    guard let old else { return self }
    var block = self
    block.sizes = old.sizes.merging(sizes) { $1 }
    return block
  }
}
