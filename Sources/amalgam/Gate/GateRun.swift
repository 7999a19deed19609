import AmalgamCore
import AmalgamHost

/// One call of `gate` that builds what it judges.
struct GateRun {
  private let invocation: Invocation
  private let verification: Verification

  init(_ invocation: Invocation) throws {
    self.invocation = invocation
    for option in [Option.rebuild, .record]
    where invocation.arguments.has(option) && invocation.arguments.has(.library) {
      throw UsageError(
        "'--library' and '\(option.name)' exclude each other: nothing is built",
        usage: invocation.verb.usage
      )
    }
    verification = try Verification(invocation)
  }

  private var workspace: Workspace { verification.workspace }
  private var isRecording: Bool { invocation.arguments.has(.record) }
  private var baselines: BaselineFiles {
    BaselineFiles(
      project: workspace.project,
      files: invocation.files,
      commands: invocation.commands,
      isRecording: isRecording
    )
  }
  private var today: Today { workspace.request.today }

  func report() throws -> Report {
    let prepared = try workspace.prepare(invocation.arguments.operands)
    var failures: [Failure] = []
    let isForeign = invocation.arguments.has(.library)
    let built = isForeign ? [] : try build(prepared.filter(\.isBuildable), &failures)
    let (verdicts, broken) = isForeign ? try judgeLibrary(prepared) : try judge(built)
    failures += broken
    var variants: [GatedVariant] = []
    for prepared in prepared {
      var variant = variant(of: prepared)
      let name = prepared.variant.description
      if let built = built.first(where: { $0.plan.variant == prepared.variant }) {
        variant.add(.build, ["compiler-warning"], workspace.warnings(of: built))
        variant.bills = [try bill(of: built)]
      }
      if let verdict = verdicts.first(where: { $0.expectation.variant == name }) {
        variant.add(verdict)
        failures += try FileReview(invocation, workspace.tables).review(&variant, verdict)
        failures += baselines.compare(&variant, verdict)
      }
      variants.append(variant)
    }
    failures += try rebuild(built, &variants)
    review(&variants)
    if isRecording { try baselines.record(&variants, failures: &failures) }
    return GateReport(variants, failures: failures, today: today).report
  }

  /// Builds all of them; one that fails does not keep the others from being judged.
  private func build(
    _ prepared: [PreparedProfile],
    _ failures: inout [Failure]
  ) throws -> [BuildSession.Built] {
    if prepared.isEmpty { return [] }
    do {
      return try workspace.session().build(prepared)
    } catch let error as Failures {
      failures += error.all
    } catch let error as Failure {
      failures.append(error)
    }
    let failed = Set(failures.map(\.place))
    let others = prepared.filter { !failed.contains($0.variant.description) }
    return others.count < prepared.count ? try build(others, &failures) : []
  }

  private func bill(of built: BuildSession.Built) throws -> SoftwareBill {
    let header = try invocation.files.read(Path.join(built.directory, "sqlite3.h"))
    return SoftwareBill(
      built.plan,
      sourceDigest: SHA256.hexDigest(
        of: try invocation.files.read(Path.join(built.directory, "sqlite3.c"))
      ),
      header: String(decoding: header, as: UTF8.self),
      tool: ToolVersion.text
    )
  }

  private func judge(
    _ built: [BuildSession.Built]
  ) throws -> (verdicts: [VariantVerdict], failures: [Failure]) {
    if built.isEmpty { return ([], []) }
    var requests: [VerifyRequest] = []
    var failures: [Failure] = []
    for built in built {
      do {
        requests.append(try verification.request(built))
      } catch let failure as Failure {
        failures.append(failure)
      }
    }
    return try verification.verifier().judge(requests, failures: failures)
  }

  /// Judges the library of `--library` in place of what is built.
  private func judgeLibrary(
    _ prepared: [PreparedProfile]
  ) throws -> (verdicts: [VariantVerdict], failures: [Failure]) {
    guard prepared.allSatisfy(\.isBuildable) else { return ([], []) }
    return try verification.verifier().judge(try verification.requests(prepared).requests)
  }

  /// Builds all that was built once more, and adds what is not the same.
  private func rebuild(
    _ built: [BuildSession.Built],
    _ variants: inout [GatedVariant]
  ) throws -> [Failure] {
    guard invocation.arguments.has(.rebuild), !built.isEmpty else { return [] }
    let again = try Rebuild(files: invocation.files, commands: invocation.commands)
    defer { again.remove() }
    let tool = invocation.commands.find(CommandLine.arguments[0]) ?? "/proc/self/exe"
    let operands = invocation.arguments.operands.map { operand in
      operand.contains("/") ? workspace.project.absolute(operand) : operand
    }
    var words = operands + ["--root", workspace.project.base]
    for option in [Option.release, .target, .compiler] {
      if let value = invocation.arguments.value(option) { words += [option.name, value] }
    }
    if let failure = try again.build(tool, words, jobs: workspace.request.jobs) {
      return [failure]
    }
    for index in variants.indices {
      guard let own = built.first(where: { $0.plan.variant.description == variants[index].name })
      else { continue }
      let found = try again.findings(variant: variants[index].name, directory: own.directory)
      variants[index].add(.build, [RebuildComparison.checkID], found)
    }
    return []
  }

  private func variant(of prepared: PreparedProfile) -> GatedVariant {
    let base = workspace.project.buildDirectory(asked: workspace.request.buildDirectory)
    var variant = GatedVariant(
      name: prepared.variant.description,
      directory: workspace.project.display(Path.join(base, prepared.variant.description)),
      profile: prepared.profile,
      release: prepared.release.version,
      checkIn: prepared.release.checkIn,
      target: prepared.target,
      faults: workspace.tables.catalogue.faults(
        of: prepared.release.version,
        in: prepared.profile
      )
    )
    variant.findings = prepared.findings
    variant.judgements = prepared.judgements
    return variant
  }

  /// Accepts what the profiles accept, then judges the `accept` lines themselves.
  private func review(_ variants: inout [GatedVariant]) {
    for index in variants.indices { variants[index].accept(today: today.date) }
    let review = AcceptanceReview(of: variants.flatMap(\.findings), today: today.date)
    let found = review.review(variants)
    for index in variants.indices where !variants[index].profile.acceptances.isEmpty {
      let name = variants[index].name
      variants[index].add(
        .gate,
        [AcceptanceReview.checkID],
        found.filter { $0.variant == name }
      )
    }
  }
}
