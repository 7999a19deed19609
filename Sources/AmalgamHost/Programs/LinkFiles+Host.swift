import AmalgamCore
import ObjectFiles

extension LinkFiles {
  /// What a linker that runs in `folder` would find.
  package static func of(_ files: any Files, in folder: String) -> LinkFiles {
    LinkFiles(
      exists: { files.status(of: Path.join(folder, $0)) != nil },
      text: { text(of: Path.join(folder, $0), files) }
    )
  }

  /// Longer than any response file.
  private static let longest = 16 << 20

  private static func text(of path: String, _ files: any Files) -> String? {
    guard let contents = try? files.contents(of: path, named: path),
      contents.bytes.count <= longest,
      FileFormat(of: Window(contents.bytes)) == .unknown
    else { return nil }
    return contents.bytes.contains(0) ? nil : String(decoding: contents.bytes, as: UTF8.self)
  }
}
