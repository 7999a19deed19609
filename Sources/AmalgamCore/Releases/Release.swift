/// One SQLite version as the release lock pins it.
package struct Release: Hashable, Sendable {
  package let version: Version
  /// The Fossil check-in id, 64 digits: what `sqlite3_sourceid()` ends with, and what proves every
  /// file of the source tree but `manifest.tags`.
  package let checkIn: String
  /// The year of the release, part of the address of SQLite's archives.
  package let year: Int
  /// The SHA3-256 of the stock `sqlite3.c`, as SQLite's release log publishes it; `nil` only while
  /// `releases add` has yet to generate one.
  package let sha3: String?
  /// The SHA3-256 of `manifest.tags`; `nil` where the release has none or makes nothing of it.
  ///
  /// Releases that read it (3.53.4 does, 3.46.1 does not) write tags and branch into `sqlite3.h`,
  /// and the check-in id does not cover it.
  package let tagsSHA3: String?
  /// Where a source tree can be had, in the order they are tried.
  package let origins: [Origin]
  package let isDefault: Bool
  /// Whether somebody compared the pinned digits with those SQLite publishes.
  package let isConfirmed: Bool

  package init(
    _ version: Version,
    checkIn: String,
    year: Int,
    sha3: String?,
    tagsSHA3: String? = nil,
    origins: [Origin] = [],
    isDefault: Bool = false,
    isConfirmed: Bool = true
  ) {
    self.version = version
    self.checkIn = checkIn
    self.year = year
    self.sha3 = sha3
    self.tagsSHA3 = tagsSHA3
    self.origins = origins
    self.isDefault = isDefault
    self.isConfirmed = isConfirmed
  }
}

/// Somewhere a source tree is served from; none is trusted, what it gives is proved.
package enum Origin: Hashable, Sendable {
  case zip(url: String)
  case debian(suite: String, package: String)
}

extension Origin: CustomStringConvertible {
  /// The origin as the lock writes it after the word `origin`.
  package var description: String {
    switch self {
    case .zip(let url): "zip \(url)"
    case .debian(let suite, let package): "debian \(suite) \(package)"
    }
  }
}

extension Release {
  /// Where SQLite's own archive of the source tree lies.
  package static func archiveAddress(of version: Version, year: Int) -> String {
    "https://sqlite.org/\(year)/sqlite-src-\(version.archiveNumber).zip"
  }

  /// SQLite's page of the check-in.
  package var checkInPage: String { "https://sqlite.org/src/info/\(checkIn)" }

  /// The block of the lock that pins this release.
  package var block: String {
    let marks = (isDefault ? " default" : "") + (isConfirmed ? "" : " unconfirmed")
    var lines = ["release \(version)\(marks)", "check-in \(checkIn)", "year \(year)"]
    if let sha3 { lines.append("sqlite3.c sha3-256:\(sha3)") }
    if let tagsSHA3 { lines.append("manifest.tags sha3-256:\(tagsSHA3)") }
    lines += origins.map { "origin \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Version {
  /// The page of SQLite's release log that publishes check-in and SHA3-256.
  package var releaseLogPage: String {
    "https://sqlite.org/releaselog/\(major)_\(minor)_\(patch).html"
  }
}
