extension SymbolGroup {
  /// Returns what is to be said of the group.
  func finding(isOrdered: Bool, _ cure: SymbolCure) -> Finding {
    Finding(
      severity(isOrdered: isOrdered),
      check: check,
      subject: example,
      message,
      in: files.joined(separator: ", "),
      notes: (verdict == .split ? [] : [exampleNote]) + requesterNote + notes + bindingNote,
      fix: fix(cure)
    )
  }

  private var check: String {
    switch verdict {
    case .silent, .duplicateError, .isolated: "duplicate-symbols"
    case .interposed: "interposed-symbols"
    case .split: "split"
    }
  }

  /// A library behind the archive that wins is what many link lines have and want to have.
  private func severity(isOrdered: Bool) -> Finding.Severity {
    switch verdict {
    case .isolated: .note
    case .silent:
      isOrdered && details.isImage.contains(true) && !isWonByImage && winner != nil
        ? .warning : .error
    case .duplicateError, .interposed, .split: .error
    }
  }

  private var isWonByImage: Bool {
    zip(files, details.isImage).contains { $0 == winner && $1 }
  }

  private var exampleNote: String {
    let places = exampleFiles[0] == exampleFiles[1] ? [exampleFiles[0]] : exampleFiles
    return "such as '\(example)', in \(places.joined(separator: " and "))"
  }

  private var requesterNote: [String] {
    guard let requester = details.requester else { return [] }
    let cause = LibraryRequest.cause(of: details.library ?? "")
    return ["'\(requester)' asks the linker for it by itself, as \(cause) makes it"]
  }

  private var bindingNote: [String] {
    guard verdict == .interposed, details.isELF else { return [] }
    return ["'\(details.library ?? files[1])' linked with '-Wl,-Bsymbolic' keeps to its own"]
  }

  private var names: String { count == 1 ? "'\(example)' is" : "\(count) names are" }

  private var message: Finding.Message {
    switch verdict {
    case .silent: silentMessage
    case .duplicateError: duplicateMessage
    case .isolated: "\(names) defined in both, each for its own use"
    case .interposed:
      "\(names) defined in both, and \(details.relocations.counted("relocation")) of "
        + "'\(details.library ?? "")' to its own can be caught: "
        + (winner.map { "'\($0)' is asked first" } ?? "whichever is loaded first is asked first")
    case .split: splitMessage
    }
  }

  private var silentMessage: Finding.Message {
    guard let winner else {
      return "\(names) defined in both; the linker takes the first it meets and says nothing"
    }
    return "\(names) defined in both; the linker takes '\(winner)', which comes first, "
      + "and says nothing"
  }

  private var duplicateMessage: Finding.Message {
    guard let second = details.secondObject, let cause = details.cause else {
      return "\(names) defined in both, and the linker takes both and stops"
    }
    return "\(names) defined in both, and the linker stops: it takes '\(second)' too, "
      + "for '\(cause)'"
  }

  private var splitMessage: Finding.Message {
    let taken =
      count == 1 ? "'\(details.taken.first ?? example)'" : "\(count) names"
    let list = count == 1 ? "" : ": \(details.taken.examples)"
    let stripped = details.isStripped ? ", whose names were stripped" : ""
    let origin = details.hasProvider ? "'\(details.library ?? "")'" : "another image"
    return "'\(ownOfSplit)' has a SQLite of its own\(stripped), but \(taken) "
      + "\(count == 1 ? "comes" : "come") from \(origin)\(list)"
  }
}

extension SymbolGroup {
  /// The way out: one copy before all, then a hidden one, then a prefix.
  fileprivate func fix(_ cure: SymbolCure) -> String? {
    switch verdict {
    case .isolated: nil
    case .split:
      cure.splitFix(
        own: ownOfSplit,
        taken: details.taken,
        library: details.hasProvider ? details.library ?? files[1] : nil
      )
    case .interposed: interposedFix
    case .silent, .duplicateError:
      exampleFiles[0].contains("(") && files == exampleFiles
        ? "keep one: make the archive without one of the two" : linkFix
    }
  }

  private var loser: String {
    details.spare ?? files.first { $0 != winner && winner != nil } ?? files[1]
  }

  private var linkFix: String {
    let stub = zip(files, details.isStub).first { $1 }?.0
    let dropped = stub ?? imageThatLoses ?? loser
    let setting =
      stub == nil || !details.isSQLite
      ? "" : ", where '-lsqlite3' or a linked library 'sqlite3' brings it"
    let hidden =
      details.isSQLite ? "built with 'visibility hidden'" : "compiled with '-fvisibility=hidden'"
    return "keep one: drop '\(dropped)' from the link line\(setting); else link one into a shared "
      + "library of its own, \(hidden); else \(renaming)"
  }

  /// How both can stay; a prefix is what this tool can give to SQLite alone.
  private var renaming: String {
    details.isSQLite
      ? "build one with a prefix, as in 'prefix acme_'"
      : "rename those of one, as 'objcopy --redefine-syms' does"
  }

  /// Of an archive and a library the library goes, whoever wins: the archive was built on purpose.
  private var imageThatLoses: String? {
    guard details.isImage.contains(true), details.isImage.contains(false) else { return nil }
    return zip(files, details.isImage).first { $1 }?.0
  }

  private var interposedFix: String {
    guard let embedder = details.embedder, details.isSQLite else {
      let library = details.library ?? files[1]
      return "keep one: link and load '\(files.first { $0 != library } ?? files[0])' alone, "
        + "without '\(library)'; else \(renaming)"
    }
    let other = files.first { $0 != embedder } ?? files[1]
    return "keep one: build '\(embedder)' without a SQLite of its own, for that of '\(other)'; "
      + "else build it with one that has 'visibility hidden'; else with one that has a prefix, "
      + "as in 'prefix acme_'"
  }

  /// The file with a copy of its own, of which a part comes from elsewhere.
  fileprivate var ownOfSplit: String { files.first { $0 != details.library } ?? files[0] }
}
