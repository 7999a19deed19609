import AmalgamHost
import AmalgamTestSupport
import Testing

struct EmbeddedFilesTests {
  /// The folders whose files the binary carries, and how their names end.
  private static let folders = [
    ("Profiles", "Profiles/", [".profile"]), ("Sources/Driver", "Driver/", [".c", ".h"]),
    ("Sources/Suites", "Suites/", [".test", ".txt"]), ("Sources/Upstream", "Upstream/", [".tcl"]),
    ("Sources/Extensions", "Extensions/", [".c"]), ("Sources/Cost", "Cost/", [".c"]),
    ("Sources/Runtime", "Runtime/", [".swift"]),
    ("Sources/Runtime/Conformance", "Runtime/Conformance/", [".swift"]),
  ]

  @Test func `the list of what the binary carries is that of the folders`() throws {
    var expected: Set = [
      "Vendor/releases.lock", "Embedded/catalogue.txt", "Embedded/extensions.txt",
      "Embedded/check-ins.txt", "Embedded/option-names.txt", "Embedded/error-texts.txt",
      "Embedded/recorded-lists.txt", "Embedded/file-kinds.txt", "Embedded/faults.txt",
    ]
    for (folder, prefix, endings) in Self.folders {
      let names = try SystemFiles().list("\(BuiltTool.root)/\(folder)")
      expected.formUnion(
        names.filter { name in endings.contains { name.hasSuffix($0) } }.map { prefix + $0 }
      )
    }

    #expect(Set(EmbeddedFiles.names) == expected, "run 'make embedded'")
  }

  @Test func `what it carries is what the files hold`() throws {
    for name in ["Profiles/full.profile", "Vendor/releases.lock"] {
      let text = try SystemFiles().readText("\(BuiltTool.root)/\(name)")
      #expect(EmbeddedFiles.text(of: name) == text)
    }
    #expect(EmbeddedFiles.text(of: "Profiles/nothing.profile") == nil)
  }
}
