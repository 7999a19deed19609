import AmalgamCore
import AmalgamHost

/// Writes archives as no honest tool would.
enum ArchiveWriter {
  /// A member, of a type as tar's header has it: `0` file, `1` hard link, `2` symbolic link,
  /// `3` character device, `5` folder, `6` pipe.
  struct Entry {
    var name: String
    var type: Character
    var text = ""
    var target = ""
    /// What a zip file says of the size; `nil` for the truth.
    var claimedSize: UInt32?

    static func file(_ name: String, _ text: String = "") -> Entry {
      Entry(name: name, type: "0", text: text)
    }

    static func folder(_ name: String) -> Entry { Entry(name: name, type: "5") }

    static func link(_ name: String, to target: String) -> Entry {
      Entry(name: name, type: "2", target: target)
    }
  }

  static func tar(_ entries: [Entry]) -> [UInt8] {
    var bytes: [UInt8] = []
    for entry in entries {
      bytes += header(entry)
      bytes += entry.text.utf8
      bytes += [UInt8](repeating: 0, count: (512 - entry.text.utf8.count % 512) % 512)
    }
    return bytes + [UInt8](repeating: 0, count: 1024)
  }

  private static func header(_ entry: Entry) -> [UInt8] {
    let mode = entry.type == "5" ? "0000755" : "0000644"
    var header = field(entry.name, 100) + field(mode, 8) + field("0000000", 8) + field("0000000", 8)
    header += field(octal(entry.text.utf8.count, 11), 12) + field(octal(1_000_000_000, 11), 12)
    header += Array("        ".utf8) + [entry.type.asciiValue ?? 0] + field(entry.target, 100)
    header += Array("ustar\u{0}00".utf8) + field("", 32) + field("", 32)
    header += field("0000001", 8) + field("0000003", 8) + field("", 155) + field("", 12)
    let sum = header.reduce(0) { $0 + Int($1) }
    header.replaceSubrange(148..<156, with: Array((octal(sum, 6) + "\u{0} ").utf8))
    return header
  }

  private static func field(_ text: String, _ size: Int) -> [UInt8] {
    Array((Array(text.utf8) + [UInt8](repeating: 0, count: size)).prefix(size))
  }

  private static func octal(_ number: Int, _ digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  static func zip(_ entries: [Entry]) -> [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let content = Array((entry.type == "2" ? entry.target : entry.text).utf8)
      let size = entry.claimedSize ?? UInt32(content.count)
      let name = Array(entry.name.utf8)
      let common =
        little(UInt16(10)) + little(UInt16(0)) + little(UInt16(0)) + little(UInt32(0x2C21_0000))
        + little(crc32(content)) + little(UInt32(content.count)) + little(size)
        + little(UInt16(name.count)) + little(UInt16(0))
      let mode: UInt32 = ["2": 0o120777, "5": 0o040755][entry.type] ?? 0o100644
      directory +=
        little(UInt32(0x0201_4B50)) + little(UInt16(0x031E)) + common + little(UInt16(0))
        + little(UInt16(0)) + little(UInt16(0)) + little(mode << 16) + little(UInt32(bytes.count))
        + name
      bytes += little(UInt32(0x0403_4B50)) + common + name + content
    }
    let count = little(UInt16(truncatingIfNeeded: entries.count))
    return bytes + directory + little(UInt32(0x0605_4B50)) + little(UInt32(0)) + count + count
      + little(UInt32(directory.count)) + little(UInt32(bytes.count)) + little(UInt16(0))
  }

  private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = (crc >> 1) ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~crc
  }
}
