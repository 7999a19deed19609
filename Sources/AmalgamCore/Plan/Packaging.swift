/// The small files by which Clang, Swift and pkg-config find a variant.
struct Packaging {
  let profile: ResolvedProfile
  let release: Version
  let libraries: [String]
  /// Whether there is a `registration.h`.
  var hasRegistration = false

  /// The module map; libraries that the variant needs are linked by whoever imports the module.
  var moduleMap: String {
    """
    module \(profile.moduleName) [system] {
      header "sqlite3.h"
    \(hasRegistration ? "  header \"registration.h\"\n" : "")\(libraries.map { "  link \"\($0)\"\n" }.joined())  export *
    }

    """
  }

  /// The pkg-config file, which finds everything beside itself.
  var packageConfig: String {
    let privateLibraries = libraries.map { " -l\($0)" }.joined()
    return """
      prefix=${pcfiledir}

      Name: \(profile.library)
      Description: SQLite as the profile '\(profile.name)' builds it
      Version: \(release)
      Libs: -L${prefix} -l\(profile.library)
      Libs.private:\(privateLibraries)
      Cflags: -I${prefix}

      """
  }
}
