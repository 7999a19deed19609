import AmalgamCore

/// Makes what a library is held against, from a profile's option lines and a small catalogue.
///
/// The profile is `Profiles/full.profile`; its options stand on lines from 1.
package func exampleExpectation(
  _ options: [String] = [],
  extensions: [String] = [],
  demands: [Demand] = [],
  limits: [SizeLimit] = [],
  catalogue: String = "stock\n  measured 3.53.4\n",
  release: Version = Version(3, 53, 4),
  checkIn: String = exampleCheckIn,
  hasManifest: Bool = false,
  isOwnBuild: Bool = true,
  sanitizer: Sanitizer? = nil,
  variant: String = "full"
) throws -> Expectation {
  var profile = ResolvedProfile(name: "full", file: "Profiles/full.profile")
  profile.hasManifestFunction = hasManifest
  profile.demands = demands
  profile.limits = limits
  for (index, text) in options.enumerated() {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    let place = exampleLocation(line: index + 1, text)
    profile.options.append(
      CompileOption(parts[0], parts.count > 1 ? parts[1] : "1", at: place)
    )
  }
  for (index, name) in extensions.enumerated() {
    let place = exampleLocation(line: options.count + index + 1, "extension \(name)")
    profile.extensions.append(ExtensionReference(name: name, at: place))
  }
  return Expectation(
    variant: variant,
    profile: profile,
    release: release,
    checkIn: checkIn,
    catalogue: try OptionCatalogue(parsing: [(text: catalogue, file: "catalogue.txt")]),
    isOwnBuild: isOwnBuild,
    sanitizer: sanitizer
  )
}

/// A place in the example profile.
package func exampleLocation(line: Int, _ text: String) -> SourceLocation {
  SourceLocation(file: "Profiles/full.profile", line: line, column: 1, excerpt: text)
}

/// A check-in id of 64 digits.
package let exampleCheckIn = String(repeating: "0123456789abcdef", count: 4)

/// The source id of the release with that check-in.
package let exampleSourceID = "2026-07-24 19:02:57 \(exampleCheckIn)"

/// A library in which nothing is unknown and nothing is there, for a test to add to.
package func exampleLibrary(
  _ linkage: LibraryEvidence.Linkage = .archive,
  _ change: (inout LibraryEvidence) -> Void = { _ in }
) -> LibraryEvidence {
  let file = linkage == .archive ? "build/full/libsqlite3-full.a" : "build/full/libsqlite3-full.so"
  var library = LibraryEvidence(linkage: linkage, file: file, bytes: 1000, digest: "d")
  library.version = "3.53.4"
  library.sourceID = exampleSourceID
  library.reported = .known([])
  library.functions = .known([])
  library.modules = .known([])
  library.collations = .known([])
  library.tokenizers = .known([])
  library.pragmas = .known([])
  library.symbols = .known([])
  library.registration.notRun = nil
  change(&library)
  return library
}
