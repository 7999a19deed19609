extension Export {
  /// The folder and the list of an `.xcframework`, a library for each system that is given.
  ///
  /// Its form: Apple's "Creating a multiplatform binary framework bundle".
  func xcframework() throws(Failure) -> [ExportedFile] {
    guard !archives.isEmpty else {
      throw Failure(
        "--library",
        "no archive of an Apple system is given, and none can be built here",
        fix: "build the exported sources for each system and give each archive with --library FILE"
      )
    }
    let bundle = "\(module).xcframework"
    var files = [
      ExportedFile("\(bundle)/Info.plist", list),
      ExportedFile(
        "README.md",
        ExportReadme(export: self, kind: .xcframework, use: xcframeworkUse).text
      ),
    ]
    var owners: [String: String] = [:]
    for archive in archives {
      let place = [archive.system, archive.systemVariant ?? "device"].joined(separator: " ")
      if let other = owners.updateValue(archive.file, forKey: place) {
        throw Failure(
          archive.file,
          "is for \(archive.platform), and so is '\(other)'",
          fix: "make one archive of both with 'lipo -create'"
        )
      }
      let folder = "\(bundle)/\(archive.identifier)"
      files.append(ExportedFile("\(folder)/\(libraryName)", archive.bytes))
      files += try headers(in: "\(folder)/Headers")
      files.append(ExportedFile("\(folder)/Headers/module.modulemap", moduleMap(linking: [])))
    }
    return files
  }

  private var xcframeworkUse: String {
    """
    ## How to use it

    Drag `\(module).xcframework` into the target's frameworks and `import \(module)`. The archives in it were
    given and read, **not run**: run the conformance product of `export --kind package` on a device.

    """
  }

  private var list: String {
    let libraries = archives.sorted { $0.identifier < $1.identifier }.map { archive in
      """
          <dict>
            <key>BinaryPath</key>
            <string>\(libraryName)</string>
            <key>HeadersPath</key>
            <string>Headers</string>
            <key>LibraryIdentifier</key>
            <string>\(archive.identifier)</string>
            <key>LibraryPath</key>
            <string>\(libraryName)</string>
            <key>SupportedArchitectures</key>
            <array>
      \(archive.architectures.map { "        <string>\($0)</string>\n" }.joined())      </array>
            <key>SupportedPlatform</key>
            <string>\(archive.system)</string>
      \(Self.variant(archive))    </dict>

      """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
        <key>AvailableLibraries</key>
        <array>
      \(libraries.joined())  </array>
        <key>CFBundlePackageType</key>
        <string>XFWK</string>
        <key>XCFrameworkFormatVersion</key>
        <string>1.0</string>
      </dict>
      </plist>

      """
  }

  private static func variant(_ archive: AppleArchive) -> String {
    guard let variant = archive.systemVariant else { return "" }
    return "      <key>SupportedPlatformVariant</key>\n      <string>\(variant)</string>\n"
  }
}
