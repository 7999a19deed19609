extension Export {
  /// The archive with its headers, and what CMake and pkg-config find them by.
  func cmake() throws(Failure) -> [ExportedFile] {
    let name = profile.library
    let headers = ["sqlite3.h", "sqlite3ext.h"] + (registration.isNeeded ? ["registration.h"] : [])
    var files = [ExportedFile("lib/lib\(name).a", try file("lib\(name).a"))]
    for header in headers {
      files.append(ExportedFile("include/\(name)/\(header)", try file(header)))
    }
    return files + [
      ExportedFile("lib/cmake/\(name)/\(name)-config.cmake", cmakeConfig),
      ExportedFile("lib/cmake/\(name)/\(name)-config-version.cmake", cmakeVersion),
      ExportedFile("lib/pkgconfig/\(name).pc", packageConfig),
      ExportedFile("README.md", ExportReadme(export: self, kind: .cmake, use: cmakeUse).text),
    ]
  }

  private var hasThreads: Bool { profile.option("SQLITE_THREADSAFE")?.value != "0" }

  private var cmakeConfig: String {
    let name = profile.library
    let libraries = (hasThreads ? ["Threads::Threads"] : []) + plan.libraries + ["${CMAKE_DL_LIBS}"]
    let threads =
      hasThreads ? "include(CMakeFindDependencyMacro)\nfind_dependency(Threads)\n" : ""
    return """
      # SQLite \(plan.release) as the profile '\(profile.name)' builds it, for \(plan.target). Made by amalgam.
      \(threads)if(NOT TARGET \(name)::\(name))
        get_filename_component(amalgam_root "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
        add_library(\(name)::\(name) STATIC IMPORTED)
        set_target_properties(\(name)::\(name) PROPERTIES
          IMPORTED_LOCATION "${amalgam_root}/lib/lib\(name).a"
          IMPORTED_LINK_INTERFACE_LANGUAGES C
          INTERFACE_INCLUDE_DIRECTORIES "${amalgam_root}/include/\(name)"
          INTERFACE_LINK_LIBRARIES "\(libraries.joined(separator: ";"))")
        unset(amalgam_root)
      endif()

      """
  }

  /// A newer release answers for an older one of the same major version.
  private var cmakeVersion: String {
    """
    # Made by amalgam.
    set(PACKAGE_VERSION "\(plan.release)")
    if(PACKAGE_FIND_VERSION_MAJOR EQUAL \(plan.release.major) AND NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION)
      set(PACKAGE_VERSION_COMPATIBLE TRUE)
    endif()
    if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
      set(PACKAGE_VERSION_EXACT TRUE)
    endif()

    """
  }

  private var packageConfig: String {
    let name = profile.library
    let libraries =
      plan.libraries.map { " -l\($0)" }.joined() + (hasThreads ? " -lpthread" : "")
      + (Toolchain.isApple(plan.target) ? "" : " -ldl")
    return """
      prefix=${pcfiledir}/../..

      Name: \(name)
      Description: SQLite as the profile '\(profile.name)' builds it
      Version: \(plan.release)
      Libs: -L${prefix}/lib -l\(name)\(libraries)
      Cflags: -I${prefix}/include/\(name)

      """
  }

  private var cmakeUse: String {
    let name = profile.library
    return """
      ## How to use it

      The archive is for \(plan.target).

      ```cmake
      find_package(\(name) \(plan.release) REQUIRED)      # with this folder in CMAKE_PREFIX_PATH
      target_link_libraries(app PRIVATE \(name)::\(name))
      ```

      With pkg-config, `PKG_CONFIG_PATH=DIR/lib/pkgconfig pkg-config --cflags --libs \(name)`.

      """
  }
}
