import AmalgamCore
import AmalgamTestSupport
import Testing

struct TrustedSchemaCheckTests {
  /// Judges a library with these functions that a profile with `options` asks for.
  private func findings(
    _ options: [String],
    _ functions: [FunctionEntry]
  ) throws
    -> [Finding]?
  {
    let library = exampleLibrary { $0.functions = .known(Set(functions)) }
    let expectation = try exampleExpectation(options)
    return Check.trustedSchema.judge(Evidence(libraries: [library]), expectation)?.findings
  }

  private let untrusted = ["SQLITE_TRUSTED_SCHEMA=0"]
  private let acme = FunctionEntry("acme", 1, isBuiltIn: false)
  private let innocuous = FunctionEntry("plain", 1, isBuiltIn: false, flags: 0x200000)
  private let direct = FunctionEntry("writes", 2, isBuiltIn: false, flags: 0x80000)

  @Test func `functions of extensions that no schema may call are told`() throws {
    expectFindings(
      try findings(untrusted, [acme, innocuous, direct, FunctionEntry("match", 2)]) ?? [],
      """
      full: note: [security-advice] under 'SQLITE_TRUSTED_SCHEMA=0' no view, trigger or index may \
      call what extensions register and do not declare innocuous: 'acme'
        fix: register what only computes from its arguments with 'SQLITE_INNOCUOUS', all else \
      with 'SQLITE_DIRECTONLY'
      """
    )
  }

  @Test func `functions that are declared, or of options, are no matter`() throws {
    #expect(try findings(untrusted, [innocuous, direct, FunctionEntry("match", 2)]) == [])
  }

  @Test func `what SQLite registers itself on each connection is no extension's`() throws {
    let library = exampleLibrary {
      $0.functions = .known([FunctionEntry("match", 2, isBuiltIn: false), acme])
    }
    let expectation = try exampleExpectation(
      untrusted,
      catalogue: "stock\n  measured 3.53.4\n  adds function:match/2\n"
    )
    let found = Check.trustedSchema.judge(Evidence(libraries: [library]), expectation)?.findings
    #expect(found?.first?.message.hasSuffix("not declare innocuous: 'acme'") == true)
  }

  @Test func `a schema that is trusted is not judged`() throws {
    #expect(try findings([], [acme]) == nil)
    #expect(try findings(["SQLITE_TRUSTED_SCHEMA=1"], [acme]) == nil)
  }
}
