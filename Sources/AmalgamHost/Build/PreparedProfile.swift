import AmalgamCore

/// A profile that was read, resolved and linted, with the release it is for.
package struct PreparedProfile: Sendable {
  package let profile: ResolvedProfile
  package let isAbstract: Bool
  package let release: Release
  package let variant: VariantName
  /// The triple that is compiled for.
  package let target: String
  /// What its files and lint have to say.
  package let findings: [Finding]
  /// The lint checks that ran.
  package let judgements: [Judgement]
  /// The folder that paths in the profile start from.
  package let directory: String

  package var checks: Int { judgements.count }

  /// Whether it can be built: nothing that was found is an error.
  package var isBuildable: Bool { !findings.contains(where: \.isOpenError) }
}
