extension ObjectFile {
  /// Returns the name of the section that has the byte at `offset` of the file; `nil` where that is
  /// a header, or the format has no sections.
  package func sectionName(at offset: Int) throws(ReadError) -> String? {
    guard offset >= self.offset else { return nil }
    let place = UInt64(offset - self.offset)
    switch image {
    case .elf(let elf): return try Self.sectionName(at: place, of: elf)
    case .machO(let image):
      var found: String?
      try image.forEachSection { section in
        let start = UInt64(section.offset)
        guard found == nil, !section.isZeroFill, place >= start, place - start < section.size
        else { return }
        found = "\(Self.text(section.segment)),\(Self.text(section.name))"
      }
      return found
    case .coff(let object):
      for number in 1..<object.sectionCount + 1 {
        let section = try object.section(number)
        let start = UInt64(section.offset)
        guard start > 0, place >= start, place - start < UInt64(section.size) else { continue }
        return Self.text(section.name)
      }
      return nil
    default: return nil
    }
  }

  private static func text(_ name: UnsafeRawBufferPointer) -> String {
    String(decoding: name, as: UTF8.self)
  }

  private static func sectionName(at place: UInt64, of elf: ELFImage) throws(ReadError) -> String? {
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
