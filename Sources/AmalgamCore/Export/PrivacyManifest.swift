/// The privacy manifest of a package for Apple's systems: the uses of APIs that Apple wants a reason
/// for, by what the objects really import.
///
/// Apple's list: "Describing use of required reason API", developer.apple.com.
package struct PrivacyManifest {
  /// The names of the C library behind a category, and the reason that holds for SQLite.
  private struct Category {
    let name: String
    let reason: String
    let imports: Set<String>
  }

  /// C617.1: files in the app's own container; E174.1: whether there is space to write;
  /// 35F9.1: time between events in the app.
  private static let categories = [
    Category(
      name: "NSPrivacyAccessedAPICategoryFileTimestamp",
      reason: "C617.1",
      imports: [
        "stat", "fstat", "lstat", "fstatat", "stat64", "fstat64", "lstat64", "getattrlist",
        "fgetattrlist", "getattrlistat",
      ]
    ),
    Category(
      name: "NSPrivacyAccessedAPICategoryDiskSpace",
      reason: "E174.1",
      imports: ["statfs", "fstatfs", "statvfs", "fstatvfs"]
    ),
    Category(
      name: "NSPrivacyAccessedAPICategorySystemBootTime",
      reason: "35F9.1",
      imports: ["mach_absolute_time"]
    ),
  ]

  private let used: [Category]

  package init(_ imports: Set<String>) {
    used = Self.categories.filter { !$0.imports.isDisjoint(with: imports) }
  }

  package var text: String {
    let entries = used.map { category in
      """
          <dict>
            <key>NSPrivacyAccessedAPIType</key>
            <string>\(category.name)</string>
            <key>NSPrivacyAccessedAPITypeReasons</key>
            <array>
              <string>\(category.reason)</string>
            </array>
          </dict>

      """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
        <key>NSPrivacyTracking</key>
        <false/>
        <key>NSPrivacyTrackingDomains</key>
        <array/>
        <key>NSPrivacyCollectedDataTypes</key>
        <array/>
        <key>NSPrivacyAccessedAPITypes</key>
        <array>
      \(entries.joined())  </array>
      </dict>
      </plist>

      """
  }
}
