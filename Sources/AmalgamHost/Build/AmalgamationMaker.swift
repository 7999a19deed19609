import AmalgamCore

/// Makes amalgamations outside a build: the stock one that is proved, and a release's headers.
package struct AmalgamationMaker: StockGenerator {
  private let generator: Generator
  private let commands: any CommandRunner
  private let progress: Progress

  package init(
    files: any Files,
    commands: any CommandRunner,
    progress: Progress,
    cache: String
  ) {
    generator = Generator(files: files, cache: cache)
    self.commands = commands
    self.progress = progress
  }

  package func stockAmalgamation(of release: Release, tree: String) throws -> String {
    Path.join(try folder(of: release, tree: tree, .stock), "sqlite3.c")
  }

  /// Returns the folder of the amalgamation of `release` for `grammar`, made if it is not there.
  ///
  /// `tree` must have been proved.
  package func folder(
    of release: Release,
    tree: String,
    _ grammar: GrammarSet
  ) throws -> String {
    let tree = Generator.Tree(version: release.version, checkIn: release.checkIn, path: tree)
    var jobs = GenerationJobs(generator: generator)
    _ = jobs.jobs(for: tree, grammar)
    try JobQueue(commands: commands, progress: progress, limit: 1).runToSuccess(jobs.all)
    return generator.directory(of: tree, grammar)
  }
}

/// The jobs that make amalgamations, each once, after one that configures a release.
package struct GenerationJobs {
  package private(set) var all: [Job] = []
  private var byFolder: [String: Job] = [:]
  private let generator: Generator

  package init(generator: Generator) {
    self.generator = generator
  }

  /// Returns the job that `tree` and `grammar` need, or none if the amalgamation is there.
  package mutating func jobs(for tree: Generator.Tree, _ grammar: GrammarSet) -> [Job] {
    let folder = generator.directory(of: tree, grammar)
    if let job = byFolder[folder] { return [job] }
    if generator.isMade(tree, grammar) { return [] }
    let configure = byFolder[tree.path] ?? add(generator.configure(tree), as: tree.path)
    return [add(generator.job(tree, grammar, configure: configure), as: folder)]
  }

  private mutating func add(_ job: Job, as folder: String) -> Job {
    byFolder[folder] = job
    all.append(job)
    return job
  }
}
