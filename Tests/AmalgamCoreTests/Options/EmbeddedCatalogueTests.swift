import Testing

@testable import AmalgamCore

/// The embedded tables, as they are.
struct EmbeddedCatalogueTests {
  private let catalogue: OptionCatalogue

  init() throws {
    catalogue = try EmbeddedTables.catalogue()
  }

  @Test func `the rows stand in byte order`() {
    let names = catalogue.rows.map { Array($0.name.utf8) }

    #expect(zip(names, names.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
  }

  @Test func `every option that a row names has a row or is a name of a release`() throws {
    let names = try EmbeddedTables.names()
    var named: [String] = []
    for row in catalogue.rows {
      named += row.needs.flatMap { $0.value.map(\.name) }
      named += row.implies.map { String($0.value.prefix { $0 != "=" }) }
      named += row.conflicts.map(\.value.name)
      if let instead = row.instead { named.append(instead) }
    }
    let unknown = Set(named).filter { catalogue[$0] == nil && names.releases(knowing: $0).isEmpty }

    #expect(unknown.sorted() == [])
  }

  @Test func `a default of a row is one of its values, or 0 for what is off unless it is set`() {
    for row in catalogue.rows {
      for value in row.defaults where value.value != "0" {
        let allowed = row.values.last?.value
        #expect(allowed?.verdict(on: value.value) != .refused, "\(row.name)=\(value.value)")
      }
    }
  }

  @Test func `a profile with 'extension regexp' is promised its two functions`() {
    var profile = ResolvedProfile(name: "a", file: "a.profile")
    let place = SourceLocation(file: "a.profile", line: 1, column: 1, excerpt: "extension regexp")
    profile.extensions = [ExtensionReference(name: "regexp", at: place)]
    let promise = catalogue.promise(of: profile, release: Version(3, 46, 1))

    #expect(promise.capabilities[Capability(.function, "regexp/2")] == "extension regexp")
    #expect(promise.capabilities[Capability(.function, "regexpi/2")] == "extension regexp")
  }

  @Test func `syntax that a row names can be asked for`() {
    let rows = catalogue.rows
    let named = rows.flatMap { ($0.adds + $0.removes).map(\.value) }.filter { $0.kind == .syntax }
    let probed = StatementProbe.capabilities(folder: "/f").map(\.subject)

    for capability in named {
      #expect(probed.contains(.capability(capability)), "\(capability)")
    }
  }
}
