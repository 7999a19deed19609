import AmalgamCore
import ObjectFiles

/// Opens the files that a program is made of, and looks for objects in folders and zip files.
///
/// `.framework`, `.xcframework`, `.app` and `.artifactbundle` are folders; `.ipa`, `.whl`, `.jar`
/// and `.zip` are zip files. What a file is tell its first bytes, never its name.
package struct ProgramLoader {
  private let files: any Files
  private let unzipper: Unzipper

  package init(files: any Files, commands: any CommandRunner, progress: Progress) {
    self.files = files
    unzipper = Unzipper(files: files, commands: commands, progress: progress)
  }

  /// Opens each of `operands`: where it is, and as messages name it.
  package func load(_ operands: [(path: String, name: String)]) throws -> ProgramFiles {
    var loaded = ProgramFiles()
    for operand in operands {
      do {
        try load(operand.path, named: operand.name, into: &loaded)
      } catch let failure as Failure {
        loaded.failures.append(failure)
      }
    }
    return loaded
  }

  private func load(
    _ path: String,
    named name: String,
    into loaded: inout ProgramFiles
  ) throws {
    // With the dot, a link to a folder is the folder.
    guard !files.isDirectory(path + "/.") && !files.isDirectory(path) else {
      return try loadFolder(path, named: name, into: &loaded)
    }
    let contents = try files.contents(of: path, named: name)
    guard contents.isZip else {
      loaded.files.append(try file(path, named: name, contents))
      return
    }
    let found = try unzipper.files(in: path, named: name)
    guard !found.isEmpty else { throw Self.holdsNothing(name) }
    loaded.files += found
  }

  /// Takes every object below the folder: an app's debug build keeps its code in a second library.
  private func loadFolder(
    _ path: String,
    named name: String,
    into loaded: inout ProgramFiles
  ) throws {
    let before = (loaded.files.count, loaded.failures.count)
    let entries: [TreeEntry]
    do throws(Failure) {
      entries = try files.walk(path, limit: Unzipper.mostEntries).inByteOrder
    } catch {
      throw Failure(name, error.message, fix: error.fix)
    }
    for entry in entries where entry.status.kind == .file {
      let (inner, innerName) = ("\(path)/\(entry.path)", "\(name)/\(entry.path)")
      do {
        let contents = try files.contents(of: inner, named: innerName)
        if contents.isZip {
          loaded.files += try unzipper.files(in: inner, named: innerName)
        } else if FileFormat(of: Window(contents.bytes)) != .unknown {
          loaded.files.append(try file(inner, named: innerName, contents))
        }
      } catch let failure as Failure {
        loaded.failures.append(failure)
      }
    }
    guard before != (loaded.files.count, loaded.failures.count) else {
      throw Self.holdsNothing(name)
    }
  }

  /// Opens the members of a thin archive too.
  private func file(
    _ path: String,
    named name: String,
    _ contents: FileContents
  ) throws(Failure) -> ProgramFile {
    let members: [String]
    do throws(ReadError) {
      members = try Archive.thinMembers(of: contents.bytes)
    } catch {
      throw Failure(error.place(in: name), "cannot be read: \(error)")
    }
    var outside: [String: FileContents] = [:]
    let folder = Path.directory(of: path)
    for member in members where outside[member] == nil {
      // One that is not there stays one of which nothing can be told.
      outside[member] = try? files.contents(of: Path.join(folder, member), named: member)
    }
    return ProgramFile(name: name, contents: contents, outside: outside)
  }

  private static func holdsNothing(_ name: String) -> Failure {
    Failure(name, "holds no object file, library or program")
  }
}

extension FileContents {
  /// Whether it begins as a zip file does, also one without entries.
  fileprivate var isZip: Bool {
    bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
  }
}
