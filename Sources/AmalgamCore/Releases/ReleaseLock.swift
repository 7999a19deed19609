/// The releases that are pinned, in the order of `Vendor/releases.lock`.
///
/// A block begins with `release VERSION [default] [unconfirmed]`; the items `check-in HEX`,
/// `year N`, `sqlite3.c sha3-256:HEX` and, where it matters, `manifest.tags sha3-256:HEX` follow,
/// several on a line or one, and any number of `origin` lines.
package struct ReleaseLock: Hashable, Sendable {
  /// The lock's file, as messages name it.
  package let file: String
  package let releases: [Release]

  package init(_ releases: [Release], file: String) {
    self.releases = releases
    self.file = file
  }

  /// Reads the lock's text and throws all its problems at once.
  package init(parsing text: String, file: String) throws(Failures) {
    var parser = ReleaseLockParser(file: file)
    for line in SourceLine.lines(of: text, file: file) { parser.read(line) }
    self.init(try parser.finish(), file: file)
  }

  /// Returns the release a profile without a `sqlite` line is built from.
  package func defaultRelease() throws(Failure) -> Release {
    if let release = releases.first(where: \.isDefault) { return release }
    throw Failure(
      file,
      "pins no release",
      fix: "run 'amalgam releases add --from FILE' with SQLite's sqlite-src archive"
    )
  }

  /// Returns the release of `version`, or `nil` if the lock does not pin it.
  package subscript(version: Version) -> Release? {
    releases.first { $0.version == version }
  }

  /// Returns the release that a user calls `name`, such as `3.53.4`.
  package func release(named name: String) throws(Failure) -> Release {
    if let release = Version(name).flatMap({ self[$0] }) { return release }
    let names = releases.map(\.version.description)
    let nearest = Spelling.nearest(to: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
    let listed = names.isEmpty ? "none" : names.joined(separator: ", ")
    throw Failure(
      file,
      "pins no release '\(name)'\(nearest)",
      notes: ["it pins \(listed)"],
      fix: Version(name).map {
        "pin it: 'amalgam releases add --from sqlite-src-\($0.archiveNumber).zip'"
      }
    )
  }

  /// The releases from the newest to the oldest.
  package var newestFirst: [Release] { releases.sorted { $0.version > $1.version } }
}
