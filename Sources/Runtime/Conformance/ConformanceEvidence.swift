import Foundation

/// What `amalgam gate PROFILE --program FILE --evidence FILE` reads of a run on a device.
///
/// Its form is the page `Sources/Driver/EVIDENCE.md` of amalgam.
struct ConformanceEvidence {
  /// The word that begins a line, and the query for what stands behind it.
  private static let queries = [
    ("reported", "SELECT compile_options FROM pragma_compile_options ORDER BY 1"),
    ("function", "SELECT DISTINCT name || '/' || narg FROM pragma_function_list ORDER BY 1"),
    ("module", "SELECT name FROM pragma_module_list ORDER BY 1"),
    ("collation", "SELECT name FROM pragma_collation_list ORDER BY 1"),
    ("pragma", "SELECT name FROM pragma_pragma_list ORDER BY 1"),
  ]

  private var lines: [String] = []

  /// Asks for the lists; one that cannot be had has no line, and is not judged.
  init(query: (String) throws -> [[SQLValue]]) {
    // From 3.53 on SQLite lists these when a statement has named them (`json.c`).
    for module in ["json_each", "json_tree", "jsonb_each", "jsonb_tree"] {
      _ = try? query("SELECT 1 FROM \(module)('[]')")
    }
    for (word, sql) in Self.queries {
      for row in (try? query(sql)) ?? [] {
        if case .text(let text) = row.first { lines.append("\(word) \(Self.word(text))") }
      }
    }
  }

  /// Returns the text of the file; `system` says for people where it ran.
  func text(_ report: ConformanceReport, system: String) -> String {
    var text = ["amalgam-evidence 1"]
    if !system.isEmpty { text.append("system \(Self.line(system))") }
    text += ["release \(report.release)", "source-id \(report.sourceID)"] + lines
    for suite in report.results {
      text.append("suite \(suite.name) passed \(suite.passed) failed \(suite.failed) omitted 0")
    }
    text += report.failures.map {
      "failed \(Self.word($0.suite)):\($0.line) \(Self.line($0.message))"
    }
    return (text + ["end", ""]).joined(separator: "\n")
  }

  /// One word: what would end it as `%` and two hexadecimal digits a byte; `%` alone for none.
  private static func word(_ text: String) -> String {
    text.isEmpty ? "%" : escaped(text) { $0 <= 32 || $0 == 127 || "\"#%".utf8.contains($0) }
  }

  /// One line, blanks kept.
  private static func line(_ text: String) -> String {
    escaped(text) { $0 < 32 || $0 == 127 || "\"#%".utf8.contains($0) }
  }

  private static func escaped(_ text: String, where isEscaped: (UInt8) -> Bool) -> String {
    let bytes = text.utf8.flatMap { byte in
      isEscaped(byte) ? Array(String(format: "%%%02X", byte).utf8) : [byte]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
