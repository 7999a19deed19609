import ObjectFiles
import Testing

@Suite(.serialized)
struct WasmTests {
  private let workshop: Workshop
  private let target = "--target=wasm32-unknown-unknown"

  init() throws { workshop = try Workshop() }

  @Test func `an object tells its names`() throws {
    try workshop.compile(everyKind, to: "a.o", [target])
    let bytes = try workshop.bytes(of: "a.o")

    #expect(
      try summaries(of: bytes)
        == [Summary(format: .wasm, kind: .relocatable, architecture: "wasm32")]
    )
    let found = try symbols(of: bytes).filter { $0.key.contains("_") && !$0.key.hasPrefix("__") }
    #expect(
      found == [
        "needed_function": "undefined global default function",
        "needed_data": "undefined global default data",
        "perhaps_function": "undefined weak default function",
        "local_function": "defined local default function",
        "plain_function": "defined global hidden function",
        "weak_function": "defined weak hidden function",
        "hidden_function": "defined global hidden function",
        "local_data": "defined local default data",
        "plain_data": "defined global hidden data",
        "zero_data": "defined global hidden data",
        "constant_data": "defined global hidden data",
        "weak_data": "defined weak hidden data",
        "hidden_data": "defined global hidden data",
        "pointer_data": "defined global hidden data",
      ]
    )
    #expect(try bytes.withUnsafeBytes { try ExportedNames(in: $0).names }.contains("plain_data"))
  }

  @Test func `a dynamically linked module tells what it needs`() throws {
    let needs: [UInt8] = [2, 6, 1, 4] + Array("liba".utf8)
    let contents = [8] + Array("dylink.0".utf8) + needs
    let module: [UInt8] = [0, 0x61, 0x73, 0x6D, 1, 0, 0, 0, 0, UInt8(contents.count)] + contents

    try module.withUnsafeBytes { buffer in
      let object = try #require(try ObjectFile.all(in: buffer).first)
      #expect(object.kind == .sharedLibrary)
      #expect(try object.neededLibraries() == ["liba"])
    }
  }

  @Test func `a program tells its imports, its exports and the names it still has`() throws {
    let source = """
      __attribute__((import_module("env"), import_name("from_host"))) int from_host(void);
      static int inner(void) { return from_host(); }
      __attribute__((export_name("offered"))) int offer(void) { return inner(); }
      """
    try workshop.compile(source, to: "a.o", [target])
    try workshop.run("wasm-ld", ["--no-entry", "a.o", "-o", "a.wasm"])
    let bytes = try workshop.bytes(of: "a.wasm")

    #expect(try summaries(of: bytes).map(\.kind) == [.executable])
    #expect(try bytes.withUnsafeBytes { try ExportedNames(in: $0).names } == ["offered"])
    #expect(try imports(in: bytes) == ["from_host": "anyLibrary"])
    #expect(try symbols(of: bytes, in: .full).keys.sorted() == ["from_host", "inner", "offer"])
    #expect(try symbols(of: bytes) == [:])
  }
}
