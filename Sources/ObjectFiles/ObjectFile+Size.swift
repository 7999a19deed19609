extension ObjectFile {
  /// Returns the bytes of code and constants, as `size` prints them in its column `text`; `nil`
  /// where the format does not tell.
  package func textBytes() throws(ReadError) -> UInt64? {
    switch image {
    case .elf(let elf): try elf.textBytes()
    case .machO(let machO): try machO.textBytes()
    default: nil
    }
  }

  /// Returns the bytes of variables, set and not, as `size` prints them in its columns `data` and
  /// `bss` together; `nil` where the format does not tell.
  package func dataBytes() throws(ReadError) -> UInt64? {
    switch image {
    case .elf(let elf): try elf.dataBytes()
    case .machO(let machO): try machO.dataBytes()
    default: nil
    }
  }
}

extension ELFImage {
  /// Loaded and not writable: code, constants, what unwinds the stack.
  fileprivate func textBytes() throws(ReadError) -> UInt64 { try bytes(isWritten: false) }

  fileprivate func dataBytes() throws(ReadError) -> UInt64 { try bytes(isWritten: true) }

  private func bytes(isWritten: Bool) throws(ReadError) -> UInt64 {
    let (written, loaded): (UInt64, UInt64) = (1, 2)
    let wanted = isWritten ? written | loaded : loaded
    var total: UInt64 = 0
    for index in 0..<sections.count {
      let section = try sections[index]
      if section.flags & (written | loaded) == wanted { total &+= section.size }
    }
    return total
  }
}

extension MachOImage {
  fileprivate func textBytes() throws(ReadError) -> UInt64 { try bytes(of: "__TEXT") }

  fileprivate func dataBytes() throws(ReadError) -> UInt64 { try bytes(of: "__DATA") }

  private func bytes(of segment: String) throws(ReadError) -> UInt64 {
    var total: UInt64 = 0
    try forEachSection { section throws(ReadError) in
      if section.segment.elementsEqual(segment.utf8) { total &+= section.size }
    }
    return total
  }
}
