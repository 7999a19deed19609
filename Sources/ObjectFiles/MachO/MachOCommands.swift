extension MachOImage {
  /// The load commands that are read here, as the format numbers them.
  enum Command {
    static let segment: UInt32 = 0x1
    static let symbolTable: UInt32 = 0x2
    static let loadLibrary: UInt32 = 0xC
    static let installName: UInt32 = 0xD
    static let segment64: UInt32 = 0x19
    static let lazyLoadLibrary: UInt32 = 0x20
    static let encryption: UInt32 = 0x21
    static let loaderInformation: UInt32 = 0x22
    static let minimumMacOS: UInt32 = 0x24
    static let minimumIOS: UInt32 = 0x25
    static let encryption64: UInt32 = 0x2C
    static let linkerOption: UInt32 = 0x2D
    static let minimumTVOS: UInt32 = 0x2F
    static let minimumWatchOS: UInt32 = 0x30
    static let buildVersion: UInt32 = 0x32
    static let loadWeakLibrary: UInt32 = 0x8000_0018
    static let reexportLibrary: UInt32 = 0x8000_001F
    static let loaderInformationOnly: UInt32 = 0x8000_0022
    static let loadUpwardLibrary: UInt32 = 0x8000_0023
    static let exportTrie: UInt32 = 0x8000_0033
    static let chainedFixups: UInt32 = 0x8000_0034
  }

  /// Returns the name a library wants to be loaded by.
  func installName() throws(ReadError) -> String? {
    var name: String?
    try forEachCommand { number, command throws(ReadError) in
      if number == Command.installName { name = try command.string(at: command.u32(8)) }
    }
    return name
  }

  /// The libraries in the order that a two-level namespace counts them in, from 1.
  func loadedLibraries() throws(ReadError) -> [String] {
    var names: [String] = []
    try forEachCommand { number, command throws(ReadError) in
      switch number {
      case Command.loadLibrary, Command.loadWeakLibrary, Command.reexportLibrary,
        Command.lazyLoadLibrary, Command.loadUpwardLibrary:
        names.append(try command.string(at: command.u32(8)))
      default: break
      }
    }
    return names
  }

  /// Whether a store's encryption hides the code, and with it the texts.
  func isEncrypted() throws(ReadError) -> Bool {
    var isEncrypted = false
    try forEachCommand { number, command throws(ReadError) in
      guard number == Command.encryption || number == Command.encryption64 else { return }
      if try command.u32(16) != 0 { isEncrypted = true }
    }
    return isEncrypted
  }
}

extension Window {
  /// A load command's text, which ends in a zero byte or with the command.
  fileprivate func string(at offset: UInt32) throws(ReadError) -> String {
    let text = try slice(UInt64(offset), UInt64(max(count - Int(offset), 0)), "a library's name")
    return String(decoding: text.bytes.untilZero, as: UTF8.self)
  }
}
