import AmalgamCore

/// The baselines of a project: read, compared with, and recorded.
package struct BaselineFiles {
  private let project: Project
  private let files: any Files
  private let commands: any CommandRunner
  private let isRecording: Bool

  package init(
    project: Project,
    files: any Files,
    commands: any CommandRunner,
    isRecording: Bool
  ) {
    self.project = project
    self.files = files
    self.commands = commands
    self.isRecording = isRecording
  }

  /// Where the baseline of a profile lies: beside its file; of one that is built in, among the
  /// project's.
  package func path(of profile: ResolvedProfile) -> String {
    guard profile.file.hasPrefix("builtin:") else {
      let folder = Path.directory(of: Path.join(project.base, profile.file))
      return Path.join(folder, "\(profile.name).baseline")
    }
    let folder = project.root.map { Path.join($0, "Profiles") } ?? project.workingDirectory
    return Path.join(folder, "\(profile.name).baseline")
  }

  /// Compares a variant with what was approved of it, adds what differs, and returns what kept it
  /// from being compared.
  package func compare(_ variant: inout GatedVariant, _ verdict: VariantVerdict) -> [Failure] {
    let path = path(of: variant.profile)
    let name = project.display(path)
    variant.baseline = BaselineOutcome(file: name, comparison: nil)
    do {
      guard let approved = try read(path), let old = approved.baseline[variant.target] else {
        return isRecording ? [] : [missing(name, variant)]
      }
      let comparison = BaselineComparison(old, BaselineBlock(of: verdict))
      variant.baseline = BaselineOutcome(file: name, comparison: comparison)
      variant.baseline?.commit = commit(of: path)
      if !isRecording { add(comparison, approved, to: &variant, verdict) }
      return []
    } catch let error as Failures {
      return isRecording ? [] : error.all
    } catch let error as Failure {
      return [error]
    } catch {
      return [Failure(name, "\(error)")]
    }
  }

  private func add(
    _ comparison: BaselineComparison,
    _ approved: Baseline.Located,
    to variant: inout GatedVariant,
    _ verdict: VariantVerdict
  ) {
    variant.add(
      .gate,
      BaselineComparison.checks,
      comparison.findings(verdict.expectation, approved)
    )
    if let limit = variant.profile.growth {
      let check = GrowthCheck(limit, variant: variant.name)
      variant.add(GrowthCheck.checkID, check.judge(comparison.old, comparison.new))
    }
  }

  private func missing(_ name: String, _ variant: GatedVariant) -> Failure {
    Failure(
      variant.name,
      "was never approved for \(variant.target): '\(name)' does not have it",
      fix: "read what this run says, and approve it with 'amalgam gate \(variant.profile.name) "
        + "--record'"
    )
  }

  /// Returns the baseline in the file `path`; `nil` where there is none.
  private func read(_ path: String) throws -> Baseline.Located? {
    guard let status = files.status(of: path) else { return nil }
    // A pipe would keep whoever reads it waiting, for ever where nobody writes.
    if status.kind == .other {
      throw Failure(project.display(path), "is a pipe or a device, and no baseline")
    }
    return try Baseline.read(try files.readText(path), file: project.display(path))
  }

  /// Records all of `variants`, or none where an error is open or something was not judged.
  package func record(_ variants: inout [GatedVariant], failures: inout [Failure]) throws {
    for index in variants.indices {
      let variant = variants[index]
      let errors = variant.findings.count(where: \.isOpenError)
      let reason =
        errors > 0
        ? "\(errors.counted("error")) of it \(errors == 1 ? "is" : "are") open"
        : variant.skipped > 0
          ? "\(variant.skipped.counted("thing")) of it could not be judged"
          : variant.verdict == nil ? "it was not built and run" : nil
      if let reason {
        failures.append(Failure(variant.name, "was not recorded, since \(reason)"))
      }
    }
    guard failures.isEmpty else { return }
    for index in variants.indices { try record(&variants[index]) }
  }

  private func record(_ variant: inout GatedVariant) throws {
    guard let verdict = variant.verdict else { return }
    let path = path(of: variant.profile)
    // One that is damaged is not worth keeping; another target's block of a sound one is.
    let old = (try? read(path))?.baseline ?? Baseline(profile: variant.profile.name, blocks: [])
    let block = BaselineBlock(of: verdict).keepingSizes(of: old[variant.target])
    let text = old.replacing(block).text
    if (try? files.readText(path)) != text { try files.writeThrough(text, to: path) }
    variant.baseline?.isRecorded = true
  }

  /// The file's last commit, where Git knows one.
  private func commit(of path: String) -> String? {
    guard commands.find("git") != nil, let folder = try? PrivateFolder(files: files) else {
      return nil
    }
    defer { folder.remove() }
    let (log, output) = ("\(folder.path)/log", "\(folder.path)/output")
    let command = Command(
      ["git", "log", "-1", "--format=%h %cs", "--", Path.name(of: path)],
      in: Path.directory(of: path)
    )
    let status = try? commands.run(command, log: log, output: output, seconds: 10)
    guard status?.isSuccess ?? false, let text = try? files.readText(output) else { return nil }
    let line = text.split(separator: "\n").first.map(String.init) ?? ""
    return line.isEmpty ? nil : line
  }
}
