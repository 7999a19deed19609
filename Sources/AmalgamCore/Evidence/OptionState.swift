/// One option as it was asked for, as the library reports it and as it takes effect, held apart.
package struct OptionState: Hashable, Sendable {
  /// The name as `sqlite3.c` spells it.
  package let name: String
  /// The value the profile sets; `nil` where it leaves the option alone.
  package let asked: String?
  package let reported: Observed
  package let effective: Observed

  package init(_ name: String, asked: String?, reported: Observed, effective: Observed) {
    self.name = name
    self.asked = asked
    self.reported = reported
    self.effective = effective
  }

  /// What was seen of an option in a library.
  package enum Observed: Hashable, Sendable {
    /// It is there with this value; `1` where SQLite shows the name alone.
    case value(String)
    /// It is not there, and would be seen if it were.
    case off
    /// Nothing can be said, and why.
    case unknown(String)

    /// Why nothing is known of the report of an option that is not among those reported.
    package static let neverReported = Observed.unknown("SQLite never reports it")

    /// The value, `off`, `never` of what is not reported at all, or `?`, for a table.
    package var cell: String { self == Self.neverReported ? "never" : text ?? "?" }

    /// The value, `off`, or `nil` where nothing is known.
    package var text: String? {
      switch self {
      case .value(let value): value
      case .off: "off"
      case .unknown: nil
      }
    }
  }
}
