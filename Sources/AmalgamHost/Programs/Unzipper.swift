import AmalgamCore
import ObjectFiles

/// Takes the objects out of a zip file without making files of its entries.
///
/// `unzip -p` writes the contents of all entries one behind the other into one file, so nothing that
/// an entry is called can lead out of a folder or into a link; the listing tells where each begins.
struct Unzipper {
  static let mostEntries = 100_000
  static let mostBytes = 2 << 30

  private let files: any Files
  private let commands: any CommandRunner
  private let progress: Progress

  init(files: any Files, commands: any CommandRunner, progress: Progress) {
    self.files = files
    self.commands = commands
    self.progress = progress
  }

  /// Returns the objects in the zip file at `path`, also those in a zip file inside.
  func files(in path: String, named name: String, depth: Int = 0) throws -> [ProgramFile] {
    guard depth < 3 else { throw Failure(name, "is a zip file in a zip file in a zip file") }
    let folder = try PrivateFolder(files: files, forLargeFiles: true)
    // What is mapped stays when its name is gone.
    defer { folder.remove() }
    let entries = try list(path, named: name, in: folder)
    let total = entries.reduce(0) { $0 + $1.size }
    let contents = try unpack(path, named: name, size: total, in: folder)
    var (found, offset): ([ProgramFile], Int) = ([], 0)
    for entry in entries {
      let range = offset..<offset + entry.size
      offset = range.upperBound
      guard case .file = entry.kind else { continue }
      let file = ProgramFile(name: "\(name)/\(entry.name)", contents: contents, range: range)
      if file.bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
        let inner = folder.path + "/inner.zip"
        try files.write(Array(file.bytes), to: inner)
        found += try files(in: inner, named: file.name, depth: depth + 1)
      } else if file.format != .unknown {
        found.append(file)
      }
    }
    return found
  }

  /// Lists the entries and refuses what is too much of it.
  private func list(
    _ path: String,
    named name: String,
    in folder: PrivateFolder
  ) throws -> [ArchiveEntry] {
    let text = try run(["unzip", "-Z", "-s", Self.safe(path)], named: name, "list", in: folder)
    let entries = try ArchiveListing(
      zip: String(decoding: text.bytes, as: UTF8.self),
      archive: name
    )
    .entries
    guard entries.count <= Self.mostEntries else {
      throw Failure(
        name,
        "has \(entries.count) entries, and at most \(Self.mostEntries) are looked into"
      )
    }
    var total = 0
    for entry in entries {
      let sum = total.addingReportingOverflow(entry.size)
      total = sum.overflow ? .max : sum.partialValue
    }
    guard total <= Self.mostBytes else {
      throw Failure(name, "unpacks to \(total) bytes, and at most 2 GiB are looked into")
    }
    return entries
  }

  private func unpack(
    _ path: String,
    named name: String,
    size: Int,
    in folder: PrivateFolder
  ) throws -> FileContents {
    // The shell holds unzip to the size that the listing promises, counted in blocks of 512 bytes;
    // the password keeps it from asking for one.
    let script = "ulimit -f \"$1\" && exec unzip -p -P amalgam \"$2\""
    let contents = try run(
      ["sh", "-c", script, "sh", "\(size / 512 + 2)", Self.safe(path)],
      named: name,
      "unpack",
      in: folder
    )
    guard contents.bytes.count == size else {
      throw Failure(
        name,
        "cannot be unpacked: its table promises \(size) bytes, and it holds "
          + "\(contents.bytes.count)"
      )
    }
    return contents
  }

  /// Runs a command and returns what it wrote.
  private func run(
    _ arguments: [String],
    named name: String,
    _ label: String,
    in folder: PrivateFolder
  ) throws -> FileContents {
    let (log, output) = ("\(folder.path)/log", "\(folder.path)/\(label)")
    guard commands.find("unzip") != nil else {
      throw Failure(name, "needs 'unzip', which is not installed", fix: Packages.fix(for: "unzip"))
    }
    let command = Command(arguments, environment: Self.environment)
    progress.expect(1)
    progress.begin("\(label) \(name)", id: 0, command: command)
    defer { progress.end(id: 0) }
    let status = try commands.run(command, log: log, output: output, seconds: 120)
    // So unzip says that a password is wrong.
    if status == .exited(82) { throw Failure(name, "holds something encrypted with a password") }
    guard status.isSuccess else {
      let said = (try? files.readText(log))?.split(whereSeparator: \.isNewline).first
      throw Failure(
        name,
        "cannot be unpacked: 'unzip' \(status)"
          + (said.map { ": \(String($0).cut(to: 200))" } ?? "")
      )
    }
    return try files.contents(of: output, named: name)
  }

  /// Variables by which a user could change what the tools print or do.
  private static let environment = ["LC_ALL": "C", "UNZIP": "", "UNZIPOPT": "", "ZIPINFO": ""]

  /// Returns the path so that no program takes it for an option.
  private static func safe(_ path: String) -> String { path.hasPrefix("-") ? "./" + path : path }
}
