import AmalgamCore
import ObjectFiles

extension LinkFiles {
  /// What a linker that runs in `folder` would find.
  package static func of(_ files: any Files, in folder: String) -> LinkFiles {
    LinkFiles(
      folders: systemFolders,
      exists: { files.status(of: Path.join(folder, $0)) != nil },
      text: { text(of: Path.join(folder, $0), files) }
    )
  }

  /// Where the linkers of this system look unasked.
  private static let systemFolders: [String] = {
    #if os(Linux)
    #if arch(arm64)
    let name = "aarch64-linux-gnu"
    #else
    let name = "x86_64-linux-gnu"
    #endif
    let multiple = ["/usr/local/lib", "/lib", "/usr/lib"].map { "\($0)/\(name)" }
    return multiple + ["/usr/local/lib", "/lib64", "/usr/lib64", "/lib", "/usr/lib"]
    #else
    return ["/usr/lib", "/usr/local/lib"]
    #endif
  }()

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
