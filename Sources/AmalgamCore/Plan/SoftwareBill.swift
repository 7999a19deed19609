/// What a variant is made of, as an SPDX 2.3 document: SQLite, its check-in and digests, each
/// extension with its licence, and the options.
///
/// The format: <https://spdx.github.io/spdx-spec/v2.3/>. The same variant gives the same bytes: the
/// time of creation is that of the release's check-in.
package struct SoftwareBill: Hashable, Sendable {
  package struct Package: Hashable, Sendable {
    package let name: String
    package let license: String?
    /// The SHA-256; `nil` where it is not known.
    package let digest: String?

    package init(name: String, license: String?, digest: String?) {
      self.name = name
      self.license = license
      self.digest = digest
    }
  }

  package let variant: String
  package let profile: String
  package let release: String
  package let checkIn: String
  /// The time of the check-in, `2026-07-24 19:02:57`; empty where the source does not tell.
  package let time: String
  package let target: String
  /// The SHA-256 of the variant's `sqlite3.c`; `nil` where only what was made of it is known.
  package let sourceDigest: String?
  /// Whether it is SQLite as its authors publish it.
  package let isOfficial: Bool
  /// `SQLITE_ENABLE_FTS5=1`.
  package let options: [String]
  package let extensions: [Package]
  /// The finished files that it was found in; empty for what was built.
  package let files: [Package]
  package let tool: String

  package init(
    variant: String,
    profile: String,
    release: String,
    checkIn: String,
    time: String,
    target: String,
    sourceDigest: String?,
    isOfficial: Bool = true,
    options: [String],
    extensions: [Package],
    files: [Package] = [],
    tool: String
  ) {
    self.variant = variant
    self.profile = profile
    self.release = release
    self.checkIn = checkIn
    self.time = time
    self.target = target
    self.sourceDigest = sourceDigest
    self.options = options
    self.extensions = extensions
    self.isOfficial = isOfficial
    self.files = files
    self.tool = tool
  }

  /// The bill of what `plan` makes, from the amalgamation `source` with its `header`.
  package init(_ plan: BuildPlan, sourceDigest: String, header: String, tool: String) {
    let sourceID = HeaderEvidence(file: "", text: header).sourceID ?? ""
    self.init(
      variant: plan.variant.description,
      profile: plan.profile.name,
      release: plan.release.description,
      checkIn: plan.checkIn,
      time: sourceID.split(separator: " ").prefix(2).joined(separator: " "),
      target: plan.target,
      sourceDigest: sourceDigest,
      options: plan.profile.options.map(\.description),
      extensions: plan.extensions.map {
        Package(name: $0.name, license: $0.license, digest: $0.digest)
      },
      tool: tool
    )
  }

  package var text: String { Self.document(of: [self]).description }

  /// Returns one document of several variants.
  package static func document(of bills: [SoftwareBill]) -> JSON {
    let names = bills.map(\.variant).joined(separator: " ")
    let parts = bills.enumerated().map { $1.parts(number: $0 + 1) }
    let contents = JSON.array(parts.flatMap { $0.packages + $0.relations }).compact
    let digest = SHA256.hexDigest(of: Array(contents.utf8))
    return .object([
      "spdxVersion": .string("SPDX-2.3"),
      "dataLicense": .string("CC0-1.0"),
      "SPDXID": .string("SPDXRef-DOCUMENT"),
      "name": .string(names),
      "documentNamespace": .string("https://spdx.org/spdxdocs/amalgam-\(digest)"),
      "creationInfo": .object([
        "created": .string(bills.map(\.created).max() ?? epoch),
        "creators": .strings(["Tool: amalgam-\(bills.first?.tool ?? "")"]),
      ]),
      "packages": .array(parts.flatMap(\.packages)),
      "relationships": .array(parts.flatMap(\.relations)),
    ])
  }

  private static let epoch = "1970-01-01T00:00:00Z"

  /// The time in SPDX's form.
  private var created: String {
    let parts = time.split(separator: " ")
    guard parts.count == 2, CalendarDate(parts[0]) != nil, parts[1].count >= 8,
      parts[1].prefix(8).allSatisfy({ $0.isNumber || $0 == ":" })
    else { return Self.epoch }
    return "\(parts[0])T\(parts[1].prefix(8))Z"
  }

  private func parts(number: Int) -> (packages: [JSON], relations: [JSON]) {
    let own = "SPDXRef-Variant-\(number)"
    let sqlite = "SPDXRef-SQLite-\(number)"
    let others = extensions.enumerated().map { "SPDXRef-Extension-\(number)-\($0.offset + 1)" }
    let places = files.indices.map { "SPDXRef-File-\(number)-\($0 + 1)" }
    let packages =
      [variantPackage(own), sqlitePackage(sqlite)]
      + zip(others + places, extensions + files).map { Self.package($0, $1) }
    let relations =
      [Self.relation("SPDXRef-DOCUMENT", "DESCRIBES", own), Self.relation(own, "CONTAINS", sqlite)]
      + others.map { Self.relation(own, "CONTAINS", $0) }
      + places.map { Self.relation($0, "CONTAINS", own) }
    return (packages, relations)
  }

  private func variantPackage(_ id: String) -> JSON {
    .object([
      "name": .string(variant),
      "SPDXID": .string(id),
      "versionInfo": .string(release),
      "downloadLocation": .string("NOASSERTION"),
      "filesAnalyzed": .bool(false),
      "licenseConcluded": .string("NOASSERTION"),
      "licenseDeclared": .string("NOASSERTION"),
      "copyrightText": .string("NOASSERTION"),
      "comment": .string(
        "SQLite \(release) by the profile '\(profile)' for \(target). Options: "
          + (options.isEmpty ? "none" : options.joined(separator: " "))
      ),
    ])
  }

  private func sqlitePackage(_ id: String) -> JSON {
    let license = isOfficial ? "blessing" : "NOASSERTION"
    let digest = sourceDigest.map { _ in "; the digest is of the variant's sqlite3.c" } ?? ""
    let checksum = sourceDigest.map { "?checksum=sha256:\($0)" } ?? ""
    return .object([
      "name": .string("sqlite"),
      "SPDXID": .string(id),
      "versionInfo": .string(release),
      "supplier": .string(isOfficial ? "Organization: SQLite" : "NOASSERTION"),
      "downloadLocation": .string(
        isOfficial ? "https://sqlite.org/src/info/\(checkIn)" : "NOASSERTION"
      ),
      "filesAnalyzed": .bool(false),
      "checksums": Self.checksums(sourceDigest),
      "sourceInfo": .string("check-in \(checkIn)\(digest)"),
      "licenseConcluded": .string(license),
      "licenseDeclared": .string(license),
      "copyrightText": .string(isOfficial ? "NONE" : "NOASSERTION"),
      "externalRefs": .array([
        Self.reference("SECURITY", "cpe23Type", "cpe:2.3:a:sqlite:sqlite:\(release):*:*:*:*:*:*:*"),
        Self.reference(
          "PACKAGE-MANAGER",
          "purl",
          "pkg:generic/sqlite@\(release)\(checksum)"
        ),
      ]),
    ])
  }

  private static func package(_ id: String, _ part: Package) -> JSON {
    .object([
      "name": .string(part.name),
      "SPDXID": .string(id),
      "downloadLocation": .string("NOASSERTION"),
      "filesAnalyzed": .bool(false),
      "checksums": checksums(part.digest),
      "licenseConcluded": .string(part.license ?? "NOASSERTION"),
      "licenseDeclared": .string(part.license ?? "NOASSERTION"),
      "copyrightText": .string("NOASSERTION"),
    ])
  }

  private static func checksums(_ digest: String?) -> JSON {
    guard let digest else { return .array([]) }
    return .array([
      .object(["algorithm": .string("SHA256"), "checksumValue": .string(digest)])
    ])
  }

  private static func reference(_ category: String, _ type: String, _ locator: String) -> JSON {
    .object([
      "referenceCategory": .string(category), "referenceType": .string(type),
      "referenceLocator": .string(locator),
    ])
  }

  private static func relation(_ from: String, _ type: String, _ to: String) -> JSON {
    .object([
      "spdxElementId": .string(from), "relationshipType": .string(type),
      "relatedSpdxElement": .string(to),
    ])
  }
}
