extension ObjectFile {
  /// Whether a symbol can have `text` in its name, by one search of the names' bytes.
  ///
  /// Most objects of a program have none of the names that somebody looks for, and a search takes
  /// a tenth of the time that it takes to read the symbols. Where names do not lie together, as in
  /// an export trie, the answer is yes.
  package func mayName(_ text: StaticString) throws(ReadError) -> Bool {
    guard case .elf(let elf) = image, kind == .relocatable else { return true }
    return try elf.mayName(text)
  }
}

extension ELFImage {
  /// Whether `text` is in the table of the full symbols' names; no symbol is read.
  fileprivate func mayName(_ text: StaticString) throws(ReadError) -> Bool {
    guard let symbols = try sections.first(.symbolTable) else { return true }
    return try sections.contents(of: sections[Int(symbols.link)]).bytes.contains(text)
  }
}
