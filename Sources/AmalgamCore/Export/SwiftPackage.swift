/// A variant as a package of Swift's package manager, from sources alone.
///
/// Four targets: the C module, the Swift runtime over it, the table of cases, and what runs them on a
/// connection of the app's.
struct SwiftPackage {
  private let export: Export
  private let observed: ExportObservation
  private var plan: BuildPlan { export.plan }
  private var table: ConformanceTable { observed.table }
  private var module: String { export.module }

  init(_ export: Export, _ observed: ExportObservation) {
    self.export = export
    self.observed = observed
  }

  /// The name of the Swift module: the C module's without its `C`.
  var runtime: String { ModuleName.runtime(of: module) }

  var conformance: String { runtime + "Conformance" }
  var cases: String { "C" + runtime + "Cases" }

  /// Returns the files of the package but for its README.
  func files() throws(Failure) -> [ExportedFile] {
    let sources = "Sources/\(module)"
    var files = [
      ExportedFile("Package.swift", description),
      ExportedFile("\(sources)/include/module.modulemap", export.moduleMap(linking: [])),
      ExportedFile("\(sources)/sqlite3.c", try export.file("sqlite3.c")),
      ExportedFile("Sources/\(runtime)/Variant.swift", variantSource),
      ExportedFile(
        "Sources/\(runtime)/PrivacyInfo.xcprivacy",
        PrivacyManifest(observed.imports).text
      ),
      ExportedFile("Sources/\(cases)/include/cases.h", casesHeader),
      ExportedFile("Sources/\(cases)/cases.c", casesSource),
      ExportedFile("Tests/\(runtime)Tests/VariantTests.swift", tests),
    ]
    files += try export.headers(in: "\(sources)/include")
    files.append(
      ExportedFile("\(sources)/registration.c", try export.file("registration.c"))
    )
    for source in plan.extensions {
      let name = "\(source.name).c"
      // As the variant's own build says by a flag.
      let mark = Array("#define SQLITE_CORE 1\n#line 1 \"\(name)\"\n".utf8)
      let contents = try export.file("extensions/\(name)")
      files.append(ExportedFile("\(sources)/extensions/\(name)", mark + contents))
      files += source.companions.map {
        ExportedFile("\(sources)/extensions/\($0.path)", $0.contents)
      }
    }
    return files + runtimeFiles
  }

  private var runtimeFiles: [ExportedFile] {
    observed.runtime.map { path, text in
      let folder = path.hasPrefix("Conformance/") ? conformance : runtime
      return ExportedFile("Sources/\(folder)/\(Path.name(of: path))", renamed(text))
    }
  }

  /// Puts this package's names in place of those that the sources are written with.
  private func renamed(_ text: String) -> String {
    let prefix = Isolation(plan.profile).prefix?.text ?? ""
    return
      text
      .replacing("CSQLiteVariantCases", with: cases)
      .replacing("CSQLiteVariant", with: module)
      .replacing("SQLiteVariant", with: runtime)
      .replacing("amalgam_variant_", with: plan.registration.base + "_")
      .replacing("sqlite3_", with: prefix + "sqlite3_")
  }

  // MARK: Texts

  private var description: String {
    let links = plan.libraries.map {
      ".linkedLibrary(\"\($0)\", .when(platforms: [.linux, .android]))"
    }
    return """
      // swift-tools-version: 6.0
      // SQLite \(plan.release) as the profile '\(plan.profile.name)' builds it. Made by amalgam.
      import PackageDescription

      let package = Package(
        name: "\(runtime)",
        platforms: [.iOS(.v13), .macOS(.v11), .tvOS(.v13), .watchOS(.v6)],
        products: [
          .library(name: "\(runtime)", targets: ["\(runtime)", "\(module)"]),
          .library(name: "\(conformance)", targets: ["\(conformance)"]),
        ],
        targets: [
          .target(name: "\(module)", linkerSettings: [\(links.joined(separator: ", "))]),
          .target(
            name: "\(runtime)",
            dependencies: ["\(module)"],
            resources: [.copy("PrivacyInfo.xcprivacy")]
          ),
          .target(name: "\(cases)"),
          .target(
            name: "\(conformance)",
            dependencies: ["\(module)", "\(runtime)", "\(cases)"]
          ),
          .testTarget(
            name: "\(runtime)Tests",
            dependencies: ["\(module)", "\(runtime)", "\(conformance)"]
          ),
        ]
      )

      """
  }

  private var variantSource: String {
    let registration = plan.registration
    let sets = plan.profile.sets.map { set in
      "\"\(set.name)\": \(Self.list(set.members.map(\.value)))"
    }
    return """
      @_exported import \(module)

      /// The SQLite of this package.
      public enum Variant {
        public static let profile = "\(plan.profile.name)"
        public static let release = "\(plan.release)"
        public static let sourceID = "\(observed.sourceID)"
        /// The digest of the options, as in `manifest.json`.
        public static let options = "sha256:\(registration.optionsDigest)"
        /// The extensions that every connection has.
        public static let automatic: [String] = \(Self.list(registration.automatic))
        /// The extensions that a connection has where it asks for them.
        public static let onDemand: [String] = \(Self.list(registration.onDemand))
        /// The sets of extensions, by name.
        public static let sets: [String: [String]] = [\(sets.isEmpty ? ":" : sets.joined(separator: ", "))]
      }

      """
  }

  private static func list(_ names: [String]) -> String {
    "[" + names.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
  }

  private var tests: String {
    """
    import \(module)
    import \(runtime)
    import \(conformance)
    import Testing

    /// The suites of the variant, as this package compiles it: they fail where a client's -D changes
    /// an option.
    struct VariantTests {
      @Test func `the connection is of the variant`() throws {
        let connection = try openConnection(":memory:")
        defer { \(prefix)sqlite3_close_v2(connection) }

        try BuildExpectation.variant.check(connection: connection)
      }

      @Test func `the suites pass`() throws {
        let connection = try openConnection(":memory:")
        defer { \(prefix)sqlite3_close_v2(connection) }

        let report = try Conformance.run(on: connection, includingApp: false)

        #expect(report.failures.map(\\.description) == [])
        #expect(report.cases == \(table.casesWithoutApp))
        #expect(report.passed)
      }
    }

    """
  }

  private var prefix: String { Isolation(plan.profile).prefix?.text ?? "" }

  // MARK: The table of cases

  private var casesHeader: String {
    let base = plan.registration.base
    return """
      #ifndef \(base.uppercased())_CASES_H
      #define \(base.uppercased())_CASES_H

      /* A record of the variant's suites. */
      struct \(base)_case {
        const char *suite;
        int line;
        const char *kind;
        int columns;
        const char *sql;
        const char *expected;
      };

      int \(base)_case_count(void);
      const struct \(base)_case *\(base)_case_at(int index);

      #endif

      """
  }

  private var casesSource: String {
    let base = plan.registration.base
    let rows = table.rows.map { row in
      "  {\(CLiteral.quoted(row.suite)), \(row.line), \(CLiteral.quoted(row.kind)), \(row.columns),\n"
        + "    \(CLiteral.quoted(row.sql)),\n    \(CLiteral.quoted(row.expected))},\n"
    }
    return """
      /* The suites of '\(plan.profile.name)' for SQLite \(plan.release). Made by amalgam. */
      #include "cases.h"

      static const struct \(base)_case cases[] = {
      \(rows.joined())};

      int \(base)_case_count(void) { return (int)(sizeof cases / sizeof cases[0]); }

      const struct \(base)_case *\(base)_case_at(int index) {
        return index >= 0 && index < \(base)_case_count() ? &cases[index] : 0;
      }

      """
  }
}
