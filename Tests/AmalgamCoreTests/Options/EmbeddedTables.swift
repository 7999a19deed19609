import AmalgamCore
import Foundation

/// The tables that the binary carries, read from the project.
enum EmbeddedTables {
  static func names() throws -> OptionNames {
    try OptionNames(parsing: text("option-names.txt"), file: "option-names.txt")
  }

  static func catalogue() throws -> OptionCatalogue {
    try OptionCatalogue(
      parsing: ["catalogue.txt", "extensions.txt"].map { (try text($0), $0) }
    )
  }

  private static func text(_ file: String) throws -> String {
    try String(contentsOf: ProjectFiles.url("Sources/Embedded/\(file)"), encoding: .utf8)
  }
}
