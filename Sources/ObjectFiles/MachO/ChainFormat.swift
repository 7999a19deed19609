/// How the pointers of a chain hold their target and the distance to the next one.
struct ChainFormat {
  private let number: UInt16

  init(_ number: UInt16, in window: Window) throws(ReadError) {
    guard (1...14).contains(number) else {
      throw window.failure("a pointer format from 1 to 14", found: "format \(number)", at: 6)
    }
    self.number = number
  }

  /// What the byte code of early arm64e chains: the format that was numbered 1 later.
  static let threaded = ChainFormat(1)

  private init(_ number: UInt16) { self.number = number }

  var size: Int { (3...5).contains(number) ? 4 : 8 }

  /// Returns the address that a pointer will have, `nil` for an import or for what another file has,
  /// and the distance in bytes to the next pointer, 0 at the end.
  func link(
    _ place: Window,
    _ targets: ChainTargets
  ) throws(ReadError) -> (
    target: UInt64?, next: Int
  ) {
    switch number {
    case 3, 4, 5: return narrowLink(try place.u32(0))
    case 2, 6:
      let word = try place.u64(0)
      let isImport = word >> 63 != 0
      let target = word & 0xF_FFFF_FFFF
      let address = number == 2 ? target : targets.base &+ target
      return (isImport ? nil : address, Int(word >> 51 & 0xFFF) * 4)
    case 8, 11: return kernelLink(try place.u64(0), targets)
    case 13:
      let word = try place.u64(0)
      return (targets.base &+ (word & 0x3_FFFF_FFFF), Int(word >> 52 & 0x7FF) * 8)
    case 14:
      let word = try place.u64(0)
      let segment = targets.segment(Int(word >> 28 & 15))
      return (segment.map { $0 &+ (word & 0xFFF_FFFF) }, Int(word >> 51 & 0xFFF) * 4)
    default: return authenticatedLink(try place.u64(0), targets)
    }
  }

  /// Pointers of 32 bits: of programs, of the shared cache, and of firmware.
  private func narrowLink(_ word: UInt32) -> (target: UInt64?, next: Int) {
    switch number {
    case 3: (word >> 31 != 0 ? nil : UInt64(word & 0x3FF_FFFF), Int(word >> 26 & 31) * 4)
    case 4: (UInt64(word & 0x3FFF_FFFF), Int(word >> 30) * 4)
    default: (UInt64(word & 0x3FF_FFFF), Int(word >> 26) * 4)
    }
  }

  /// Pointers of a collection of kernel extensions, of which one file may point into another.
  private func kernelLink(_ word: UInt64, _ targets: ChainTargets) -> (target: UInt64?, next: Int) {
    let isHere = word >> 30 & 3 == 0
    let next = Int(word >> 51 & 0xFFF) * (number == 8 ? 4 : 1)
    return (isHere ? targets.base &+ (word & 0x3FFF_FFFF) : nil, next)
  }

  /// Pointers of arm64e, some of them signed: a signed one counts from the image's base.
  private func authenticatedLink(
    _ word: UInt64,
    _ targets: ChainTargets
  ) -> (target: UInt64?, next: Int) {
    let isSigned = word >> 63 != 0
    let isImport = word >> 62 & 1 != 0
    let step = number == 7 || number == 10 ? 4 : 8
    let next = Int(word >> 51 & 0x7FF) * step
    if isImport { return (nil, next) }
    if isSigned { return (targets.base &+ (word & 0xFFFF_FFFF), next) }
    let target = word & 0x7FF_FFFF_FFFF
    return (number == 1 || number == 10 ? target : targets.base &+ target, next)
  }
}

/// What the targets of chained pointers count from.
struct ChainTargets {
  /// The address of the image's header.
  let base: UInt64
  let segments: [MachOSegment]

  init(_ image: MachOImage) throws(ReadError) {
    base = try image.baseAddress()
    segments = try image.segments()
  }

  /// Returns the address of a segment by its number; `nil` for a number of none.
  func segment(_ number: Int) -> UInt64? {
    segments.indices.contains(number) ? segments[number].address : nil
  }
}
