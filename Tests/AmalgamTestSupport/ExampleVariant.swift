import AmalgamCore

/// Makes a variant before the gate, judged unless `isJudged` says otherwise.
package func exampleVariant(
  _ name: String = "full",
  isJudged: Bool = true,
  acceptances: [AcceptLine] = [],
  faults: [ReleaseFault] = [],
  _ options: [String] = [],
  libraries: [LibraryEvidence] = [exampleLibrary()],
  catalogue: String = "stock\n  measured 3.53.4\n"
) throws -> GatedVariant {
  var profile = try exampleExpectation(options).profile
  profile.acceptances = acceptances
  var variant = GatedVariant(
    name: name,
    directory: "build/\(name)",
    profile: profile,
    release: Version(3, 53, 4),
    checkIn: exampleCheckIn,
    target: "x86_64-unknown-linux-gnu",
    faults: faults
  )
  if isJudged {
    variant.add(
      VariantVerdict(
        evidence: Evidence(libraries: libraries),
        expectation: try exampleExpectation(options, catalogue: catalogue, variant: name),
        target: "x86_64-unknown-linux-gnu",
        compiler: "clang 21.0.0"
      )
    )
  }
  return variant
}
