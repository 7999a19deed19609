/// The global names of a variant's extensions, which must be theirs alone.
package struct ExtensionNames {
  private let plan: BuildPlan
  private let symbols: Set<String>

  /// `symbols` are what SQLite itself defines in the variant.
  package init(_ plan: BuildPlan, symbols: Set<String>) {
    self.plan = plan
    self.symbols = symbols
  }

  /// What a linker would say of names that are defined twice, before anything is compiled; and of
  /// files that would lie in one place.
  package var failures: [Failure] {
    var owners = Dictionary(uniqueKeysWithValues: symbols.map { ($0, "SQLite \(plan.release)") })
    var failures: [Failure] = []
    for source in plan.extensions {
      for name in source.globalNames where name != "main" {
        if let owner = owners[name] {
          failures.append(twice(name, source, owner))
        } else {
          owners[name] = "extension '\(source.name)'"
        }
      }
    }
    return failures + filesTwice
  }

  private func twice(_ name: String, _ source: ExtensionSource, _ owner: String) -> Failure {
    Failure(
      place(of: source),
      "'\(name)' is defined by extension '\(source.name)' and by \(owner)",
      fix: "make one of the two static, rename it, or leave the extension out"
    )
  }

  private var filesTwice: [Failure] {
    var contents: [String: [UInt8]] = [:]
    for source in plan.extensions { contents["\(source.name).c"] = source.contents }
    var failures: [Failure] = []
    for source in plan.extensions {
      for companion in source.companions {
        if let other = contents[companion.path], other != companion.contents {
          failures.append(
            Failure(
              place(of: source),
              "extension '\(source.name)' includes '\(companion.path)', and another extension a "
                + "different file of that name",
              fix: "rename one of the two files"
            )
          )
        }
        contents[companion.path] = companion.contents
      }
    }
    return failures
  }

  private func place(of source: ExtensionSource) -> String {
    plan.profile.extensions.first { $0.shortName == source.name }?.location.description
      ?? source.origin
  }
}
