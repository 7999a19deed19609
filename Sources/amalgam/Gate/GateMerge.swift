import AmalgamCore
import AmalgamHost

/// One call of `gate --merge DIR…`: one verdict from the JSON reports of runs elsewhere.
struct GateMerge {
  private let invocation: Invocation
  private let project: Project

  init(_ invocation: Invocation) throws {
    self.invocation = invocation
    for option in [Option.record, .program, .evidence] where invocation.arguments.has(option) {
      throw UsageError(
        "'--merge' judges reports alone, and '\(option.name)' excludes it",
        usage: invocation.verb.usage
      )
    }
    project = try invocation.project()
  }

  func report() throws -> Report {
    var merged: [MergedGate] = []
    var failures: [Failure] = []
    for folder in invocation.arguments.all(.merge) {
      for path in try paths(in: project.absolute(folder), &failures) {
        do throws(Failure) {
          let text = try invocation.files.readText(path)
          merged.append(try MergedGate(text, file: project.display(path)))
        } catch {
          failures.append(error)
        }
      }
    }
    return MergedGate.report(merged, failures: failures, expected: try expected())
  }

  /// The JSON files below a folder, also those that another runner's artifact has in one of its own.
  private func paths(in folder: String, _ failures: inout [Failure]) throws -> [String] {
    let entries = try invocation.files.walk(folder, limit: 10_000)
    let names = entries.filter { $0.status.kind == .file && $0.path.hasSuffix(".json") }.map(\.path)
    if names.isEmpty {
      failures.append(
        Failure(
          project.display(folder),
          "holds no report: no file that ends in '.json'",
          fix: "let each run write one there, by '--report json=FILE'"
        )
      )
    }
    return names.map { Path.join(folder, $0) }
  }

  /// The variants that there must be a report of: those of the profiles that are named.
  private func expected() throws -> [String] {
    if invocation.arguments.operands.isEmpty { return [] }
    return try Workspace(invocation).prepare(invocation.arguments.operands)
      .map(\.variant.description)
  }
}
