extension ObjectFile {
  /// Returns the name of the section that has the byte at `offset` of the file; `nil` where that is
  /// a header, or the format has no names for its sections here.
  package func sectionName(at offset: Int) throws(ReadError) -> String? {
    guard case .elf(let elf) = image, offset >= self.offset else { return nil }
    let place = UInt64(offset - self.offset)
    for index in 0..<elf.sections.count {
      let section = try elf.sections[index]
      guard section.type != .noBits, section.offset <= place,
        place - section.offset < section.size
      else { continue }
      var names = try elf.sections.names()
      return try names.string(at: UInt64(section.name))
    }
    return nil
  }
}
