import AmalgamCore
import Glibc
import ObjectFiles

/// The fuzz targets of ObjectFiles, compiled together with its sources by `run`.
///
/// One program serves all readers: the name it is started by, `fuzz-elf` and so on, says which
/// format an input must have. Others are rejected, so that the corpus of a target stays its own.

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let input = UnsafeRawBufferPointer(start: data, count: size)
  guard targetFormats.contains(FileFormat(of: Window(input))) else { return -1 }
  let start = processorTime
  if isInspect { inspect(input) } else { readEverything(in: input) }
  // The fuzzer's own limit is by the clock on the wall, which runs on while other programs do.
  if processorTime - start > 1 { fatalError("took more than a second of processor time") }
  return 0
}

/// The seconds that this thread has run.
private var processorTime: Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

private let targetFormats: Set<FileFormat> = {
  switch CommandLine.arguments[0].split(separator: "-").last {
  case "archive": [.archive, .thinArchive]
  case "elf": [.elf]
  case "macho": [.machO, .universal]
  case "windows": [.pe, .coff, .bigCOFF, .importStub]
  case "wasm": [.wasm]
  case "stub": [.textStub]
  case "inspect":
    [
      .archive, .thinArchive, .elf, .machO, .universal, .pe, .coff, .bigCOFF, .importStub, .wasm,
      .textStub, .bitcode,
    ]
  default: fatalError("started by an unknown name")
  }
}()

private let isInspect = CommandLine.arguments[0].hasSuffix("-inspect")

/// Takes the way of a file through `inspect`: its copies, their names, options and marks.
private func inspect(_ input: UnsafeRawBufferPointer) {
  let file = try? InspectedFile(
    name: "input",
    bytes: input,
    members: ThinMembers { _ in input },
    catalogue: catalogue,
    names: names,
    checkIns: checkIns
  )
  _ = file?.failures
}

private let names = KnownAPI(catalogue)

private let catalogue: OptionCatalogue = {
  do throws(Failures) {
    return try OptionCatalogue(
      parsing: ["catalogue.txt", "extensions.txt", "faults.txt"].map { (text($0), $0) }
    )
  } catch {
    fatalError("\(error)")
  }
}()

private let checkIns: CheckIns = {
  do throws(Failure) {
    return try CheckIns(parsing: text("check-ins.txt"), file: "check-ins.txt")
  } catch {
    fatalError("\(error)")
  }
}()

/// Returns a table that the binary carries; the fuzzer is started in the project's folder.
private func text(_ name: String) -> String {
  guard let file = fopen("Sources/Embedded/\(name)", "r") else { fatalError(name) }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 1 << 20)
  let count = fread(&bytes, 1, bytes.count, file)
  return String(decoding: bytes[..<count], as: UTF8.self)
}
