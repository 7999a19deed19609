import Testing

@testable import AmalgamCore

/// Which branches of a source an extension is compiled from.
struct CompiledTextTests {
  private func words(
    _ text: String,
    windows: Bool = false,
    _ files: [String: String] = [:]
  ) -> [String] {
    CompiledText(Array(text.utf8), windows: windows) { files[$0].map { Array($0.utf8) } }.text
      .split(whereSeparator: \.isWhitespace).map(String.init)
  }

  @Test(arguments: [
    ("#ifdef SQLITE_CORE\na\n#else\nb\n#endif", ["a"]),
    ("#ifndef SQLITE_CORE\na\n#else\nb\n#endif\nc", ["b", "c"]),
    ("#ifdef OTHER\na\n#else\nb\n#endif", ["a", "b"]),
    ("#define X 1\n#if defined(X) && !defined SQLITE_CORE\na\n#elif 1\nb\n#else\nc\n#endif", ["b"]),
    ("#if defined(OTHER) || defined(SQLITE_CORE)\na\n#else\nb\n#endif", ["a"]),
    ("#if defined(OTHER) && 0\na\n#endif\nb", ["b"]),
    ("#if VERSION>3\na\n#else\nb\n#endif", ["a", "b"]),
    ("#if (0)\na\n#ifdef SQLITE_CORE\nb\n#else\nc\n#endif\n#endif", []),
    ("#ifdef _WIN32\na\n#else\nb\n#endif", ["b"]),
    ("#define X\n#undef X\n#ifdef X\na\n#endif\nb", ["b"]),
    ("#if defined(OTHER)\na\n#elif defined(SQLITE_CORE)\nb\n#else\nc\n#endif", ["a", "b"]),
    ("/* #if 0 */ a // #if 0\n# /**/ if 0\nb\n#endif", ["a"]),
    ("#if 0 \\\n || 1\na\n#endif", ["a"]),
    ("#define a b\na c\n#undef a\na", ["b", "c", "a"]),
    ("#define a(x) b\na c", ["a", "c"]),
  ])
  func `branches that are surely not compiled are left out`(text: String, kept: [String]) {
    #expect(words(text) == kept)
  }

  @Test func `other systems have theirs`() {
    #expect(words("#ifdef _WIN32\na\n#else\nb\n#endif", windows: true) == ["a"])
  }

  @Test func `what is included is read where it is, with the names of then`() {
    let files = ["one.c": "#ifdef X\nint base(void);\n#endif", "loop.c": "#include \"loop.c\"\nx"]

    #expect(
      words("#define X\n#define base one\n#include \"one.c\"\nbase", files)
        == ["int", "one(void);", "one"]
    )
    #expect(
      words("#include \"one.c\"\n#include <stdio.h>\n#include \"no.h\"\nb", files)
        == ["int", "base(void);", "b"]
    )
    #expect(words("#include \"loop.c\"", files).count == 17 - 1)
  }

  @Test func `no text of conditions traps`() {
    let text = Array(
      "#if defined(A) && (!defined B || 1)\n#elif 0\n#else\n#endif\n#define A \\\nB\nA".utf8
    )
    for index in text.indices {
      _ = CompiledText(Array(text[..<index])).text
      _ = CompiledText(Array(text[index...])).text
      for byte in "#(!&|\"\\\n\u{0}".utf8 {
        var changed = text
        changed[index] = byte
        _ = CompiledText(changed).text
      }
    }
    _ = CompiledText(Array(repeating: UInt8(ascii: "("), count: 10) + Array("#if ".utf8)).text
  }

  @Test func `deep brackets and negations end`() {
    let deep = "#if " + String(repeating: "!(", count: 20_000) + "1\na\n#endif"
    #expect(words(deep).count == 1)
  }
}
