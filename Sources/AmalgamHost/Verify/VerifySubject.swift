import AmalgamCore

/// The finished library that is judged: what a build made, a file from elsewhere, or what another
/// program is linked with.
package struct VerifySubject: Hashable, Sendable {
  /// The absolute path of the static library; `nil` without one.
  package var archive: String?
  /// The absolute path of the shared library; `nil` without one.
  package var shared: String?
  /// The program, with arguments, that stands in for the C driver; empty for that driver.
  package var driver: [String]
  /// The folder of the `sqlite3.h` that programs are compiled with.
  package var headers: String
  /// Whether that header came with the library, so that it is judged too.
  package var hasOwnHeader: Bool
  /// The program, with arguments, that runs programs of the target here.
  package var runner: [String]
  /// Whether `amalgam` built it, so that it must have the variant's manifest.
  package var isOwnBuild: Bool

  package init(
    archive: String? = nil,
    shared: String? = nil,
    driver: [String] = [],
    headers: String,
    hasOwnHeader: Bool = true,
    runner: [String] = [],
    isOwnBuild: Bool = true
  ) {
    self.archive = archive
    self.shared = shared
    self.driver = driver
    self.headers = headers
    self.hasOwnHeader = hasOwnHeader
    self.runner = runner
    self.isOwnBuild = isOwnBuild
  }
}

extension VerifySubject {
  /// Whether the driver in C runs here without another program's help.
  var runsAlone: Bool { driver.isEmpty && runner.isEmpty }

  /// Takes what the program `words` is linked with, whatever it is written in.
  package static func driver(_ words: [String]) -> VerifySubject {
    VerifySubject(driver: words, headers: "", hasOwnHeader: false, isOwnBuild: false)
  }

  /// Takes a library that something else built: its header is beside it, else the release's in the
  /// folder `releaseHeaders`.
  package static func library(
    _ path: String,
    releaseHeaders: String,
    prefix: String = "",
    runner: [String] = [],
    files: any Files
  ) throws(Failure) -> VerifySubject {
    let bytes = try files.read(path)
    if bytes.withUnsafeBytes({ LibraryFile.lacksSQLite($0, prefix: prefix) }) {
      let names = prefix.isEmpty ? "'sqlite3_'" : "'sqlite3_' or '\(prefix)sqlite3_'"
      throw Failure(
        path,
        "holds no SQLite: it defines no name that begins with \(names)",
        fix: "name the library that the program is linked with"
      )
    }
    let folder = Path.directory(of: path)
    let hasHeader = files.status(of: Path.join(folder, "sqlite3.h")) != nil
    var subject = VerifySubject(
      headers: hasHeader ? folder : releaseHeaders,
      hasOwnHeader: hasHeader,
      runner: runner,
      isOwnBuild: false
    )
    switch bytes.withUnsafeBytes(LibraryFile.linkage) {
    case .archive?: subject.archive = path
    case .shared?: subject.shared = path
    case .driver?, nil:
      throw Failure(
        path,
        "is neither an archive nor a shared library",
        fix: "name a '.a', '.so' or '.dylib' file"
      )
    }
    return subject
  }
}

/// One variant to judge.
package struct VerifyRequest: Sendable {
  package let subject: VerifySubject
  package let expectation: Expectation
  package let suites: [Script]
  /// The triple that the library is for.
  package let target: String
  /// The compiler flags that choose it; empty for the compiler's own.
  package let targetFlags: [String]
  /// The libraries that the variant is linked with, without `-l`.
  package let libraries: [String]
  /// The kinds of files that it is to open, and what writes them.
  package let fileKinds: FileKinds
  package let fullBuild: FullBuild?

  package init(
    _ subject: VerifySubject,
    _ expectation: Expectation,
    suites: [Script],
    target: String,
    targetFlags: [String] = [],
    libraries: [String] = [],
    fileKinds: FileKinds = .none,
    fullBuild: FullBuild? = nil
  ) {
    self.subject = subject
    self.expectation = expectation
    self.suites = suites
    self.target = target
    self.targetFlags = targetFlags
    self.libraries = libraries
    self.fileKinds = fileKinds
    self.fullBuild = fullBuild
  }
}

/// How `verify` runs.
package struct VerifySettings: Sendable {
  /// The folder for drivers.
  package let cache: String
  package let jobs: Int
  /// What the driver is compiled with; `nil` where another program stands in for it.
  package let toolchain: Toolchain?
  /// How long one suite may run.
  package let seconds: Int
  /// What watches driver and library while they run.
  package let sanitizer: Sanitizer?
  /// How many bytes one suite may write into one file, its answers or its database.
  package let largestFile: Int

  package init(
    cache: String,
    jobs: Int,
    toolchain: Toolchain?,
    seconds: Int = 60,
    sanitizer: Sanitizer? = nil,
    largestFile: Int = 32 << 20
  ) {
    self.cache = cache
    self.jobs = jobs
    self.toolchain = toolchain
    self.seconds = seconds
    self.sanitizer = sanitizer
    self.largestFile = largestFile
  }
}
