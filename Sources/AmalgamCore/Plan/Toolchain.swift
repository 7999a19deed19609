/// The programs that compile and link a variant, as they describe themselves.
package struct Toolchain: Hashable, Sendable {
  package enum Family: String, Sendable {
    case clang, gcc
  }

  /// The compiler's words: the program's path and the user's own flags.
  package let compiler: [String]
  package let family: Family
  /// The version it prints, such as `21.0.0`.
  package let version: String
  /// Its own target triple.
  package let target: String
  /// The digest of its program, so that another one of the same name and version is noticed.
  package let digest: String
  package let archiver: [String]
  /// Whether the archiver is Apple's, which knows no `D` and takes `ZERO_AR_DATE`.
  package let isAppleArchiver: Bool
  /// Flags that choose the linker; empty for the compiler's own choice.
  package let linkerFlags: [String]

  package init(
    compiler: [String],
    family: Family,
    version: String,
    target: String,
    digest: String = "",
    archiver: [String],
    isAppleArchiver: Bool = false,
    linkerFlags: [String] = []
  ) {
    self.compiler = compiler
    self.family = family
    self.version = version
    self.target = target
    self.digest = digest
    self.archiver = archiver
    self.isAppleArchiver = isAppleArchiver
    self.linkerFlags = linkerFlags
  }

  /// `clang 21.0.0`, as a report names it.
  package var summary: String { "\(family.rawValue) \(version)" }

  /// Returns the flags that choose `target`: clang compiles for any that it is told, a cross gcc is a
  /// program of its own.
  package func targetFlags(for target: String) -> [String] {
    family == .clang && target != self.target ? ["--target=\(target)"] : []
  }

  /// Whether shared objects of `target` are Mach-O.
  package static func isApple(_ target: String) -> Bool { target.contains("-apple-") }
}
