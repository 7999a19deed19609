import Testing

@testable import AmalgamCore

struct CaseIdentityTests {
  @Test(arguments: [
    ("SELECT  1,\n  'a'", "SELECT 2, 'b''c'"),
    ("SELECT x'00' ;", "SELECT 'text'"),
    ("SELECT 1.5e3", "SELECT 0xFF"),
    ("SELECT a FROM t WHERE b=12", "SELECT a FROM t WHERE b='12'"),
  ])
  func `blanks and literals make no other case`(a: String, b: String) {
    #expect(CaseIdentity.normalized(a) == CaseIdentity.normalized(b))
  }

  @Test(arguments: [
    ("SELECT t1 FROM t", "SELECT t2 FROM t"),
    ("SELECT \"a\"", "SELECT \"b\""),
    ("SELECT max(1)", "SELECT min(1)"),
    ("SELECT 1 -- x", "SELECT 1"),
  ])
  func `names, functions and comments do`(a: String, b: String) {
    #expect(CaseIdentity.normalized(a) != CaseIdentity.normalized(b))
  }

  @Test func `a quote that never closes is no trap`() {
    #expect(CaseIdentity.normalized("SELECT 'abc") == "SELECT ?")
    #expect(CaseIdentity.normalized("'") == "?")
    #expect(CaseIdentity.normalized("") == "")
  }
}
