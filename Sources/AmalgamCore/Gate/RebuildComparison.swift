import ObjectFiles

/// One file of a variant that is not the same after it was built again.
package struct RebuildComparison {
  package static let checkID = "rebuild"

  /// Returns what is to say of `file`; `nil` where both are the same.
  ///
  /// `nil` bytes are of a file that only one of the two builds has.
  package static func finding(
    _ file: String,
    variant: String,
    _ first: UnsafeRawBufferPointer?,
    _ second: UnsafeRawBufferPointer?
  ) -> Finding? {
    guard let first, let second else {
      let message: Finding.Message = first == nil ? .new(file) : .gone(file)
      return finding(file, variant, message, nil)
    }
    let shared = min(first.count, second.count)
    let place = (0..<shared).first { first[$0] != second[$0] }
    guard let place = place ?? (first.count == second.count ? nil : shared) else { return nil }
    let at = section(of: first, place).map { "in \($0)" } ?? "at byte \(place)"
    return finding(file, variant, .differs(file, at), place)
  }

  private static func finding(
    _ file: String,
    _ variant: String,
    _ message: Finding.Message,
    _ place: Int?
  ) -> Finding {
    Finding(
      .error,
      check: checkID,
      variant: variant,
      subject: file,
      message,
      notes: place.map { ["the first byte that differs is byte \($0)"] } ?? []
    )
  }

  /// Names the section, and of an archive the member, that has the byte.
  private static func section(of bytes: UnsafeRawBufferPointer, _ place: Int) -> String? {
    var found: String?
    _ = try? ObjectFile.forEach(in: bytes) { object throws(ReadError) in
      guard found == nil, place >= object.offset, place < object.offset + object.window.count
      else { return }
      let name = try object.sectionName(at: place) ?? "a header"
      found = object.member.map { "\(name) of '\($0)'" } ?? name
    }
    return found
  }
}

extension Finding.Message {
  fileprivate static func differs(_ file: String, _ place: String) -> Self {
    "'\(file)' is not the same when it is built again: it differs \(place)"
  }
  fileprivate static func gone(_ file: String) -> Self {
    "'\(file)' is not there when the variant is built again"
  }
  fileprivate static func new(_ file: String) -> Self {
    "'\(file)' is there only when the variant is built again"
  }
}
