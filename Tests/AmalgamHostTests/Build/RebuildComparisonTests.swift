import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Testing

/// What is said of a file that is not the same when it is built again.
struct RebuildComparisonTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Compiles `text` and returns the bytes of the object, or of an archive with it.
  private func object(
    _ text: String,
    _ name: String,
    archived: Bool = false,
    target: String = "x86_64-linux-gnu"
  ) throws -> [UInt8] {
    try folder.write(text, to: "\(name)/one.c")
    let commands = [
      ["clang", "-c", "-O0", "-fno-ident", "--target=\(target)", "one.c", "-o", "one.o"],
      ["llvm-ar", "rcsD", "one.a", "one.o"],
    ]
    for command in commands {
      let status = try SystemCommands().run(
        Command(command, in: "\(folder.path)/\(name)"),
        log: "\(folder.path)/log"
      )
      let log = try folder.read("log")
      #expect(status.isSuccess, "\(log)")
    }
    return try SystemFiles().read("\(folder.path)/\(name)/one.\(archived ? "a" : "o")")
  }

  private func finding(_ first: [UInt8]?, _ second: [UInt8]?) -> Finding? {
    (first ?? []).withUnsafeBytes { a in
      (second ?? []).withUnsafeBytes { b in
        RebuildComparison.finding(
          "lib.a",
          variant: "full",
          first == nil ? nil : a,
          second == nil ? nil : b
        )
      }
    }
  }

  @Test func `the same bytes are no finding`() {
    #expect(finding([1, 2], [1, 2]) == nil)
  }

  @Test func `a difference is told with the section, and the member of an archive`() throws {
    let text = "const char a[] = \"first\"; int f(void) { return 1; }\n"
    let other = text.replacing("first", with: "fir5t")
    let plain = finding(try object(text, "a"), try object(other, "b"))
    let archived = finding(
      try object(text, "a", archived: true),
      try object(other, "b", archived: true)
    )

    #expect(
      plain?.message
        == "'lib.a' is not the same when it is built again: it differs in .rodata"
    )
    #expect(
      archived?.message
        == "'lib.a' is not the same when it is built again: it differs in .rodata of 'one.o'"
    )
    #expect(plain?.severity == .error)
    #expect(plain?.notes.first?.hasPrefix("the first byte that differs is byte ") ?? false)
  }

  @Test(arguments: [
    ("arm64-apple-ios13.0", "__TEXT,__const"), ("x86_64-pc-windows-msvc", ".rdata"),
  ])
  func `an object of another system has sections too`(target: String, section: String) throws {
    let text = "const char a[] = \"first\"; int f(void) { return 1; }\n"
    let found = finding(
      try object(text, "a", target: target),
      try object(text.replacing("first", with: "fir5t"), "b", target: target)
    )

    #expect(
      found?.message
        == "'lib.a' is not the same when it is built again: it differs in \(section)"
    )
  }

  @Test func `of a file without sections the byte is told`() {
    #expect(
      finding([1, 2, 3], [1, 2])?.message
        == "'lib.a' is not the same when it is built again: it differs at byte 2"
    )
  }

  @Test func `a file that only one of the builds has is told`() {
    #expect(
      finding([1], nil)?.message == "'lib.a' is not there when the variant is built again"
    )
    #expect(
      finding(nil, [1])?.message == "'lib.a' is there only when the variant is built again"
    )
  }
}
