import AmalgamCore

/// The tables that the binary carries, read once.
package struct Tables: Sendable {
  package let catalogue: OptionCatalogue
  package let names: OptionNames

  /// Reads the carried tables; a failure is a defect of the binary.
  package init() throws {
    catalogue = try OptionCatalogue(
      parsing: ["catalogue.txt", "extensions.txt"].map { name throws(Failure) in
        (text: try Self.text("Embedded/\(name)"), file: name)
      }
    )
    names = try OptionNames(
      parsing: Self.text("Embedded/option-names.txt"),
      file: "option-names.txt"
    )
  }

  /// Reads the carried check-ins of all releases.
  package static func checkIns() throws(Failure) -> CheckIns {
    try CheckIns(parsing: text("Embedded/check-ins.txt"), file: "check-ins.txt")
  }

  static func text(_ name: String) throws(Failure) -> String {
    guard let text = EmbeddedFiles.text(of: name) else {
      throw Failure("amalgam", "was built without '\(name)'")
    }
    return text
  }
}
