/// One variant that was judged: what was seen of it, and what the checks say.
package struct VariantVerdict: Sendable {
  package let evidence: Evidence
  package let expectation: Expectation
  /// The triple that it is for.
  package let target: String
  /// The compiler that built it, where that is known: `clang 21.0.0`.
  package let compiler: String?
  package let verdict: Verdict

  package init(
    evidence: Evidence,
    expectation: Expectation,
    target: String,
    compiler: String?
  ) {
    self.evidence = evidence
    self.expectation = expectation
    self.target = target
    self.compiler = compiler ?? evidence.primary?.reportedCompiler
    verdict = Verdict(of: evidence, expectation)
  }

  /// The three states of each option.
  package var options: [OptionState] { evidence.primary?.optionStates(expectation) ?? [] }

  /// Cases of all suites, each counted once however often it ran.
  package func count(_ number: (SuiteOutcome) -> Int) -> Int {
    evidence.suites.reduce(0) { $0 + number($1) }
  }
}

extension LibraryEvidence {
  /// The compiler as the library names it: `COMPILER=clang-21.0.0`.
  fileprivate var reportedCompiler: String? {
    reported.elements?.first { $0.hasPrefix("COMPILER=") }.map { String($0.dropFirst(9)) }
  }
}
