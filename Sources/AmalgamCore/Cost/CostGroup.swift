/// What is taken out of a profile to see what it costs: an option, options that need or bring each
/// other, or an extension.
package struct CostGroup: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case option, `extension`
  }

  package let kind: Kind
  /// In byte order.
  package let names: [String]

  package init(_ kind: Kind, _ names: [String]) {
    self.kind = kind
    self.names = names
  }

  /// Returns what can be taken out of `profile`: options that depend on each other together.
  package static func all(
    of profile: ResolvedProfile,
    release: Version,
    catalogue: OptionCatalogue
  ) -> [CostGroup] {
    var groups = profile.options.map { Set([$0.name]) }
    for option in profile.options {
      guard let row = catalogue[option.name] else { continue }
      let needs = row.needs.filter { $0.releases.contains(release) }.flatMap(\.value).map(\.name)
      let implied = row.implies.filter { $0.releases.contains(release) }.map(\.value)
      for other in needs + implied { join(option.name, other, in: &groups) }
    }
    let options = groups.map { CostGroup(.option, $0.sorted()) }
    return options + profile.extensions.map { CostGroup(.extension, [$0.name]) }
  }

  private static func join(_ a: String, _ b: String, in groups: inout [Set<String>]) {
    guard let first = groups.firstIndex(where: { $0.contains(a) }),
      let second = groups.firstIndex(where: { $0.contains(b) }), first != second
    else { return }
    groups[first].formUnion(groups[second])
    groups.remove(at: second)
  }

  package var title: String { names.joined(separator: " + ") }

  /// The same without `SQLITE_`, for a column of a table.
  var shortTitle: String {
    names.map { CompileOption($0).shortName }.joined(separator: " + ").cut(to: 50)
  }
}

/// What an object file weighs.
package struct ObjectWeight: Hashable, Sendable {
  package let text: Int
  package let data: Int
  package let exported: Set<String>

  package init(text: Int, data: Int, exported: Set<String>) {
    self.text = text
    self.data = data
    self.exported = exported
  }
}

/// A time with what a group brings and without it, in milliseconds.
package struct CostTime: Hashable, Sendable {
  package let with: Double
  package let without: Double

  package init(with: Double, without: Double) {
    self.with = with
    self.without = without
  }
}

/// What a group costs: the profile's build, less the build without it.
package struct CostRow: Hashable, Sendable {
  package let group: CostGroup
  package let text: Int
  package let data: Int
  /// The names that the build exports for it.
  package let exported: [String]
  /// The names that it takes away.
  package let withheld: [String]
  /// Why it was not measured; `nil` where it was.
  package let problem: String?
  package var workload: CostTime?
  package var speed: CostTime?

  package init(_ group: CostGroup, whole: ObjectWeight, without: ObjectWeight) {
    self.group = group
    text = whole.text - without.text
    data = whole.data - without.data
    exported = whole.exported.subtracting(without.exported).sorted()
    withheld = without.exported.subtracting(whole.exported).sorted()
    problem = nil
  }

  /// An extension, which is an object of its own.
  package init(_ group: CostGroup, own: ObjectWeight) {
    self.group = group
    text = own.text
    data = own.data
    exported = own.exported.sorted()
    withheld = []
    problem = nil
  }

  package init(_ group: CostGroup, problem: String) {
    self.group = group
    text = 0
    data = 0
    exported = []
    withheld = []
    self.problem = problem
  }
}
