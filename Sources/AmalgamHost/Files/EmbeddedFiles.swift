import Embedded

/// The project's data as the binary carries it.
package enum EmbeddedFiles {
  /// The names of all files, in the order of the list.
  package static var names: [String] { all.map { String(cString: $0.pointee.name) } }

  /// Returns the contents of `name`, such as `Profiles/full.profile`; `nil` if it is not carried.
  package static func bytes(of name: String) -> [UInt8]? {
    all.first { strcmp($0.pointee.name, name) == 0 }.map {
      Array(UnsafeBufferPointer(start: $0.pointee.bytes, count: $0.pointee.size))
    }
  }

  /// Returns the contents of `name` as text.
  package static func text(of name: String) -> String? {
    bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
  }

  private static var all: some Sequence<UnsafePointer<amalgam_embedded_file>> {
    (0..<amalgam_embedded_count()).lazy.compactMap { amalgam_embedded_file_at($0) }
  }
}
