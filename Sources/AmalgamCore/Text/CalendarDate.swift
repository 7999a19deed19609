/// A day of the calendar, `YYYY-MM-DD`.
package struct CalendarDate: Hashable, Comparable, Sendable {
  private let year: Int
  private let month: Int
  private let day: Int

  /// Reads `2027-06-30`; `nil` for anything that is no day.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1...12).contains(month), day >= 1, day <= Self.days(of: month, year: year)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day in UTC of `seconds` after the start of 1970.
  package init(secondsSince1970 seconds: Int) {
    var days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    var year = 1970
    while days < 0 || days >= Self.days(of: year) {
      let step = days < 0 ? -1 : 1
      days += step < 0 ? Self.days(of: year - 1) : -Self.days(of: year)
      year += step
    }
    var month = 1
    while days >= Self.days(of: month, year: year) {
      days -= Self.days(of: month, year: year)
      month += 1
    }
    (self.year, self.month, day) = (year, month, days + 1)
  }

  /// Returns how many days later `other` is; negative where it is earlier.
  package func days(until other: CalendarDate) -> Int { other.number - number }

  /// Days since the start of year 0.
  private var number: Int {
    let years = (0..<year).reduce(0) { $0 + Self.days(of: $1) }
    let months = (1..<month).reduce(0) { $0 + Self.days(of: $1, year: year) }
    return years + months + day
  }

  package static func < (a: CalendarDate, b: CalendarDate) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }

  private static func days(of year: Int) -> Int { 337 + days(of: 2, year: year) }

  private static func days(of month: Int, year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CalendarDate: CustomStringConvertible {
  /// `2027-06-30`.
  package var description: String {
    [(year, 4), (month, 2), (day, 2)].map { number, width in
      let digits = String(number)
      return String(repeating: "0", count: width - digits.count) + digits
    }
    .joined(separator: "-")
  }
}
