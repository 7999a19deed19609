import AmalgamCore

/// Asks libraries what they have, and runs no suite: for a tool that judges the answers itself.
package final class LibraryObserver {
  private let settings: VerifySettings
  private let objects: DriverObjects
  private let files: any Files
  private let target: String
  private let targetFlags: [String]
  private let headers: String

  /// Makes the observer of libraries whose programs are compiled with the `sqlite3.h` in `headers`.
  package init(
    headers: String,
    target: String,
    targetFlags: [String] = [],
    settings: VerifySettings,
    sources: DriverSources = .embedded,
    files: any Files
  ) throws(Failure) {
    self.headers = headers
    self.target = target
    self.targetFlags = targetFlags
    self.settings = settings
    self.files = files
    objects = try DriverObjects(
      headers: headers,
      target: target,
      targetFlags: targetFlags,
      settings: settings,
      sources: sources,
      files: files
    )
  }

  /// Makes the job that compiles the driver, which every observation needs.
  package func driverJob() -> Job { objects.job() }

  /// Makes the observation of the static library or object at `path`, which need not be there yet.
  package func observation(
    of path: String,
    _ expectation: Expectation,
    folder: String
  ) -> Observation {
    Observation(
      path: path,
      request: VerifyRequest(
        VerifySubject(archive: path, headers: headers, hasOwnHeader: false, isOwnBuild: false),
        expectation,
        suites: [],
        target: target,
        targetFlags: targetFlags
      ),
      settings: settings,
      objects: objects,
      folder: folder,
      files: files
    )
  }
}

/// What is done with one library: link the driver, ask, forget the program.
package final class Observation {
  private let path: String
  private let request: VerifyRequest
  private let settings: VerifySettings
  private let objects: DriverObjects
  private let folder: String
  private let files: any Files
  private var run: LibraryRun?

  init(
    path: String,
    request: VerifyRequest,
    settings: VerifySettings,
    objects: DriverObjects,
    folder: String,
    files: any Files
  ) {
    self.path = path
    self.request = request
    self.settings = settings
    self.objects = objects
    self.folder = folder
    self.files = files
  }

  /// What was seen; `nil` before the phases are over.
  package var evidence: LibraryEvidence? { run?.evidence }

  /// The phases of a job, to follow those that make the library.
  package var phases: [Job.Phase] {
    [
      { try self.begin() },
      { try self.run?.ask() ?? [] },
      {
        try self.forget()
        return []
      },
    ]
  }

  /// Takes how a step of these phases ended.
  package func ended(_ step: Job.Step, _ status: ExitStatus) throws {
    try run?.ended(step, status)
  }

  private func begin() throws -> [Job.Step] {
    let run = try LibraryRun(
      .archive,
      path: path,
      display: Path.name(of: path),
      request: request,
      settings: settings,
      objects: objects,
      folder: folder,
      files: files
    ) { _ in [] }
    self.run = run
    return try run.driver?.links() ?? []
  }

  /// Removes the program, of which hundreds would fill a disk.
  private func forget() throws {
    if let program = run?.driver?.program, !program.isEmpty {
      try files.remove(Path.directory(of: program))
    }
    try files.remove(folder)
  }
}
