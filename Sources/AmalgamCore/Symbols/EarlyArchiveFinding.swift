extension SymbolEvidence.EarlyArchive {
  /// What is to be said of the archive: where another SQLite answers in its place, no linker says it.
  var finding: Finding {
    Finding(
      answerer == nil ? .warning : .error,
      check: "archive-order",
      subject: names[0],
      .passedBy(self),
      in: file,
      fix: "put it behind '\(needer)' on the link line"
    )
  }
}

extension Finding.Message {
  fileprivate static func passedBy(_ archive: SymbolEvidence.EarlyArchive) -> Self {
    let names =
      archive.names.count == 1
      ? "'\(archive.names[0])'" : "\(archive.names.count) names: \(archive.names.examples)"
    let outcome =
      archive.answerer.map { answerer in
        let asker = answerer.requester.map { ", which '\($0)' asks for by itself," } ?? ""
        return "'\(answerer.option)'\(asker) answers for"
      } ?? "the link stops for want of"
    return "stands before '\(archive.needer)', which needs it: \(archive.linkers) takes nothing "
      + "from it then, and \(outcome) \(names)"
  }
}
