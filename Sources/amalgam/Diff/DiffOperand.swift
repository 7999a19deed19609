import AmalgamCore
import AmalgamHost

/// What an operand of `diff` names.
enum DiffOperand: Hashable {
  case profile(String)
  /// The absolute path of a folder that `build` made.
  case variant(String)
  /// The absolute path of any file.
  case file(String)
  case system
  case recorded(RecordedLists.List)

  /// Reads `text`; throws a usage error where it can mean two things, a failure where none.
  init(_ text: String, project: Project, files: any Files, usage: String) throws {
    if text.hasPrefix("profile:") {
      self = .profile(String(text.dropFirst(8)))
    } else if text.hasPrefix("file:") {
      self = try Self.file(String(text.dropFirst(5)), project, files)
    } else if text.hasPrefix("builtin:") || text.hasSuffix(".profile") {
      self = .profile(text)
    } else if text.contains(":") {
      self = try Self.list(text)
    } else if text.contains("/") {
      self = try Self.file(text, project, files)
    } else {
      self = try Self.bare(text, project, files, usage)
    }
  }

  /// A name alone may be a profile's, a file's in this folder, or `system`.
  private static func bare(
    _ text: String,
    _ project: Project,
    _ files: any Files,
    _ usage: String
  ) throws -> DiffOperand {
    let isFile = files.status(of: project.absolute(text)) != nil
    let isProfile = ((try? project.profile(text)) != nil)
    let isSystem = text == "system"
    let meanings = [
      isProfile ? "'profile:\(text)'" : nil, isFile ? "'file:\(text)'" : nil,
      isSystem ? "what the linker finds" : nil,
    ].compactMap { $0 }
    if meanings.count > 1 {
      throw UsageError(
        "'\(text)' can be \(meanings.joined(separator: " or ")): write which is meant",
        usage: usage
      )
    }
    if isSystem { return .system }
    if isFile { return try file(text, project, files) }
    if isProfile { return .profile(text) }
    throw Failure(
      text,
      "is neither a profile, a file, 'system' nor a recorded list",
      fix: "name a profile such as 'builtin:full', or a file that is there"
    )
  }

  private static func file(
    _ text: String,
    _ project: Project,
    _ files: any Files
  ) throws -> DiffOperand {
    let path = project.absolute(text)
    guard files.status(of: path) != nil else {
      throw Failure(text, "no such file or folder")
    }
    guard files.isDirectory(path) else { return .file(path) }
    guard files.isFile(Path.join(path, "manifest.json")) else {
      throw Failure(
        text,
        "is a folder, but none that 'amalgam build' made: it has no 'manifest.json'",
        fix: "name the library in it"
      )
    }
    return .variant(path)
  }

  private static func list(_ text: String) throws -> DiffOperand {
    let recorded = try Tables.recordedLists()
    if let list = recorded[text] { return .recorded(list) }
    let names = recorded.lists.map(\.name).joined(separator: ", ")
    throw Failure(
      text,
      "what this system's SQLite was built with is not known: no list of it is recorded",
      notes: ["recorded are \(names)"],
      fix: "give what the system prints for PRAGMA compile_options, as a file"
    )
  }
}
