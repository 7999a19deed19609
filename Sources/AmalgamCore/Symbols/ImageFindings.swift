import ObjectFiles

extension ImageEvidence {
  /// Returns what is to be said of single files.
  var findings: [Finding] {
    installs.map(finding) + leaks.map(finding) + unprefixed.map(finding)
      + overPrefixed.map(finding) + unexported.map(finding) + forbidden.map(finding)
  }

  private func finding(_ leak: Leak) -> Finding {
    Finding(
      .warning,
      check: "leaked-symbols",
      subject: leak.names[0],
      .leak(leak.names),
      in: leak.file,
      notes: leak.relocations == 0
        ? [] : ["\(leak.relocations.counted("relocation")) of its own to them can be caught"],
      fix: Self.hiding
    )
  }

  fileprivate static let hiding =
    "link it with '-Wl,--exclude-libs,ALL', or build its SQLite with 'visibility hidden'"

  private func finding(_ copy: Unprefixed) -> Finding {
    Finding(
      .error,
      check: "isolation",
      subject: copy.names[0],
      .unprefixed(copy.names, copy.prefix),
      in: copy.file,
      fix: "build it with 'prefix \(copy.prefix)', which takes in every name of the API"
    )
  }

  private func finding(_ copy: OverPrefixed) -> Finding {
    Finding(
      .error,
      check: "isolation",
      subject: copy.names[0],
      .overPrefixed(copy.names, copy.prefix),
      in: copy.file,
      fix: "build it with 'prefix \(copy.prefix)', which leaves the names of other libraries alone"
    )
  }

  private func finding(_ library: Unexported) -> Finding {
    Finding(
      .error,
      check: "missing-exports",
      subject: library.names[0],
      .unexported(library),
      in: library.file,
      fix: "compile it with '-DSQLITE_API=__declspec(dllexport)'"
    )
  }

  private func finding(_ install: Install) -> Finding {
    let lacks = "\(install.lacks.count.counted("name")): \(install.lacks.examples)"
    if let fault = InstallName(faultOf: install.name) {
      let notes = install.reference.map {
        ["'\($0)' goes by that name too and has what this one lacks, \(lacks)"]
      }
      return fault.finding(install.name, in: install.file, notes: notes ?? [])
    }
    return Finding(
      .error,
      check: "install-name",
      subject: install.name,
      .replacement(install, lacks),
      in: install.file,
      fix: "build it with all of them, or link it with another '-install_name'"
    )
  }

  private func finding(_ forbidden: Forbidden) -> Finding {
    Finding(
      .error,
      check: "forbidden-exports",
      subject: forbidden.names[0],
      .forbidden(forbidden.names, forbidden.pattern),
      in: forbidden.file,
      fix: forbidden.fix
    )
  }
}

extension ImageEvidence.Forbidden {
  /// How to keep the names inside, as the linker of the format has it.
  fileprivate var fix: String {
    switch format {
    case .machO:
      "link its archive with '-Wl,-load_hidden,ARCHIVE', or build its SQLite with 'visibility hidden'"
    // Windows: an image is judged as what its objects are.
    case .coff: "take them off the list of exports: no '/EXPORT', no '__declspec(dllexport)'"
    default: ImageEvidence.hiding
    }
  }
}

extension Finding.Message {
  fileprivate static func leak(_ names: [String]) -> Self {
    "exports \(names.count.counted("name")) of SQLite's API beside its own: another SQLite in the "
      + "process can take their place, or they another's: \(names.examples)"
  }

  fileprivate static func unprefixed(_ names: [String], _ prefix: String) -> Self {
    names.count == 1
      ? "'\(names[0])' is without the prefix '\(prefix)' that the other names of this SQLite have"
      : "\(names.count) names are without the prefix '\(prefix)' that the others of this SQLite "
        + "have: \(names.examples)"
  }

  fileprivate static func overPrefixed(_ names: [String], _ prefix: String) -> Self {
    names.count == 1
      ? "needs '\(names[0])', a name of another library with the prefix '\(prefix)' of this SQLite"
      : "needs \(names.count) names of other libraries with the prefix '\(prefix)' of this SQLite: "
        + "\(names.examples)"
  }

  fileprivate static func unexported(_ library: ImageEvidence.Unexported) -> Self {
    let all = library.exported + library.names.count
    return "exports \(library.exported) of the \(all) functions of SQLite's API that its SQLite "
      + "\(library.version) has, not \(library.names.examples)"
  }

  fileprivate static func replacement(_ install: ImageEvidence.Install, _ lacks: String) -> Self {
    "it goes by the name of '\(install.reference ?? "")', '\(install.name)', and lacks \(lacks)"
  }

  fileprivate static func forbidden(_ names: [String], _ pattern: String) -> Self {
    "exports \(names.count.counted("name")) that '--forbid-exports \(pattern)' forbids: "
      + "\(names.examples)"
  }
}
