/// The slices of a universal ("fat") file, one for each architecture.
enum UniversalFile {
  /// Calls `body` with the contents of each slice, whatever processor the table says it is for.
  static func forEachSlice(
    of window: Window,
    _ body: (Window) throws(ReadError) -> Void
  ) throws(ReadError) {
    var header = window
    header.order = .big
    let wide = try header.u32(0) == 0xCAFE_BABF
    let count = try header.u32(4)
    let stride: UInt64 = wide ? 32 : 20
    let table = try header.table(8, count: UInt64(count), stride: stride, "the table of slices")
    var budget = PartBudget(window)
    for index in 0..<Int(count) {
      let entry = try table.slice(index * Int(stride), stride, "a slice's entry")
      let offset = try entry.word(8, wide: wide)
      let size = try entry.word(wide ? 16 : 12, wide: wide)
      let slice = try window.slice(offset, size, "a slice of a universal file")
      try budget.take(slice)
      try body(slice)
    }
  }
}
