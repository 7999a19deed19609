import AmalgamCore

/// The tables that the binary carries, read once.
package struct Tables: Sendable {
  package let catalogue: OptionCatalogue
  package let names: OptionNames

  /// Reads the carried tables; a failure is a defect of the binary.
  package init() throws {
    catalogue = try OptionCatalogue(
      parsing: ["catalogue.txt", "extensions.txt", "faults.txt"].map { name throws(Failure) in
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

  /// Reads what errors mean, which `explain` alone asks for.
  package static func errorTexts() throws -> ErrorTexts {
    try ErrorTexts(parsing: text("Embedded/error-texts.txt"), file: "error-texts.txt")
  }

  /// Reads what was published of systems that cannot be asked here, which `diff` alone asks for.
  package static func recordedLists() throws -> RecordedLists {
    try RecordedLists(parsing: text("Embedded/recorded-lists.txt"), file: "recorded-lists.txt")
  }

  /// Reads the kinds of files that variants are to open, which `verify` alone asks for.
  package static func fileKinds() throws -> FileKinds {
    try FileKinds(parsing: text("Embedded/file-kinds.txt"), file: "file-kinds.txt")
  }

  static func text(_ name: String) throws(Failure) -> String {
    guard let text = EmbeddedFiles.text(of: name) else {
      throw Failure("amalgam", "was built without '\(name)'")
    }
    return text
  }
}
