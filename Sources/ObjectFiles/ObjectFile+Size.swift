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
}

extension ELFImage {
  /// Loaded and not writable: code, constants, what unwinds the stack.
  fileprivate func textBytes() throws(ReadError) -> UInt64 {
    let (written, loaded): (UInt64, UInt64) = (1, 2)
    var total: UInt64 = 0
    for index in 0..<sections.count {
      let section = try sections[index]
      if section.flags & (written | loaded) == loaded { total &+= section.size }
    }
    return total
  }
}

extension MachOImage {
  fileprivate func textBytes() throws(ReadError) -> UInt64 {
    var total: UInt64 = 0
    try forEachSection { section throws(ReadError) in
      if section.segment.elementsEqual("__TEXT".utf8) { total &+= section.size }
    }
    return total
  }
}
