/// The README of an export, made from what the manifest says.
struct ExportReadme {
  let export: Export
  let kind: ExportKind
  /// How the receiver uses it: whole sections of Markdown.
  let use: String

  var text: String {
    """
    # SQLite \(plan.release), as the profile '\(profile.name)' builds it

    Made by amalgam; an edit here is lost. `amalgam export \(profile.name) --kind \(kind.rawValue) --into DIR` \
    makes it again, and with `--check` names each file that differs. `manifest.json` says what it was made of, \
    `LICENSES.md` what may be done with it.

    Check-in \(plan.checkIn).

    \(use)
    \(registrationSection)\
    \(checkSection)\
    \(optionSection)\
    \(capabilitySection)\
    \(faultSection)
    """
  }

  private var plan: BuildPlan { export.plan }
  private var profile: ResolvedProfile { export.profile }

  private var registrationSection: String {
    guard plan.registration.isNeeded, kind != .grdb else { return "" }
    let base = plan.registration.base
    let automatic = plan.registration.automatic.joined(separator: ", ")
    let onDemand = plan.registration.onDemand.joined(separator: ", ")
    let sets = profile.sets.map {
      "- set `\($0.name)`: \($0.members.map(\.value).joined(separator: ", "))\n"
    }.joined()
    return """
      ## Extensions

      On every connection, whoever opens it: \(automatic.isEmpty ? "none" : automatic).
      On a connection that asks: \(onDemand.isEmpty ? "none" : onDemand).

      \(sets)
      `registration.h` declares `\(base)_register(db, NAME)`, which registers an extension or a set on that
      connection alone, and `\(base)_log(hook, context)`, whose hook is told of every new connection.


      """
  }

  private var checkSection: String {
    guard kind != .grdb else { return "" }
    let call =
      plan.registration.isNeeded
      ? """
      In C, `\(plan.registration.base)_check(db, 0, &message)` answers `SQLITE_OK` on a connection of this variant,
      else the first difference.
      """ : ""
    let query =
      profile.hasManifestFunction
      ? """
      In any language, `SELECT amalgam_manifest()` names profile, release, source id, digest of the options and the
      extensions of the connection; `no such function` means that another SQLite answers.
      """ : ""
    return """
      ## How to check

      \(call)
      \(query)
      `amalgam verify \(profile.name) --library FILE` judges a library that was built from this.


      """
  }

  private var optionSection: String {
    let rows = profile.options.map { option in
      let place = option.location.map { "\(Path.name(of: $0.file)):\($0.line)" } ?? ""
      return "| `\(option)` | \(option.reason ?? "") | \(place) |\n"
    }
    return """
      ## Options

      | option | why | where |
      | --- | --- | --- |
      \(rows.joined())

      """
  }

  private var capabilitySection: String {
    let groups = Dictionary(grouping: export.capabilities, by: \.kind)
    let lines = Capability.Kind.allCases.compactMap { kind -> String? in
      guard let all = groups[kind] else { return nil }
      // Hundreds of names of the API; the header has them.
      if kind == .symbol { return "- symbol: \(all.count), all that the header declares\n" }
      return "- \(kind.rawValue): \(all.map { "`\($0.name)`" }.joined(separator: " "))\n"
    }
    return """
      ## Capabilities

      \(lines.joined())

      """
  }

  private var faultSection: String {
    let lines = export.faults.map { "- \($0.line)\n" }
    return """
      ## Known faults of SQLite \(plan.release) that this build can meet

      \(lines.isEmpty ? "None was published when this was made.\n" : lines.joined())
      """
  }
}

extension CompileOption {
  /// What the profile says behind the option, on its line.
  fileprivate var reason: String? {
    guard let text = location?.excerpt, let range = text.firstRange(of: " #") else { return nil }
    let words = text[range.upperBound...].split(separator: " ").joined(separator: " ")
    return words.isEmpty ? nil : words.markdown
  }
}
