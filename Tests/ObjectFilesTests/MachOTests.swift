import ObjectFiles
import Testing

@Suite(.serialized)
struct MachOTests {
  private let workshop: Workshop

  init() throws { workshop = try Workshop() }

  @Test(arguments: [
    ("arm64-apple-macos13", "arm64"), ("x86_64-apple-macos13", "x86_64"),
    ("arm64-apple-ios15", "arm64"), ("arm64e-apple-ios15", "arm64e"),
    ("armv7k-apple-watchos6", "armv7k"),
  ])
  func `a relocatable object tells its processor and its names`(
    triple: String,
    architecture: String
  ) throws {
    try workshop.compile(everyKind, to: "a.o", ["--target=\(triple)", "-fcommon"])
    let bytes = try workshop.bytes(of: "a.o")

    #expect(
      try summaries(of: bytes)
        == [Summary(format: .machO, kind: .relocatable, architecture: architecture)]
    )
    let names = try workshop.run("llvm-nm", ["--format=posix", "a.o"])
    let plain = try outline(of: bytes, in: .full).map { $0.withoutWeakness }
    #expect(plain == outline(ofNames: names).map { $0.withoutWeakness })
  }

  @Test func `each symbol has definition, binding, visibility and kind`() throws {
    try workshop.compile(everyKind, to: "a.o", ["--target=arm64-apple-macos13", "-fcommon"])

    let found = try symbols(of: workshop.bytes(of: "a.o")).filter { $0.key.contains("_") }

    #expect(
      found.filter { !$0.key.hasPrefix("l_") } == [
        "needed_function": "undefined global default other",
        "needed_data": "undefined global default other",
        "perhaps_function": "undefined weak default other",
        "local_function": "defined local default function",
        "plain_function": "defined global default function",
        "weak_function": "defined weak default function",
        "hidden_function": "defined global hidden function",
        "local_data": "defined local default data",
        "plain_data": "defined global default data",
        "zero_data": "common global default data",
        "constant_data": "defined global default data",
        "weak_data": "defined weak default data",
        "hidden_data": "defined global hidden data",
        "pointer_data": "defined global default data",
      ]
    )
  }

  @Test func `a universal file has a slice for each processor`() throws {
    try workshop.compile("int f(void) { return 1; }", to: "a", ["--target=arm64-apple-macos13"])
    try workshop.compile("int g(void) { return 2; }", to: "b", ["--target=x86_64-apple-macos13"])
    let (first, second) = (try workshop.bytes(of: "a"), try workshop.bytes(of: "b"))

    let universal = universalFile(of: [first, second])

    #expect(try summaries(of: universal).map(\.architecture) == ["arm64", "x86_64"])
    #expect(try universal.withUnsafeBytes { try ExportedNames(in: $0).names } == ["f", "g"])
  }

  @Test func `slices that overlap are refused`() throws {
    try workshop.compile("int f(void) { return 1; }", to: "a", ["--target=arm64-apple-macos13"])
    let object = try workshop.bytes(of: "a")
    var universal = universalFile(of: [object, object])
    universal.replaceSubrange(36..<40, with: universal[16..<20])
    universal.replaceSubrange(40..<44, with: universal[20..<24])
    universal.removeLast(object.count)

    #expect(throws: ReadError.self) { try summaries(of: universal) }
  }
}

/// Lays slices out as `lipo` does; the processor numbers in the table are of no interest.
func universalFile(of slices: [[UInt8]]) -> [UInt8] {
  var header: [UInt8] = [0xCA, 0xFE, 0xBA, 0xBE] + bigEndian(slices.count)
  var contents: [UInt8] = []
  for slice in slices {
    let offset = 8 + 20 * slices.count + contents.count
    header += bigEndian(7) + bigEndian(3) + bigEndian(offset) + bigEndian(slice.count)
    header += bigEndian(0)
    contents += slice
  }
  return header + contents
}

private func bigEndian(_ number: Int) -> [UInt8] {
  withUnsafeBytes(of: UInt32(number).bigEndian) { [UInt8]($0) }
}

extension String {
  /// `nm` prints a weak definition of a Mach-O file like any other.
  fileprivate var withoutWeakness: String {
    hasSuffix(" weak") ? dropLast(4) + "global" : self
  }
}
