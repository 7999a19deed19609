import AmalgamTestSupport
import Testing

@testable import AmalgamHost

struct DepfileTests {
  @Test(arguments: [
    (
      "a.o: a.c /usr/include/x.h \\\n /usr/include/y.h\n",
      ["a.c", "/usr/include/x.h", "/usr/include/y.h"]
    ),
    ("a.o: with\\ blank.h\n", ["with blank.h"]),
    ("a.o: a.c\n\nx.h:\n", ["a.c"]), ("", []), ("a.o:", []),
  ])
  func `the prerequisites of the first rule are what the compiler read`(
    text: String,
    expected: [String]
  ) {
    #expect(Depfile.prerequisites(in: text) == expected)
  }
}
