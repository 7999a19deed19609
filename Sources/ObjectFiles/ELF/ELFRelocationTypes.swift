extension ELFImage {
  /// The relocation by which a loader adds where it put the image to an address in it.
  var relativeType: UInt32 {
    switch machine {
    case 3, 62: 8
    case 8: 3
    case 20, 21: 22
    case 22: 12
    case 40: 23
    case 183: wide ? 1027 : 183
    case 243, 258: 3
    // SPARC.
    case 43: 22
    default: .max
    }
  }

  /// The relocation of a whole word that is to be an address.
  var pointerType: UInt32 {
    switch machine {
    case 3: 1
    case 62: wide ? 1 : 10
    case 20: 1
    case 21: 38
    case 22: wide ? 22 : 4
    case 40: 2
    case 183: wide ? 257 : 1
    case 243, 258: wide ? 2 : 1
    case 8: wide ? 18 : 2
    case 43: 32
    default: .max
    }
  }
}
