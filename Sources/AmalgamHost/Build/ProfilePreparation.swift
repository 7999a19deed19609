import AmalgamCore

/// Reads, resolves and lints profiles; nothing is run.
package struct ProfilePreparation {
  private let project: Project
  private let files: any Files
  private let tables: Tables
  private let lock: ReleaseLock
  private let request: BuildRequest
  /// The folder of a release's tree; `nil` where it is not fetched.
  private let tree: (Version) -> String?

  package init(
    project: Project,
    files: any Files,
    tables: Tables,
    lock: ReleaseLock,
    request: BuildRequest,
    tree: @escaping (Version) -> String? = { _ in nil }
  ) {
    self.project = project
    self.files = files
    self.tables = tables
    self.lock = lock
    self.request = request
    self.tree = tree
  }

  /// Returns the profiles that `operands` name; without one, those of the project that are not
  /// abstract.
  ///
  /// An abstract one that is named is a failure unless `allowsAbstract`.
  package func profiles(
    _ operands: [String],
    allowsAbstract: Bool = false
  ) throws -> [PreparedProfile] {
    let named = try Self.each(operands.isEmpty ? try project.profileNames() : operands, prepare)
    let asked = Self.each(of: named)
    let concrete = asked.filter { !$0.isAbstract }
    if !operands.isEmpty, allowsAbstract { return asked }
    if !operands.isEmpty, concrete.count < asked.count {
      throw Failures(asked.filter(\.isAbstract).map { .abstract($0) })
    }
    guard !concrete.isEmpty else {
      throw Failure(
        project.root ?? project.workingDirectory,
        "has no profile to build: 'Profiles' holds none that is not abstract",
        fix: "run 'amalgam init', or name a profile such as 'builtin:minimal'"
      )
    }
    return concrete
  }

  /// Returns each profile once, however often it was named.
  private static func each(of named: [PreparedProfile]) -> [PreparedProfile] {
    var files: Set<String> = []
    return named.filter { files.insert($0.profile.file).inserted }
  }

  /// Calls `body` with each operand and throws all failures at once.
  private static func each<Value>(
    _ operands: [String],
    _ body: (String) throws -> Value
  ) throws -> [Value] {
    var values: [Value] = []
    var failures: [Failure] = []
    for operand in operands {
      do {
        values.append(try body(operand))
      } catch let failure as Failure {
        failures.append(failure)
      }
    }
    guard failures.isEmpty else { throw Failures(failures) }
    return values
  }

  private func prepare(_ operand: String) throws -> PreparedProfile {
    let source = try project.profile(operand)
    var resolver = ProfileResolver(names: { project.inheritableNames }) {
      try project.inherited($0, by: $1)
    }
    let resolved = try resolver.resolve(
      source,
      target: request.target,
      host: HostTriple.current
    )
    let profile = resolved.profile
    let (release, problems) = try release(of: profile)
    let lint = Lint.run(
      on: LintInput(
        profile: profile,
        release: release.version,
        names: tables.names,
        catalogue: tables.catalogue
      )
    )
    return PreparedProfile(
      profile: profile,
      isAbstract: resolved.isAbstract,
      release: release,
      variant: variantName(of: profile, release),
      target: request.target ?? profile.target?.value ?? HostTriple.current,
      findings: Acceptances(profile.acceptances, today: request.today.date).applied(
        to: resolved.findings + problems + registrationProblems(profile, release)
          + absentExtensions(of: profile, release) + extensionsOfCore(profile, release)
          + lint.findings
          + Lint.findings(
            ofOtherSystemsIn: profile,
            release: release.version,
            names: tables.names,
            catalogue: tables.catalogue
          )
          + tables.catalogue.faultFindings(
            of: profile,
            release: release.version,
            pinned: lock.releases.map(\.version)
          )
          + tables.catalogue.unknownDemands(of: profile)
      ),
      judgements: lint.judgements,
      directory: directory(of: profile)
    )
  }

  /// Returns the release to build from: that of the command line, the profile's, the lock's
  /// default.
  ///
  /// One that a profile names and the lock does not pin is a finding of its line, and the rest of
  /// the profile is judged by the default.
  private func release(of profile: ResolvedProfile) throws -> (Release, [Finding]) {
    if let asked = request.release { return (try lock.release(named: asked.description), []) }
    guard let asked = profile.release else { return (try lock.defaultRelease(), []) }
    if let release = lock[asked.value] { return (release, []) }
    let finding = Finding(
      .error,
      check: "unknown-release",
      subject: asked.value.description,
      .notPinned(asked.value, lock),
      at: asked.location,
      fix: "pin it: 'amalgam releases add --from sqlite-src-\(asked.value.archiveNumber).zip'"
    )
    return (try lock.defaultRelease(), [finding])
  }

  /// Says so where a release cannot register what the profile has on every connection.
  private func registrationProblems(_ profile: ResolvedProfile, _ release: Release) -> [Finding] {
    let isNeeded =
      profile.hasManifestFunction || !profile.extensions.isEmpty || profile.countsCalls
    guard isNeeded, release.version < Version(3, 46) else { return [] }
    return [
      Finding(
        .error,
        check: "unsupported-release",
        subject: release.version.description,
        .noAutomaticRegistration(release.version),
        at: request.release == nil ? profile.release?.location : nil,
        fix: "choose 3.46 or later"
      )
    ]
  }

  /// Says which extensions have no source; one of the release's core is told otherwise.
  private func absentExtensions(of profile: ResolvedProfile, _ release: Release) -> [Finding] {
    let finder = ExtensionFinder(files: files)
    return profile.extensions.filter { optionOfCore($0, release) == nil }.compactMap {
      finder.absence(
        of: $0,
        profileDirectory: directory(of: profile),
        tree: tree(release.version),
        release: release.version
      )
    }
  }

  /// The option behind which the release has the extension in its core.
  private func optionOfCore(_ reference: ExtensionReference, _ release: Release) -> String? {
    let row = reference.isPath ? nil : tables.catalogue.extensions[reference.name]
    return row?.instead.last { $0.releases.contains(release.version) }?.value
  }

  /// Says so where a release has an extension of the profile in its core, behind an option.
  private func extensionsOfCore(_ profile: ResolvedProfile, _ release: Release) -> [Finding] {
    profile.extensions.compactMap { reference in
      guard let instead = optionOfCore(reference, release) else { return nil }
      let isLine = reference.location.excerpt.drop { $0 == " " }.hasPrefix("extension")
      return Finding(
        .error,
        check: "extension-in-core",
        subject: reference.name,
        .inCore(reference.name, instead, release.version),
        at: reference.location,
        fix: isLine
          ? "write the line as '\(instead)'" : "take it out of the set, and set '\(instead)'"
      )
    }
  }

  private func variantName(of profile: ResolvedProfile, _ release: Release) -> VariantName {
    let own = profile.release?.value ?? (try? lock.defaultRelease())?.version
    return VariantName(
      profile: profile.name,
      release: release.version == own ? nil : release.version,
      target: request.target == profile.target?.value ? nil : request.target,
      compiler: request.compiler,
      optimize: nil,
      sanitizer: request.sanitizer
    )
  }

  /// The folder that holds the profile's file; the current one for a profile that is built in.
  private func directory(of profile: ResolvedProfile) -> String {
    if profile.file.hasPrefix("builtin:") { return project.workingDirectory }
    let base = project.root ?? project.workingDirectory
    return Path.directory(of: Path.join(base, profile.file))
  }
}

extension Failure {
  fileprivate static func abstract(_ prepared: PreparedProfile) -> Failure {
    Failure(
      prepared.profile.file,
      "is abstract: it is only there to be inherited",
      fix: "write a profile with 'inherit \(prepared.profile.name)'"
    )
  }
}

extension Finding.Message {
  fileprivate static func noAutomaticRegistration(_ version: Version) -> Self {
    "SQLite \(version) has no 'SQLITE_EXTRA_AUTOEXT', by which a variant registers its extensions and amalgam_manifest()"
  }
  fileprivate static func inCore(_ name: String, _ option: String, _ version: Version) -> Self {
    "SQLite \(version) has '\(name)' in its core, behind '\(option)', so it is no extension there"
  }
  fileprivate static func notPinned(_ version: Version, _ lock: ReleaseLock) -> Self {
    let pinned = lock.releases.map(\.version.description).joined(separator: ", ")
    return "'\(lock.file)' pins no release '\(version)'; it pins \(pinned)"
  }
}
