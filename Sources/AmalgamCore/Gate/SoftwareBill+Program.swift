extension SoftwareBill {
  /// The bill of a SQLite that is in finished files: what they tell, not what was asked for.
  ///
  /// `sources` are those of the extensions, as far as they can be had: what the mark names by the
  /// beginning of its digest is told with all of it, and with its licence.
  package init(
    _ copy: InspectedCopy,
    _ mark: VariantMark.Found?,
    in variant: GatedVariant,
    sources: [String: ExtensionSource],
    tool: String
  ) {
    let words = (copy.sourceID ?? "").split(separator: " ")
    let options = copy.options.filter { !$0.hasPrefix("COMPILER=") }.map { "SQLITE_\($0)" }
    let unreported = (mark?.unreported ?? [:]).map { "\($0.key)=\($0.value)" }
    self.init(
      variant: variant.name,
      profile: variant.profile.name,
      release: copy.version ?? "unknown",
      checkIn: words.last.map(String.init) ?? "unknown",
      time: words.prefix(2).joined(separator: " "),
      target: variant.target,
      sourceDigest: nil,
      isOfficial: copy.origin == .official,
      options: (options + unreported).sorted(),
      extensions: (mark?.extensions ?? []).map { found in
        let source = sources[found.name].flatMap { $0.digest.hasPrefix(found.digest) ? $0 : nil }
        return Package(name: found.name, license: source?.license, digest: source?.digest)
      },
      files: variant.files.map { Package(name: $0.path, license: nil, digest: $0.digest) },
      tool: tool
    )
  }
}
