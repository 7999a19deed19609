/// Refuses parts of a file that are together larger than the file.
///
/// Parts that overlap could have each byte read a thousand times.
struct PartBudget {
  private var remaining: Int

  init(_ window: Window) { remaining = window.count }

  mutating func take(_ part: Window) throws(ReadError) {
    remaining -= part.count
    guard remaining >= 0 else {
      throw part.failure("parts that do not overlap", found: "more bytes than the file has")
    }
  }
}
