import AmalgamCore

/// What the compiler and the linker printed while a variant was made.
package struct CompilerLog {
  private let files: any Files
  /// The variant's folder.
  private let directory: String

  package init(directory: String, files: any Files) {
    self.directory = directory
    self.files = files
  }

  /// Returns a warning for each log that is not empty; a quiet compile leaves an empty one.
  package func findings(variant: String, displayed: String) -> [Finding] {
    let folder = Path.join(directory, "logs")
    return ((try? files.list(folder)) ?? []).compactMap { name in
      let bytes = (try? files.read(Path.join(folder, name))) ?? []
      let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      guard let first = lines.first(where: { $0.contains("warning") }) ?? lines.first else {
        return nil
      }
      return Finding(
        .warning,
        check: "compiler-warning",
        variant: variant,
        subject: String(name.dropLast(4)),
        .said(String(name.dropLast(4))),
        notes: Self.quoted(String(first)) + ["log is in '\(displayed)/logs/\(name)'"]
      )
    }
  }

  /// The compiler's line as notes that fit into a report's width.
  private static func quoted(_ line: String) -> [String] {
    let lines = Layout.wrapped("it says '\(line.cut(to: 400))'", width: Layout.width - 8)
    return lines.enumerated().map { $0.offset == 0 ? $0.element : "  \($0.element)" }
  }
}

extension Finding.Message {
  fileprivate static func said(_ output: String) -> Self {
    "making '\(output)' was not silent"
  }
}
