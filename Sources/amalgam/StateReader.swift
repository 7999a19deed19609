import AmalgamCore
import AmalgamHost

/// Asks a variant that is built already for the states of its options; builds nothing.
struct StateReader {
  private let invocation: Invocation
  private let workspace: Workspace

  init(_ invocation: Invocation, _ workspace: Workspace) {
    self.invocation = invocation
    self.workspace = workspace
  }

  /// Returns the states as the variant's directory shows them, else as the catalogue expects them.
  func states(of prepared: PreparedProfile) throws -> ProfileStates {
    let expectation = Expectation(
      variant: prepared.variant.description,
      profile: prepared.profile,
      release: prepared.release.version,
      checkIn: prepared.release.checkIn,
      catalogue: workspace.tables.catalogue
    )
    do {
      let evidence = try evidence(of: prepared, expectation)
      let name = "'\(workspace.project.display(directory(of: prepared)))'"
      return ProfileStates(seenIn: evidence, called: name, expectation)
    } catch let failure as Failure {
      return ProfileStates(expectedBy: expectation, because: failure.message)
    }
  }

  private func directory(of prepared: PreparedProfile) -> String {
    let base = workspace.project.buildDirectory(asked: workspace.request.buildDirectory)
    return Path.join(base, prepared.variant.description)
  }

  private func evidence(
    of prepared: PreparedProfile,
    _ expectation: Expectation
  ) throws -> LibraryEvidence {
    let directory = directory(of: prepared)
    let place = prepared.variant.description
    if prepared.isAbstract { throw Failure(place, "an abstract profile is not built") }
    let archive = try archive(in: directory, of: prepared)
    if prepared.target != HostTriple.current, prepared.profile.runner.isEmpty {
      throw Failure(place, "nothing here runs programs for \(prepared.target)")
    }
    let request = VerifyRequest(
      VerifySubject(archive: archive, headers: directory, runner: prepared.profile.runner),
      expectation,
      suites: [],
      target: prepared.target
    )
    let seen = try workspace.observe([request]).first?.mapError(\.failure)
    guard let evidence = try seen?.get() else {
      throw Failure(place, "not asked")
    }
    let release = prepared.release.version.description
    if evidence.version != release {
      throw Failure(place, "the build there is of SQLite \(evidence.version)")
    }
    return evidence
  }

  /// Returns the library of a build of these options on this release; throws where there is none.
  private func archive(
    in directory: String,
    of prepared: PreparedProfile
  ) throws(Failure) -> String {
    let place = prepared.variant.description
    let files = workspace.files
    let source = Path.join(directory, "sqlite3.c")
    guard files.isFile(source), let bytes = try? files.read(source),
      let name = (try? files.list(directory))?
        .first(where: { $0.hasPrefix("lib") && $0.hasSuffix(".a") })
    else { throw Failure(place, "not built yet") }
    let built = BakedOptions.options(in: bytes)?.filter { $0.name != "SQLITE_EXTRA_AUTOEXT" }
    let wanted = BakedOptions(prepared.profile.options, profile: "", release: Version(0, 0, 0))
    guard let built,
      BakedOptions(built, profile: "", release: Version(0, 0, 0)).identity
        == wanted.identity
    else { throw Failure(place, "the build there is of other options") }
    return Path.join(directory, name)
  }
}
