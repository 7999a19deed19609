import AmalgamCore

/// What a command line says of how profiles are built.
package struct BuildRequest: Hashable, Sendable {
  /// A release in place of the profile's or the lock's default.
  package let release: Version?
  package let target: String?
  /// The compiler's command in place of `$CC`, clang or cc.
  package let compiler: String?
  package let buildDirectory: String?
  package let jobs: Int
  /// What is to watch the variant while it runs.
  package let sanitizer: Sanitizer?
  /// The day by which `accept` lines expire.
  package let today: Today

  package init(
    release: Version? = nil,
    target: String? = nil,
    compiler: String? = nil,
    buildDirectory: String? = nil,
    jobs: Int = 1,
    sanitizer: Sanitizer? = nil,
    today: Today = Clock.today()
  ) {
    self.release = release
    self.target = target
    self.compiler = compiler
    self.buildDirectory = buildDirectory
    self.jobs = jobs
    self.sanitizer = sanitizer
    self.today = today
  }
}
