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
        .said(String(name.dropLast(4)), String(first).cut(to: 200)),
        notes: ["log is in '\(displayed)/logs/\(name)'"]
      )
    }
  }
}

extension Finding.Message {
  fileprivate static func said(_ output: String, _ line: String) -> Self {
    "making '\(output)' was not silent: '\(line)'"
  }
}
