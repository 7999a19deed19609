import AmalgamCore

/// Upstream's command-line shell of a variant's own tree, linked with the variant.
///
/// No stock shell can read a table of a tokenizer that it does not have.
package struct ShellProgram {
  private let plan: BuildPlan
  /// The variant's folder.
  private let directory: String
  private let tree: Generator.Tree
  private let cache: String
  private let files: any Files
  private let commands: any CommandRunner
  private let progress: Progress

  package init(
    plan: BuildPlan,
    directory: String,
    tree: Generator.Tree,
    cache: String,
    files: any Files,
    commands: any CommandRunner,
    progress: Progress
  ) {
    self.plan = plan
    self.directory = directory
    self.tree = tree
    self.cache = cache
    self.files = files
    self.commands = commands
    self.progress = progress
  }

  /// Returns the path of the program, built where the cache does not have it.
  package func path() throws -> String {
    let library = Path.join(directory, "lib\(plan.profile.library).a")
    let parts = [plan.digest, SHA256.hexDigest(of: try files.read(library))]
    let key = SHA256.hexDigest(of: Array(parts.joined(separator: " ").utf8)).prefix(32)
    let place = Path.join(cache, "shells/\(key)")
    let program = Path.join(place, "sqlite3")
    if files.isFile(program) { return program }
    let work = Path.join(cache, "work/shell.\(RunToken.current).\(key)")
    let generator = Generator(files: files, cache: cache)
    let configure = generator.configure(tree)
    let job = Job(
      needs: [configure],
      phases: [
        {
          try files.remove(work)
          try files.makeDirectory(Path.join(work, "shell"))
          return generator.shellSource(of: tree, in: work).prefix(1).map { $0 }
        },
        { generator.shellSource(of: tree, in: work).dropFirst().map { $0 } },
        { [try compile(in: work, library)] },
        {
          try files.place(Path.join(work, "shell"), at: place) { files.isFile(program) }
          try files.remove(work)
          return []
        },
      ],
      failed: { step, status in
        Failure(
          command: step,
          status,
          place: "shell of \(plan.variant)",
          files: files
        )
      }
    )
    try JobQueue(commands: commands, progress: progress, limit: 1).runToSuccess([configure, job])
    return program
  }

  private func compile(in work: String, _ library: String) throws -> Job.Step {
    let folder = Path.join(work, "shell")
    let source = try files.read(Path.join(work, "tree/shell.c"))
    try files.write(renamed(source), to: Path.join(folder, "shell.c"))
    try files.write(setUp, to: Path.join(folder, "setup.c"))
    let tools = plan.toolchain
    let words =
      tools.compiler + tools.targetFlags(for: plan.target)
      + (plan.sanitizer?.compileFlags ?? ["-O1"])
      + [
        "-w", "-I\(directory)", "-DSQLITE_SHELL_INIT_PROC=amalgam_shell_setup", "-o", "sqlite3",
        "shell.c", "setup.c", library,
      ] + (plan.sanitizer?.linkFlags ?? []) + tools.linkerFlags
    let own = plan.libraries.map { "-l\($0)" }
    let libraries = Toolchain.isApple(plan.target) ? own : own + ["-lm", "-lpthread", "-ldl"]
    return Job.Step(
      Command(words + libraries, in: folder),
      log: Path.join(folder, "build.log"),
      label: "\(plan.variant): build its shell"
    )
  }

  /// The shell brings some extensions itself; those that the variant has too get other names there.
  private func renamed(_ source: [UInt8]) -> [UInt8] {
    let names = Set(plan.extensions.flatMap(\.globalNames))
    if names.isEmpty { return source }
    var text: [UInt8] = []
    text.reserveCapacity(source.count + 4_096)
    var index = 0
    while index < source.count {
      let start = index
      while index < source.count, source[index].isInIdentifier { index += 1 }
      if index > start {
        let word = source[start..<index]
        if names.contains(String(decoding: word, as: UTF8.self)) { text += "shell_".utf8 }
        text += word
      } else {
        text.append(source[index])
        index += 1
      }
    }
    return text
  }

  /// Every connection of the shell has all that the variant has, also what it would have to ask for.
  private var setUp: String {
    let register = plan.profile.registerFunction
    let body =
      register.map { name in
        "static int all(sqlite3 *db, char **message, const void *api) {\n"
          + "  (void)message; (void)api;\n  return \(name)(db, 0);\n}\n"
          + "void amalgam_shell_setup(void) {\n"
          + "  sqlite3_auto_extension((void (*)(void))all);\n}\n"
      } ?? "void amalgam_shell_setup(void) {}\n"
    let header = register == nil ? "sqlite3.h" : "registration.h"
    return "#include \"\(header)\"\n\(body)"
  }
}

extension UInt8 {
  fileprivate var isInIdentifier: Bool {
    (97...122).contains(self) || (65...90).contains(self) || (48...57).contains(self) || self == 95
  }
}

extension Generator {
  /// Returns the steps that make `shell.c` in the folder `tree` of `work`, one after the other.
  func shellSource(of tree: Tree, in work: String) -> [Job.Step] {
    let folder = Path.join(work, "tree")
    let copy = Command(["cp", "-Rp", configuredDirectory(of: tree), folder])
    let make = Command(["make", "shell.c"], in: folder, environment: Self.cleanEnvironment)
    return [
      Job.Step(copy, log: Path.join(work, "copy.log"), label: "\(tree.version): copy build folder"),
      Job.Step(make, log: Path.join(work, "make.log"), label: "\(tree.version): generate shell.c"),
    ]
  }
}

/// Gives the process to another program.
package enum Exec {
  /// Becomes the program `words`, with the streams that are open; returns only where it cannot.
  package static func become(_ words: [String]) -> Failure {
    var pointers = words.map { strdup($0) }
    pointers.append(nil)
    execv(words[0], pointers)
    let reason = lastSystemError()
    for pointer in pointers { free(pointer) }
    return Failure(words[0], "cannot be run: \(reason)")
  }
}
