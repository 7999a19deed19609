import AmalgamCore

/// The day by which `accept` lines expire.
package enum Clock {
  /// The day of `SOURCE_DATE_EPOCH` where it is set, else of now, in UTC.
  package static func today() -> CalendarDate {
    let fixed = Environment.value(of: "SOURCE_DATE_EPOCH").flatMap { Int($0) }
    return CalendarDate(secondsSince1970: fixed ?? Int(time(nil)))
  }
}
