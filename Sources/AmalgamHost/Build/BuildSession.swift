import AmalgamCore

/// Builds prepared profiles: proves the trees, generates what is missing, compiles in parallel.
package struct BuildSession {
  /// A variant that is whole and up to date in its directory.
  package struct Built: Sendable {
    package let prepared: PreparedProfile
    package let plan: BuildPlan
    package let directory: String
    /// Why it was built in this run; `nil` if it was up to date.
    package let reason: String?
  }

  private let project: Project
  private let files: any Files
  private let commands: any CommandRunner
  private let progress: Progress
  private let tables: Tables
  private let trees: SourceTrees
  private let cache: String
  private let request: BuildRequest
  private let generator: Generator
  private let builder: VariantBuilder

  package init(
    project: Project,
    files: any Files,
    commands: any CommandRunner,
    progress: Progress,
    tables: Tables,
    trees: SourceTrees,
    cache: String,
    request: BuildRequest
  ) {
    self.project = project
    self.files = files
    self.commands = commands
    self.progress = progress
    self.tables = tables
    self.trees = trees
    self.cache = cache
    self.request = request
    generator = Generator(files: files, cache: cache)
    builder = VariantBuilder(
      files: files,
      cache: cache,
      buildDirectory: project.buildDirectory(asked: request.buildDirectory)
    )
  }

  /// Returns the plans of `prepared`, in their order.
  ///
  /// The trees are proved first, so that nothing of one that is not is looked at.
  package func plans(_ prepared: [PreparedProfile]) throws -> [BuildPlan] {
    let probe = ToolchainProbe(files: files, commands: commands, cache: cache)
    let toolchain = try probe.toolchain(asked: request.compiler)
    let trees = try provedTrees(prepared)
    let extensions = ExtensionFinder(files: files)
    return try prepared.map {
      try plan($0, toolchain: toolchain, tree: trees[$0.release.version], extensions)
    }
  }

  /// Brings the variants of `prepared` up to date; what failed is thrown when the rest is done.
  package func build(_ prepared: [PreparedProfile]) throws -> [Built] {
    try checkPlaces(of: prepared)
    let plans = try plans(prepared)
    let reasons = plans.map { builder.reasonToBuild($0, amalgamation: amalgamation(of: $0)) }
    try checkNames(of: zip(plans, reasons).filter { $0.1 != nil }.map(\.0))
    var generation = GenerationJobs(generator: generator)
    var variants: [Job] = []
    // The slowest compile starts first, so that it is not what everything waits for in the end.
    for (plan, reason) in zip(plans, reasons).sorted(by: { $0.0.weight > $1.0.weight })
    where reason != nil {
      try builder.checkPlace(of: plan)
      let needs = generation.jobs(for: tree(of: plan), plan.grammar)
      variants.append(
        builder.job(plan, amalgamation: amalgamation(of: plan), needs: needs) {
          Array(
            tables.catalogue.promise(of: plan.profile, release: plan.release).capabilities.keys
          )
        }
      )
    }
    if !variants.isEmpty { try run(generation.all + variants) }
    return zip(zip(prepared, plans), reasons).map { pair, reason in
      Built(
        prepared: pair.0,
        plan: pair.1,
        directory: builder.directory(of: pair.1),
        reason: reason
      )
    }
  }

  /// Throws where two profiles have one name, and so one variant directory.
  private func checkPlaces(of prepared: [PreparedProfile]) throws(Failures) {
    var files: [VariantName: String] = [:]
    var failures: [Failure] = []
    for prepared in prepared {
      let (name, file) = (prepared.profile.name, prepared.profile.file)
      if let other = files.updateValue(file, forKey: prepared.variant) {
        failures.append(
          Failure(
            file,
            "is called '\(name)' as '\(other)' is, and both would be built in one folder",
            fix: "rename one of them"
          )
        )
      }
    }
    if !failures.isEmpty { throw Failures(failures) }
  }

  /// Throws what is defined twice, of all plans at once.
  private func checkNames(of plans: [BuildPlan]) throws(Failures) {
    let failures = plans.filter { !$0.extensions.isEmpty }.flatMap { plan in
      let promise = tables.catalogue.promise(of: plan.profile, release: plan.release)
      let symbols = promise.capabilities.keys.filter { $0.kind == .symbol }.map(\.name)
      return ExtensionNames(plan, symbols: Set(symbols)).failures
    }
    if !failures.isEmpty { throw Failures(failures) }
  }

  /// Runs `jobs`; an interrupt leaves nothing half made, a failure leaves the log it names.
  private func run(_ jobs: [Job]) throws {
    removeLeftovers()
    do {
      try JobQueue(commands: commands, progress: progress, limit: request.jobs).runToSuccess(jobs)
    } catch let interrupted as Interrupted {
      removeLeftovers()
      throw interrupted
    }
  }

  private func removeLeftovers() {
    builder.removeLeftovers()
    generator.removeLeftovers()
  }

  private func provedTrees(_ prepared: [PreparedProfile]) throws -> [Version: String] {
    var paths: [Version: String] = [:]
    for release in Set(prepared.map(\.release)) {
      paths[release.version] = try trees.prove(release)
    }
    return paths
  }

  private func plan(
    _ prepared: PreparedProfile,
    toolchain: Toolchain,
    tree: String?,
    _ finder: ExtensionFinder
  ) throws -> BuildPlan {
    let profile = prepared.profile
    let release = prepared.release
    var extensions: [ExtensionSource] = []
    var failures: [Failure] = []
    for reference in profile.extensions {
      do throws(Failure) {
        extensions.append(
          try finder.source(
            reference,
            profileDirectory: prepared.directory,
            tree: tree ?? "",
            release: release.version
          )
        )
      } catch {
        failures.append(error)
      }
    }
    guard failures.isEmpty else { throw Failures(failures) }
    return Planner(
      profile: profile,
      variant: prepared.variant,
      release: release.version,
      checkIn: release.checkIn,
      target: request.target ?? profile.target?.value ?? toolchain.target,
      toolchain: toolchain,
      extensions: extensions,
      grammarOptions: tables.catalogue.grammarOptions(among: profile.options),
      optionLibraries: tables.catalogue.libraries(for: profile, release: release.version),
      sanitizer: request.sanitizer,
      unreportedOptions: tables.catalogue.unreportedOptions(of: profile, release: release.version)
    ).plan()
  }

  private func tree(of plan: BuildPlan) -> Generator.Tree {
    Generator.Tree(
      version: plan.release,
      checkIn: plan.checkIn,
      path: trees.path(of: plan.release)
    )
  }

  private func amalgamation(of plan: BuildPlan) -> String {
    generator.directory(of: tree(of: plan), plan.grammar)
  }
}

extension BuildPlan {
  /// How long compiling takes, roughly: the better the optimisation and the more options, the longer.
  fileprivate var weight: Int {
    let level = profile.optimize?.value ?? .speed
    return (level == .speed ? 1_000 : level == .size ? 500 : 0) + profile.options.count
  }
}
