/// What was seen of a finished variant, for those kinds of export that carry it on.
package struct ExportObservation: Sendable {
  /// What `sqlite3_sourceid()` answers.
  package let sourceID: String
  /// What one connection to a database in memory can be asked.
  package let table: ConformanceTable
  /// The names that the variant's objects take from elsewhere.
  package let imports: Set<String>
  /// The Swift sources that go along, by their paths below `Sources/Runtime`.
  package let runtime: [String: String]

  package init(
    sourceID: String,
    table: ConformanceTable,
    imports: Set<String>,
    runtime: [String: String]
  ) {
    self.sourceID = sourceID
    self.table = table
    self.imports = imports
    self.runtime = runtime
  }
}

extension Export {
  /// A package of Swift's package manager, from sources alone.
  func package() throws(Failure) -> [ExportedFile] {
    guard profile.compilerFlags.isEmpty else {
      let flags = profile.compilerFlags.map { "'\($0.value)'" }.joined(separator: ", ")
      throw Failure(
        profile.file,
        "'cflag' asks for \(flags), and a package with unsafe flags can be no dependency of another by its version",
        fix: "export --kind cmake, or take the flags out of the profile"
      )
    }
    guard let observed, registration.isNeeded else {
      throw Failure(
        profile.file,
        "'manifest off' without an extension leaves a package nothing to check its SQLite by",
        fix: "export --kind sources, or take 'manifest off' out of the profile"
      )
    }
    let package = SwiftPackage(self, observed)
    let use = packageUse(package, observed.table)
    return try package.files() + [
      ExportedFile("README.md", ExportReadme(export: self, kind: .package, use: use).text)
    ]
  }

  private func packageUse(_ package: SwiftPackage, _ table: ConformanceTable) -> String {
    let left =
      table.leftOut.isEmpty
      ? ""
      : "These suites need files, several connections or a fresh one, and are not in it: "
        + table.leftOut.joined(separator: ", ") + "."
    let demands = profile.demandsByApp.map { "`\($0.capability)`" }.joined(separator: ", ")
    let byApp =
      demands.isEmpty
      ? ""
      : "The app registers \(demands) itself, and so must the connection that is judged; "
        + "`includingApp: false` leaves that out, as this package's own tests do.\n"
    return """
      ## How to use it

      ```swift
      .package(path: "…"),   // or by url and version: there are no unsafe flags
      .product(name: "\(package.runtime)", package: "…"),
      ```

      ```swift
      import \(package.runtime)

      let connection = try openConnection("app.sqlite")
      try BuildExpectation.variant.check(connection: connection)
      ```

      A wrapper's own connection is asked by `BuildExpectation.variant.check { sql in … }`, where the closure runs SQL
      through the wrapper and returns the one value as text. `ExtensionRegistry.shared.register("NAME", on: connection)`
      registers what is on demand.

      In the app's tests the product `\(package.conformance)` runs the variant's \(table.cases) cases on a connection
      to an empty database, opened and set up as the app does it: `Conformance.run(on:)`, or through a wrapper
      `Conformance.run { sql in … }`, which returns the rows of one statement. \(left)
      \(byApp)

      SwiftPM compiles C at -O0 (debug) or -O2 (release), whatever the profile's `optimize` says. The privacy manifest
      lists the uses of file timestamps that SQLite's object really imports; whether `fstatfs`, which it calls on Apple's
      systems, needs the category of disk space is an open question.

      """
  }
}
