import AmalgamCore

/// The day by which `accept` lines expire.
package enum Clock {
  /// `asked`, else the day of `SOURCE_DATE_EPOCH` where it is set, else of now, in UTC.
  package static func today(asked: CalendarDate? = nil) -> Today {
    if let asked { return Today(asked, by: "--today") }
    if let fixed = Environment.value(of: "SOURCE_DATE_EPOCH").flatMap({ Int($0) }) {
      return Today(CalendarDate(secondsSince1970: fixed), by: "SOURCE_DATE_EPOCH")
    }
    return Today(CalendarDate(secondsSince1970: Int(time(nil))), by: "the clock")
  }
}
