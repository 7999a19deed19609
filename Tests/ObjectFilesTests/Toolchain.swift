import Foundation
import Testing

/// A folder of its own for one test, with the tools that make objects in it.
final class Workshop {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "objectfiles-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: folder.appending(path: name))
  }

  func bytes(of name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }

  /// Compiles C source to an object file; `arguments` choose the target.
  func compile(
    _ source: String,
    to name: String,
    _ arguments: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try write(source, to: name + ".c")
    try run("clang", ["-c", "-O0", name + ".c", "-o", name] + arguments, sourceLocation)
  }

  /// Runs a tool of the Swift toolchain, or else of PATH, in the folder; returns its output.
  @discardableResult
  func run(
    _ tool: String,
    _ arguments: [String],
    _ sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    // Output goes to a file: a pipe that nobody empties would stop a talkative tool.
    let log = folder.appending(path: "output-\(UUID())")
    try Data().write(to: log)
    let process = Process()
    let executable = try #require(Self.find(tool), "no \(tool)")
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let handle = try FileHandle(forWritingTo: log)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    let output = String(decoding: try Data(contentsOf: log), as: UTF8.self)
    try #require(process.terminationStatus == 0, "\(output)", sourceLocation: sourceLocation)
    return output
  }

  /// A linker for Apple systems; the Swift toolchain's own refuses them.
  static let machOLinker = (19...30).reversed().map { "ld64.lld-\($0)" }.first { find($0) != nil }

  /// Links for macOS 13 with a stand-in for the system's library.
  func linkMachO(_ architecture: String, _ arguments: [String]) throws {
    try write(systemStub, to: "libSystem.tbd")
    let platform = ["-arch", architecture, "-platform_version", "macos", "13.0", "13.0"]
    try run(try #require(Self.machOLinker), platform + arguments + ["libSystem.tbd"])
  }

  static func find(_ tool: String) -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = path.split(separator: ":").map { URL(filePath: String($0)) }
    let swift = folders.map { $0.appending(path: "swift") }.first(where: isExecutable)
    let toolchain = swift?.resolvingSymlinksInPath().deletingLastPathComponent()
    return ([toolchain].compactMap { $0 } + folders).map { $0.appending(path: tool) }
      .first(where: isExecutable)
  }

  private static func isExecutable(_ file: URL) -> Bool {
    FileManager.default.isExecutableFile(atPath: file.path)
  }
}

private let systemStub = """
  --- !tapi-tbd
  tbd-version:     4
  targets:         [ x86_64-macos, arm64-macos ]
  install-name:    '/usr/lib/libSystem.B.dylib'
  exports:
    - targets:     [ x86_64-macos, arm64-macos ]
      symbols:     [ dyld_stub_binder, _needed_function, _needed_data, _perhaps_function ]
  ...

  """
