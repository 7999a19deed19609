import AmalgamCore

/// The folder a user works in: profiles, the release lock, the build directory.
package struct Project: Sendable {
  /// The absolute path of the nearest folder upward with `Profiles/` or `Vendor/releases.lock`;
  /// `nil` where there is none.
  package let root: String?
  /// The absolute path of the current folder.
  package let workingDirectory: String
  private let files: any Files

  /// Finds the root from `workingDirectory`, or takes `asked`, which must be a folder.
  package init(asked: String?, workingDirectory: String, files: any Files) throws(Failure) {
    self.workingDirectory = workingDirectory
    self.files = files
    if let asked {
      let path = Path.normalized(Path.join(workingDirectory, asked))
      guard files.isDirectory(path) else { throw Failure(asked, "--root names no folder") }
      root = path
    } else {
      root = Self.root(above: workingDirectory, files: files)
    }
  }

  private static func root(above directory: String, files: any Files) -> String? {
    var candidate = directory
    while true {
      if files.isDirectory(Path.join(candidate, "Profiles"))
        || files.status(of: Path.join(candidate, "Vendor/releases.lock")) != nil
      {
        return candidate
      }
      if candidate == "/" || candidate == "." { return nil }
      candidate = Path.directory(of: candidate)
    }
  }

  /// The folder that the paths of messages start from.
  package var base: String { root ?? workingDirectory }

  /// Returns the absolute path of `path`, which a user gave.
  package func absolute(_ path: String) -> String {
    Path.normalized(Path.join(workingDirectory, path))
  }

  /// Returns `path` as messages name it: relative to the root where it lies below it.
  package func display(_ path: String) -> String {
    Path.relative(absolute(path), to: root ?? workingDirectory)
  }

  /// The build directory: as asked, else `build` in the root, else in the current folder.
  package func buildDirectory(asked: String?) -> String {
    asked.map(absolute) ?? Path.join(root ?? workingDirectory, "build")
  }
}

extension Project {
  /// Where a profile lies: a file, or one that the binary carries.
  package enum ProfilePlace: Hashable, Sendable {
    case file(String)
    case builtin(String)
  }

  /// Returns the text of the profile that `operand` names.
  ///
  /// With a `/` or the ending `.profile` it is a path; otherwise a name in `Profiles`, else a
  /// built-in one, which `builtin:NAME` asks for outright.
  package func profile(_ operand: String) throws(Failure) -> ProfileResolver.Source {
    if operand.hasPrefix("builtin:") {
      guard let source = builtin(String(operand.dropFirst(8))) else { throw unknown(operand) }
      return source
    }
    if operand.contains("/") || operand.hasSuffix(".profile") {
      return try read(absolute(operand))
    }
    if let root {
      let path = Path.join(root, "Profiles/\(operand).profile")
      // A link, or what cannot be read, is for the reader to follow or to tell.
      if files.status(of: path) != nil { return try read(path) }
    }
    guard let source = builtin(operand) else { throw unknown(operand) }
    return source
  }

  /// Returns the names of the project's profiles in byte order, abstract ones among them.
  package func profileNames() throws(Failure) -> [String] {
    guard let root else {
      throw Failure(
        workingDirectory,
        "is in no project: no folder upward has 'Profiles' or 'Vendor/releases.lock'",
        fix: "name a profile, as in 'builtin:minimal', or run 'amalgam init'"
      )
    }
    let names = (try? files.list(Path.join(root, "Profiles"))) ?? []
    return names.filter { $0.hasSuffix(".profile") }.map { String($0.dropLast(8)) }
  }

  /// Finds what a profile inherits: beside its file, in `Profiles`, then built in.
  package func inherited(
    _ name: String,
    by file: String
  ) throws(Failure) -> ProfileResolver.Source? {
    if name.hasPrefix("builtin:") { return builtin(String(name.dropFirst(8))) }
    guard Profile.isName(name) else { return nil }
    if !file.hasPrefix("builtin:") {
      let base = Path.directory(of: Path.join(root ?? workingDirectory, file))
      let places = [base] + (root.map { [Path.join($0, "Profiles")] } ?? [])
      for place in places {
        let path = Path.join(place, "\(name).profile")
        if files.status(of: path) != nil { return try read(path) }
      }
    }
    return builtin(name)
  }

  /// The names of the profiles that the binary carries, abstract ones among them.
  package static var builtinNames: [String] {
    EmbeddedFiles.names.filter { $0.hasPrefix("Profiles/") }
      .map { String($0.dropFirst(9).dropLast(8)) }
  }

  /// The names that a profile of the project can inherit, in byte order.
  package var inheritableNames: [String] {
    Set(((try? profileNames()) ?? []) + Self.builtinNames).sorted()
  }

  private func read(_ path: String) throws(Failure) -> ProfileResolver.Source {
    do throws(Failure) {
      return .init(file: display(path), text: try files.readText(path))
    } catch {
      throw Failure(display(path), error.message, fix: error.fix)
    }
  }

  private func builtin(_ name: String) -> ProfileResolver.Source? {
    EmbeddedFiles.text(of: "Profiles/\(name).profile").map {
      .init(file: "builtin:\(name)", text: $0)
    }
  }

  /// Returns the names that can be a profile's, in order, at most ten of them.
  private static func list(_ names: [String]) -> String {
    let names = Set(names.filter(Profile.isName)).sorted()
    let more = names.count > 10 ? " and \(names.count - 10) more" : ""
    return names.prefix(10).joined(separator: ", ") + more
  }

  private func unknown(_ operand: String) -> Failure {
    let known = ((try? profileNames()) ?? []) + Self.builtinNames
    let meant = Spelling.nearest(to: operand, among: known)
    let place = root.map { "'\(Path.relative(Path.join($0, "Profiles"), to: $0))'" }
    return Failure(
      operand,
      "no such profile is in \(place ?? "this folder") or built in"
        + (meant.map { "; did you mean '\($0)'?" } ?? ""),
      notes: ["there are: \(Self.list(known))"],
      fix: meant.map { "name '\($0)'" } ?? "name one of these, or a file that is there by its path"
    )
  }
}
