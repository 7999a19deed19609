/// Which Debian package brings a program the tool calls.
package enum Packages {
  private static let byProgram = [
    "apt-get": "apt", "ar": "binutils", "cc": "gcc", "clang": "clang", "curl": "curl",
    "gcc": "gcc", "gzip": "gzip", "cp": "coreutils", "make": "make", "sh": "dash", "tar": "tar",
    "tclsh": "tcl", "unzip": "unzip",
    "xz": "xz-utils",
  ]

  /// Returns the command that installs `program`, or `nil` for one of the user's own.
  package static func fix(for program: String) -> String? {
    byProgram[program].map { "install it, on Debian by 'apt-get install \($0)'" }
  }
}
