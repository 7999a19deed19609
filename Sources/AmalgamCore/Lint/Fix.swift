/// The ways out of a finding: one of them is enough.
package struct Fix: Hashable, Sendable {
  package struct Choice: Hashable, Sendable {
    package let edits: [Edit]
    /// What one gets by it, where the choices differ in that.
    package let purpose: String?

    package init(_ edits: [Edit], for purpose: String? = nil) {
      self.edits = edits
      self.purpose = purpose
    }

    /// Returns the text of `file` with the edits of that file made.
    package func applied(to text: String, of file: String) -> String {
      edits.filter { $0.location.file == file }
        .sorted { ($0.location.line, $0.location.column) > ($1.location.line, $1.location.column) }
        .reduce(text) { $1.applied(to: $0) }
    }
  }

  package let choices: [Choice]

  package init(_ choices: [Choice]) {
    self.choices = choices
  }

  /// A fix of one edit.
  package init(_ edit: Edit) {
    self.init([Choice([edit])])
  }

  /// Returns the fix line of a finding at `place`: `write 'SQLITE_ENABLE_FTS5'`, `remove the line,
  /// or add '-DSQLITE_ENABLE_RTREE'`.
  package func sentence(seenFrom place: SourceLocation?) -> String {
    choices.map { choice in
      let edits = choice.edits.map { $0.sentence(seenFrom: place) }
      return ([edits.joined(separator: " and ")] + [choice.purpose].compactMap { $0 })
        .joined(separator: " ")
    }
    .joined(separator: ", or ")
  }
}

extension OptionMention {
  /// The edit that takes the mention away.
  package var removal: Edit {
    switch form {
    case .line, .reported, .directive: return .removeLine(start)
    case .flag, .unset, .item, .configureSwitch:
      let lines = written.lineCount
      return ownsLines && lines > 1
        ? .removeLines(start, count: lines) : .remove(written, at: start)
    }
  }

  /// Returns the edit that names another option, with the same value unless one is given.
  package func writing(_ name: String, value: String?? = .none) -> Edit {
    let kept: String? = hasValue ? option.value : nil
    let new = rewritten(name: spelling(of: name), value: value ?? kept)
    return lineEdit(writing: new) ?? .write(new, over: written, at: start)
  }

  /// Returns the edit of the one line that makes ``written``, which has several, `new`.
  private func lineEdit(writing new: String) -> Edit? {
    let olds = written.split(separator: "\n", omittingEmptySubsequences: false)
    let news = new.split(separator: "\n", omittingEmptySubsequences: false)
    guard olds.count > 1, olds.count == news.count else { return nil }
    let changed = olds.indices.filter { olds[$0] != news[$0] }
    guard changed.count == 1, let index = changed.first else { return nil }
    let blanks = index == 0 ? "" : olds[index].prefix { $0 == " " || $0 == "\t" }
    var (old, text) = (olds[index].dropFirst(blanks.count), news[index].dropFirst(blanks.count))
    // What closes the call is no part of the line's own matter.
    while let last = old.last, last == text.last, ",)".contains(last),
      last == "," || old.count(where: { $0 == "(" }) < old.count(where: { $0 == ")" })
    {
      (old, text) = (old.dropLast(), text.dropLast())
    }
    let place = SourceLocation(
      file: start.file,
      line: start.line + index,
      column: index == 0 ? start.column : blanks.count + 1,
      excerpt: String(olds[index])
    )
    return .write(String(text), over: String(old), at: place)
  }

  /// Returns the edit that puts `text` in place of the whole line but its comment.
  package func replacingLine(by text: String) -> Edit {
    let line = start.excerpt
    let blanks = line.prefix { $0 == " " || $0 == "\t" }.count
    var end = line.dropFirst(blanks)
    if let comment = end.firstRange(of: " #") { end = end[..<comment.lowerBound] }
    let old = String(end.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    let place = SourceLocation(
      file: start.file,
      line: start.line,
      column: blanks + 1,
      excerpt: start.excerpt
    )
    return .write(text, over: old, at: place)
  }

  /// Returns the edit that puts flags of the compiler where a switch of 'configure' stands.
  package func writing(flags options: [CompileOption]) -> Edit {
    let flags = options.map { "-D\($0.value == "1" ? $0.name : $0.description)" }
    return .write(flags.joined(separator: " "), over: written, at: start)
  }

  /// Returns the edit that sets another option beside this one.
  package func adding(_ name: String, value: String? = nil) -> Edit {
    var value = value
    if form == .directive { value = value ?? "1" }
    let new = rewritten(name: spelling(of: name), value: value).withoutLineEnds
    if let separator { return .add(new, separator: separator, at: start) }
    let head = start.excerpt.prefix(start.column - 1)
    let isPlain = form == .directive || form == .reported || head.allSatisfy { " \t".contains($0) }
    return .addLine(isPlain ? String(head.filter { " \t".contains($0) }) + new : new, at: start)
  }

  private func spelling(of name: String) -> String {
    form == .reported && name.hasPrefix("SQLITE_") ? String(name.dropFirst(7)) : name
  }
}
