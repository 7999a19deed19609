import AmalgamCore

/// One variant whose source SQLite's own tests are run on.
package struct UpstreamRequest: Sendable {
  package let expectation: Expectation
  package let plan: BuildPlan
  /// The proved source tree.
  package let tree: String

  package init(_ expectation: Expectation, plan: BuildPlan, tree: String) {
    self.expectation = expectation
    self.plan = plan
    self.tree = tree
  }
}

extension BuildPlan {
  /// The command that configures the work folder `work` for `testfixture`.
  func configureTestFixture(tree: String, tcl: TclDevelopment, in work: String) -> Command {
    Command(
      // Through sh, since an archive may have lost the file's mode, which nothing proves.
      ["sh", Path.join(tree, "configure"), "--with-tcl=\(tcl.configuration)"],
      in: work,
      environment: Generator.cleanEnvironment.merging(
        ["CC": toolchain.compiler.joined(separator: " ")]
      ) { $1 }
    )
  }

  /// The command that builds it, with the options of the profile and its way of optimising.
  ///
  /// A file of tests knows by the options what it may try, so they stand on the command line, not
  /// baked into `sqlite3.c` alone.
  func makeTestFixture(in work: String) -> Command {
    let options = profile.options.map { "-D\($0.name)=\($0.value)".shellQuoted.makeQuoted }
    let flags = (profile.optimize?.value ?? .speed).flags + profile.compilerFlags.map(\.value)
    var words = ["make", "testfixture", grammar.makeVariable]
    words.append("OPTS=\(options.joined(separator: " "))")
    words.append("CFLAGS=\((flags + ["-w"]).map(\.shellQuoted.makeQuoted).joined(separator: " "))")
    // Releases before 3.48 set it after the options.
    if profile.options.contains(where: { $0.name == "SQLITE_TEMP_STORE" }) {
      words.append("TEMP_STORE=")
    }
    return Command(words, in: work, environment: Generator.cleanEnvironment)
  }
}

extension String {
  /// The text as the value of a variable of make.
  fileprivate var makeQuoted: String {
    split(separator: "$", omittingEmptySubsequences: false)
      .joined(separator: "$$")
  }
}
