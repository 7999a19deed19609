/// The members of a thin archive, which are files of their own.
package struct ThinMembers {
  private let find: (UnsafeRawBufferPointer) -> UnsafeRawBufferPointer?

  /// `find` returns the bytes of the file that a member's name tells, `nil` where it is not there.
  package init(_ find: @escaping (UnsafeRawBufferPointer) -> UnsafeRawBufferPointer?) {
    self.find = find
  }

  /// Finds none, so that the objects say they are elsewhere.
  package static var none: ThinMembers { ThinMembers { _ in nil } }

  func contents(of name: UnsafeRawBufferPointer) -> Window? { find(name).map { Window($0) } }
}

extension Archive {
  /// Returns the names of a thin archive's members as paths from the archive's folder; none for any
  /// other file.
  package static func thinMembers(of file: UnsafeRawBufferPointer) throws(ReadError) -> [String] {
    let window = Window(file)
    guard FileFormat(of: window) == .thinArchive else { return [] }
    var names: [String] = []
    try forEachMember(of: window, thin: true) { name, _ in
      names.append(String(decoding: name, as: UTF8.self))
    }
    return names
  }
}
