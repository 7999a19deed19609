/// The day it is for a gate, and who says so.
package struct Today: Hashable, Sendable {
  package let date: CalendarDate
  /// `--today`, `SOURCE_DATE_EPOCH` or `the clock`.
  package let origin: String

  package init(_ date: CalendarDate, by origin: String) {
    self.date = date
    self.origin = origin
  }
}
