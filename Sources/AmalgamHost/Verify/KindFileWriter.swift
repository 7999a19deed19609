import AmalgamCore

/// How to build the SQLite that has everything: what writes the files that variants are to open.
package struct FullBuild: Hashable, Sendable {
  package let checkIn: String
  /// The absolute path of the generated `sqlite3.c`; empty where the release is not fetched.
  package let source: String
  /// `-DNAME=VALUE` for each option of the profile `full`.
  package let flags: [String]

  package init(checkIn: String, source: String, flags: [String]) {
    self.checkIn = checkIn
    self.source = source
    self.flags = flags
  }
}

/// Writes a file of each kind with `full`: once for each release, kept in the cache.
///
/// That SQLite is compiled without optimisation, since it only writes a few rows. What goes wrong
/// here says nothing of the library that is judged, so it is a reason, never a failure.
final class KindFileWriter {
  /// The folder of the files.
  let folder: String
  /// Why there are no files; `nil` while nothing has gone wrong.
  private(set) var problem: String?

  private let build: FullBuild
  private let kinds: [FileKind]
  private let objects: DriverObjects
  private let files: any Files
  private let work: String

  init(
    _ build: FullBuild,
    _ kinds: [FileKind],
    objects: DriverObjects,
    cache: String,
    files: any Files
  ) {
    self.build = build
    self.kinds = kinds
    self.objects = objects
    self.files = files
    folder = Self.folder(build, kinds, cache: cache)
    work = Path.join(cache, "work/files-\(getpid())-\(Path.name(of: folder))")
  }

  /// The folder in the cache for the files that `build` writes, there or not.
  static func folder(_ build: FullBuild, _ kinds: [FileKind], cache: String) -> String {
    let parts =
      [build.checkIn] + build.flags
      + kinds.flatMap { kind in
        [kind.name] + [String(decoding: Request.encoded(kind.writing("-")), as: UTF8.self)]
      }
    let key = SHA256.hexDigest(of: Array(parts.joined(separator: "\n").utf8))
    return Path.join(cache, "files/\(key.prefix(32))")
  }

  /// Makes the job; it has nothing to do where the files are there.
  func job(after compile: Job) -> Job {
    Job(
      needs: [compile],
      phases: [{ try self.compile() }, { self.link() }, { try self.write() }, { self.publish() }],
      failed: { step, status in
        Failure(command: step, status, place: "full", files: self.files)
      },
      ended: { step, status in
        if !status.isSuccess {
          self.problem = "'full' did not write them: \(step.label) \(status)"
        }
      }
    )
  }

  private var isMade: Bool { files.isDirectory(folder) }

  private func compile() throws -> [Job.Step] {
    if isMade { return [] }
    if build.source.isEmpty {
      problem = "the release is not fetched, so no 'full' of it can write them"
      return []
    }
    try files.write("", to: Path.join(work, "log"))
    let words = objects.toolchain.compiler + ["-O0", "-w", "-c", build.source] + build.flags
    return [step(words + ["-o", "full.o"], "files: sqlite3.c of full")]
  }

  private func link() -> [Job.Step] {
    if isMade || problem != nil { return [] }
    let words =
      objects.toolchain.compiler + objects.toolchain.linkerFlags + objects.paths + ["full.o"]
      + ["-lm", "-lpthread", "-ldl", "-o", "writer"]
    return [step(words, "files: link full")]
  }

  private func write() throws -> [Job.Step] {
    if isMade || problem != nil { return [] }
    try files.makeDirectory(Path.join(work, "files"))
    try files.write(Request.encoded(requests), to: Path.join(work, "in"))
    return [
      Job.Step(
        Command([Path.join(work, "writer")], in: work, input: Path.join(work, "in")),
        log: Path.join(work, "log"),
        label: "files: write",
        output: Path.join(work, "out"),
        seconds: 60
      )
    ]
  }

  private var requests: [Request] {
    kinds.flatMap { $0.writing(Path.join(work, "files/\($0.name).db")) }
  }

  /// Puts the files in place, if each of them holds what was asked for.
  private func publish() -> [Job.Step] {
    defer { try? files.remove(work) }
    if isMade || problem != nil { return [] }
    let transcript = Transcript((try? files.read(Path.join(work, "out"))) ?? [], to: requests)
    for (index, kind) in kinds.enumerated() {
      let answers = transcript.answers.dropFirst(index * 4).prefix(4)
      if kind.isWritten(answers) { continue }
      let error = answers.lazy.compactMap(\.error).first
      problem = "'full' did not write '\(kind.name)'" + (error.map { ": \($0)" } ?? "")
      return []
    }
    do {
      try files.move(Path.join(work, "files"), to: folder)
    } catch {
      // Another run has put its own there, which hold the same.
      if !isMade { problem = error.message }
    }
    return []
  }

  private func step(_ words: [String], _ label: String) -> Job.Step {
    Job.Step(Command(words, in: work), log: Path.join(work, "log"), label: label)
  }
}
