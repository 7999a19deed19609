/// The systems that a Mach-O file is built for.
package struct ApplePlatform: Equatable, Sendable, CustomStringConvertible {
  /// As in a target triple: `macos`, `ios`, `ios-simulator`, …, or `platform-N`.
  package let name: String
  package let minimumSystem: String

  package var description: String { "\(name) \(minimumSystem)" }
}

extension MachOImage {
  /// Returns the platform of each command that names one; a zippered library has two.
  func platforms() throws(ReadError) -> [ApplePlatform] {
    var platforms: [ApplePlatform] = []
    try forEachCommand { number, command throws(ReadError) in
      guard let name = try Self.platformName(number, command) else { return }
      let version = try command.u32(number == Command.buildVersion ? 12 : 8)
      platforms.append(ApplePlatform(name: name, minimumSystem: Self.system(version)))
      guard platforms.count <= 16 else {
        throw command.failure("at most 16 platforms", found: "more")
      }
    }
    return platforms
  }

  private static func platformName(
    _ number: UInt32,
    _ command: Window
  ) throws(ReadError) -> String? {
    switch number {
    case Command.minimumMacOS: return "macos"
    case Command.minimumIOS: return "ios"
    case Command.minimumTVOS: return "tvos"
    case Command.minimumWatchOS: return "watchos"
    case Command.buildVersion:
      let platform = Int(try command.u32(8))
      return names.indices.contains(platform - 1) ? names[platform - 1] : "platform-\(platform)"
    default: return nil
    }
  }

  private static let names = [
    "macos", "ios", "tvos", "watchos", "bridgeos", "ios-macabi", "ios-simulator", "tvos-simulator",
    "watchos-simulator", "driverkit", "xros", "xros-simulator",
  ]

  private static func system(_ version: UInt32) -> String {
    let patch = version & 0xFF
    return "\(version >> 16).\(version >> 8 & 0xFF)" + (patch == 0 ? "" : ".\(patch)")
  }
}
