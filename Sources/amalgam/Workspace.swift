import AmalgamCore
import AmalgamHost

/// All that a verb on profiles works with, opened once.
struct Workspace {
  let project: Project
  let request: BuildRequest
  let tables: Tables
  let lock: ReleaseLock
  let trees: SourceTrees
  let cache: String
  let files: any Files
  private let invocation: Invocation

  init(_ invocation: Invocation) throws {
    self.invocation = invocation
    files = invocation.files
    project = try invocation.project()
    request = try invocation.buildRequest()
    tables = try Tables()
    cache = try invocation.cache().path
    lock = try ReleaseLock.load(root: project.root, files: invocation.files)
    trees = SourceTrees(
      root: project.root,
      cache: cache,
      workingDirectory: project.workingDirectory,
      files: invocation.files
    )
  }

  /// Returns the profiles that `operands` name, resolved and linted.
  func prepare(
    _ operands: [String],
    allowsAbstract: Bool = false
  ) throws -> [PreparedProfile] {
    try ProfilePreparation(
      project: project,
      files: invocation.files,
      tables: tables,
      lock: lock,
      request: request,
      tree: { trees.isFetched($0) ? trees.path(of: $0) : nil }
    ).profiles(operands, allowsAbstract: allowsAbstract)
  }

  func session() -> BuildSession {
    BuildSession(
      project: project,
      files: invocation.files,
      commands: invocation.commands,
      progress: invocation.progress,
      tables: tables,
      trees: trees,
      cache: cache,
      request: request
    )
  }

  /// Returns a variant's directory as messages name it.
  func displayedDirectory(of plan: BuildPlan) -> String {
    let base = project.buildDirectory(asked: request.buildDirectory)
    return project.display(Path.join(base, plan.variant.description))
  }
}

extension Workspace {
  /// Asks finished libraries what they have, without running a suite; what could not be asked has
  /// the reason in place of evidence.
  func observe(_ requests: [VerifyRequest]) throws -> [Result<LibraryEvidence, Verifier.Unobserved>]
  {
    let probe = ToolchainProbe(
      files: invocation.files,
      commands: invocation.commands,
      cache: cache
    )
    let verifier = Verifier(
      files: invocation.files,
      commands: invocation.commands,
      progress: invocation.progress,
      settings: VerifySettings(
        cache: cache,
        jobs: request.jobs,
        toolchain: try probe.toolchain(asked: request.compiler)
      ),
      display: project.display
    )
    return try verifier.observe(requests)
  }

  /// What the compiler said of a variant, as warnings.
  func warnings(of built: BuildSession.Built) -> [Finding] {
    CompilerLog(directory: built.directory, files: invocation.files)
      .findings(
        variant: built.plan.variant.description,
        displayed: displayedDirectory(of: built.plan)
      )
  }
}
