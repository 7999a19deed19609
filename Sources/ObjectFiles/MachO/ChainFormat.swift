/// How the pointers of a chain hold their target and the distance to the next one.
struct ChainFormat {
  private let number: UInt16

  init(_ number: UInt16, in window: Window) throws(ReadError) {
    // 4, 5, 8, 11 and 13 are of firmware, kernels and the system's shared cache.
    guard [1, 2, 3, 6, 7, 9, 10, 12].contains(number) else {
      throw window.failure("a pointer format of programs", found: "format \(number)", at: 6)
    }
    self.number = number
  }

  var size: Int { number == 3 ? 4 : 8 }

  /// Returns the address that a pointer will have, `nil` for an import, and the distance in bytes
  /// to the next pointer, 0 at the end.
  func link(_ place: Window, base: UInt64) throws(ReadError) -> (target: UInt64?, next: Int) {
    switch number {
    case 3:
      let word = try place.u32(0)
      let isImport = word >> 31 != 0
      return (isImport ? nil : UInt64(word & 0x3FF_FFFF), Int(word >> 26 & 31) * 4)
    case 2, 6:
      let word = try place.u64(0)
      let isImport = word >> 63 != 0
      let target = word & 0xF_FFFF_FFFF
      return (isImport ? nil : number == 2 ? target : base &+ target, Int(word >> 51 & 0xFFF) * 4)
    default:
      return authenticatedLink(try place.u64(0), base: base)
    }
  }

  /// Pointers of arm64e, some of them signed: a signed one counts from the image's base.
  private func authenticatedLink(_ word: UInt64, base: UInt64) -> (target: UInt64?, next: Int) {
    let isSigned = word >> 63 != 0
    let isImport = word >> 62 & 1 != 0
    let step = number == 7 || number == 10 ? 4 : 8
    let next = Int(word >> 51 & 0x7FF) * step
    if isImport { return (nil, next) }
    if isSigned { return (base &+ (word & 0xFFFF_FFFF), next) }
    let target = word & 0x7FF_FFFF_FFFF
    return (number == 1 || number == 10 ? target : base &+ target, next)
  }
}
