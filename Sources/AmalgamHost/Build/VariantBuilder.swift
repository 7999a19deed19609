import AmalgamCore

/// Brings variant directories to what their plans say, and knows when they already are.
package struct VariantBuilder {
  private let files: any Files
  private let cache: String
  /// The folder that holds nothing but variant directories.
  private let buildDirectory: String

  package init(files: any Files, cache: String, buildDirectory: String) {
    self.files = files
    self.cache = cache
    self.buildDirectory = buildDirectory
  }

  /// Returns the directory of a variant.
  package func directory(of plan: BuildPlan) -> String {
    Path.join(buildDirectory, plan.variant.description)
  }

  /// Returns why the variant must be built, or `nil` if it is up to date.
  package func reasonToBuild(_ plan: BuildPlan, amalgamation: String) -> String? {
    let path = recordPath(of: plan)
    guard let text = try? files.readText(path), let record = StatRecord(text) else {
      return "it is not built"
    }
    guard record.key == key(of: plan, amalgamation: amalgamation) else {
      return "its profile, its release or its tools have changed"
    }
    return record.firstChange(files: files).map { "'\($0)' has changed" }
  }

  /// Returns the job that builds `plan` from the amalgamation in a folder that `needs` make.
  ///
  /// `capabilities` are what the profile promises, for the manifest.
  package func job(
    _ plan: BuildPlan,
    amalgamation: String,
    needs: [Job],
    capabilities: @escaping () -> [Capability]
  ) -> Job {
    let directory = directory(of: plan)
    let staging = Path.join(buildDirectory, ".\(plan.variant).\(getpid()).staging")
    let run = VariantRun(
      plan: plan,
      amalgamation: amalgamation,
      staging: staging,
      files: files,
      capabilities: capabilities
    )
    return Job(
      needs: needs,
      phases: [
        { try run.write() },
        { try run.products() },
        {
          try run.finish()
          try self.publish(staging, as: directory)
          try self.record(plan, directory: directory, amalgamation: amalgamation, run: run)
          return []
        },
      ],
      failed: { step, status in self.keep(step, status, plan: plan, staging: staging) }
    )
  }

  /// Removes what this run, or one that was killed, has left half made in the build directory.
  package func removeLeftovers() {
    Leftovers(files: files).remove(in: buildDirectory) { name in
      guard name.hasPrefix("."), name.hasSuffix(".staging") else { return nil }
      return name.split(separator: ".").lazy.compactMap { pid_t($0) }.last
    }
  }

  /// Puts the finished folder in place; the old one is away only between two renames.
  ///
  /// Another run may put its own there in that moment, with the same bytes; then once more.
  private func publish(_ staging: String, as directory: String) throws {
    let old = staging + ".old.staging"
    for isLastTry in [false, false, true] {
      try files.remove(old)
      do {
        if files.status(of: directory) != nil { try files.move(directory, to: old) }
        try files.move(staging, to: directory)
        break
      } catch {
        if isLastTry { throw error }
      }
    }
    try files.remove(old)
  }

  /// Keeps a failed build outside the build directory, so that its logs can be read and its
  /// command run again.
  private func keep(
    _ step: Job.Step,
    _ status: ExitStatus,
    plan: BuildPlan,
    staging: String
  ) -> Failure {
    let kept = Path.join(cache, "failed/\(plan.variant)")
    do {
      try files.remove(kept)
      try files.move(staging, to: kept)
    } catch {
      return error
    }
    let log = kept + step.log.dropFirst(staging.count)
    let command = Command(
      step.command.arguments,
      in: kept,
      environment: step.command.environment
    )
    let moved = Job.Step(command, log: log, label: step.label)
    return Failure(command: moved, status, place: plan.variant.description, files: files)
  }

  private func record(
    _ plan: BuildPlan,
    directory: String,
    amalgamation: String,
    run: VariantRun
  ) throws {
    let outputs = run.outputs.map { output in
      let path = Path.join(directory, output.path)
      return StatRecord.Entry(
        path: path,
        status: StatRecord.status(of: path),
        digest: output.digest
      )
    }
    let entries = outputs + run.inputs
    let record = StatRecord(key: key(of: plan, amalgamation: amalgamation), entries: entries)
    try files.write(record.text, to: recordPath(of: plan))
  }

  private func key(of plan: BuildPlan, amalgamation: String) -> String {
    let record = (try? files.read(Path.join(amalgamation, "record"))) ?? []
    return SHA256.hexDigest(of: Array(plan.digest.utf8) + record)
  }

  /// Two build directories on one cache have records of their own.
  private func recordPath(of plan: BuildPlan) -> String {
    let place = SHA256.hexDigest(of: Array(buildDirectory.utf8)).prefix(16)
    return Path.join(cache, "records/\(place)/\(plan.variant)")
  }
}
