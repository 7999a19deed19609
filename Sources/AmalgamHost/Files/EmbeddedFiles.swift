import Embedded

/// The project's data as the binary carries it.
package enum EmbeddedFiles {
  /// The names of all files, in the order of the list.
  package static var names: [String] { all.map { String(cString: $0.pointee.name) } }

  /// Returns the contents of `name`, such as `Profiles/full.profile`; `nil` if it is not carried.
  package static func text(of name: String) -> String? {
    all.first { strcmp($0.pointee.name, name) == 0 }.map { String(cString: $0.pointee.text) }
  }

  private static var all: some Sequence<UnsafePointer<amalgam_embedded_file>> {
    (0..<amalgam_embedded_count()).lazy.compactMap { amalgam_embedded_file_at($0) }
  }
}
