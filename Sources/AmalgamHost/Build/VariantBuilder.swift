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
    guard let text = try? files.readText(path), let record = StatRecord(text),
      files.isDirectory(directory(of: plan))
    else { return "it is not built" }
    guard record.key == key(of: plan, amalgamation: amalgamation) else {
      return "its profile, its extensions, its release or its tools have changed"
    }
    return record.firstChange(files: files, keptAt: path).map { path in
      files.status(of: path) == nil ? "'\(path)' is gone" : "'\(path)' has changed"
    }
  }

  /// Throws if something lies in the variant's place that no build has put there.
  package func checkPlace(of plan: BuildPlan) throws(Failure) {
    let place = directory(of: plan)
    guard let status = files.status(of: place) else { return }
    if status.kind == .directory {
      let isKnown = files.isFile(recordPath(of: plan))
      let manifest = (try? files.readText(Path.join(place, "manifest.json"))) ?? ""
      if isKnown || manifest.contains("\n  \"registration\": {") { return }
      if try files.list(place).isEmpty { return }
    }
    throw Failure(
      plan.variant.description,
      "its place, '\(place)', holds what no build has put there",
      fix: "move that away, or name another folder with '--build-dir'"
    )
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
    let staging = Path.join(buildDirectory, ".\(plan.variant).\(RunToken.current).staging")
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
          try self.files.place(staging, at: directory)
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
      let parts = name.split(separator: ".")
      guard name.hasPrefix("."), let end = parts.lastIndex(of: "staging"), end > 0 else {
        return nil
      }
      return parts[end - 1]
    }
  }

  /// Keeps a failed build outside the build directory, so that its logs can be read and its
  /// command run again.
  private func keep(
    _ step: Job.Step,
    _ status: ExitStatus,
    plan: BuildPlan,
    staging: String
  ) -> Failure {
    let kept = Path.join(cache, "failed/\(place)/\(plan.variant)")
    do {
      try files.place(staging, at: kept)
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
    // The bytes count, not which run generated them.
    let text = try? files.readText(Path.join(amalgamation, "record"))
    let digests = text.flatMap { StatRecord($0) }?.entries.map(\.digest) ?? []
    return SHA256.hexDigest(of: Array((plan.digest + digests.joined()).utf8))
  }

  private func recordPath(of plan: BuildPlan) -> String {
    Path.join(cache, "records/\(place)/\(plan.variant)")
  }

  /// Two build directories on one cache have records, and logs of what failed, of their own.
  private var place: Substring { SHA256.hexDigest(of: Array(buildDirectory.utf8)).prefix(16) }
}
