/// What a library is held against: the profile, the release and what both together promise.
package struct Expectation: Sendable {
  package let variant: String
  package let profile: ResolvedProfile
  package let release: Version
  /// The release's check-in id, 64 digits.
  package let checkIn: String
  package let promise: Promise
  package let catalogue: OptionCatalogue
  /// Whether `amalgam` built the library, so that it must have the variant's manifest.
  package let isOwnBuild: Bool
  /// Whether an app's own connection is judged, with what the app registers.
  package let isOfApp: Bool
  /// What watched the library while it ran.
  package let sanitizer: Sanitizer?
  /// The options that take effect.
  package let effective: EffectiveOptions

  package init(
    variant: String,
    profile: ResolvedProfile,
    release: Version,
    checkIn: String,
    catalogue: OptionCatalogue,
    promise: Promise? = nil,
    isOwnBuild: Bool = true,
    isOfApp: Bool = false,
    sanitizer: Sanitizer? = nil
  ) {
    self.variant = variant
    self.profile = profile
    self.release = release
    self.checkIn = checkIn
    self.catalogue = catalogue
    self.promise = promise ?? catalogue.promise(of: profile, release: release)
    self.isOwnBuild = isOwnBuild
    self.isOfApp = isOfApp
    self.sanitizer = sanitizer
    effective = EffectiveOptions(profile.options, in: release, catalogue: catalogue)
  }

  /// Returns the value that an option has when nobody sets it, or `nil` if the catalogue knows none.
  package func defaultValue(of name: String) -> String? {
    catalogue[name]?.defaults.last { $0.releases.contains(release) }?.value
  }

  /// The catalogue's rows that the release knows.
  package var rows: [OptionRow] { catalogue.rows.filter { $0.releases.contains(release) } }
}
