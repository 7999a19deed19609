import AmalgamCore
import ObjectFiles

/// Builds a profile's SQLite with each part taken out, and weighs and times what comes of it.
package final class CostRun {
  /// How a profile is compiled, and where its amalgamations are.
  package struct Setting {
    package let plan: BuildPlan
    package let catalogue: OptionCatalogue
    /// A folder for objects and programs, which is removed in the end.
    package let folder: String
    package let jobs: Int
    /// Returns the folder of the amalgamation for a grammar set.
    package let amalgamation: (GrammarSet) throws -> String

    package init(
      plan: BuildPlan,
      catalogue: OptionCatalogue,
      folder: String,
      jobs: Int,
      amalgamation: @escaping (GrammarSet) throws -> String
    ) {
      self.plan = plan
      self.catalogue = catalogue
      self.folder = folder
      self.jobs = jobs
      self.amalgamation = amalgamation
    }
  }

  /// One build: of everything, or without one group.
  package struct Build {
    package let group: CostGroup?
    let object: String
    package fileprivate(set) var weight: ObjectWeight?
    package fileprivate(set) var problem: String?
  }

  package private(set) var builds: [Build] = []
  let setting: Setting
  let files: any Files
  private let commands: any CommandRunner
  private let progress: Progress

  package init(
    _ setting: Setting,
    files: any Files,
    commands: any CommandRunner,
    progress: Progress
  ) {
    self.setting = setting
    self.files = files
    self.commands = commands
    self.progress = progress
  }

  /// Compiles everything, then the same without each of `groups`; returns what everything weighs.
  @discardableResult
  package func compile(_ groups: [CostGroup]) throws -> ObjectWeight {
    let plan = setting.plan
    try files.write("", to: Path.join(setting.folder, "log"))
    builds = [Build(group: nil, object: "whole.o")]
    var steps = [try step(options: plan.profile.options, object: "whole.o", label: "whole")]
    for (index, group) in groups.enumerated() {
      let object = "\(index).o"
      builds.append(Build(group: group, object: object))
      if group.kind == .extension {
        steps.append(try step(extension: group, object: object))
      } else {
        let rest = plan.profile.options.filter { !group.names.contains($0.name) }
        steps.append(try step(options: rest, object: object, label: "without \(group.title)"))
      }
    }
    let jobs = zip(steps, builds.indices).map { step, index in job(step, index) }
    try JobQueue(commands: commands, progress: progress, limit: setting.jobs).runToSuccess(jobs)
    for index in builds.indices where builds[index].problem == nil {
      builds[index].weight = try weight(of: builds[index].object)
    }
    return try weight(of: builds[0].object)
  }

  /// A build that fails is one that needs what was taken out.
  private func job(_ step: Job.Step, _ index: Int) -> Job {
    Job(
      phases: [{ [step] }],
      failed: { step, status in
        Failure(
          command: step,
          status,
          place: self.setting.plan.variant.description,
          files: self.files
        )
      },
      ended: { step, status in
        if status.isSuccess { return }
        if index == 0 {
          throw Failure(
            command: step,
            status,
            place: self.setting.plan.variant.description,
            files: self.files
          )
        }
        self.builds[index].problem = "the rest does not compile without it"
      }
    )
  }

  private func step(
    options: [CompileOption],
    object: String,
    label: String
  ) throws -> Job.Step {
    let grammar = GrammarSet(universalWith: setting.catalogue.grammarOptions(among: options))
    let source = Path.join(try setting.amalgamation(grammar), "sqlite3.c")
    let defines = options.map { "-D\($0.description)" }
    return compile(source, defines, object, "cost: \(label)")
  }

  private func step(extension group: CostGroup, object: String) throws -> Job.Step {
    let file = Path.name(of: group.names[0])
    let found = setting.plan.extensions.first { $0.name == file || $0.name + ".c" == file }
    guard let found else { throw Failure(group.title, "is no extension of the plan") }
    let source = Path.join(setting.folder, "\(found.name).c")
    try files.write(found.contents, to: source)
    let headers = try setting.amalgamation(setting.plan.grammar)
    let flags = ["-DSQLITE_CORE=1", "-I\(headers)"]
    return compile(source, flags, object, "cost: extension \(found.name)")
  }

  private func compile(
    _ source: String,
    _ flags: [String],
    _ object: String,
    _ label: String
  ) -> Job.Step {
    let plan = setting.plan
    let level = (plan.profile.optimize?.value ?? .speed).flags
    let target =
      plan.toolchain.family == .clang && plan.target != plan.toolchain.target
      ? ["--target=\(plan.target)"] : []
    let words =
      plan.toolchain.compiler + target + ["-c"] + level + ["-fPIC", "-w"]
      + plan.profile.compilerFlags.map(\.value) + flags + ["-o", object, source]
    let log = Path.join(setting.folder, "\(object).log")
    return Job.Step(Command(words, in: setting.folder), log: log, label: label)
  }

  private func weight(of object: String) throws -> ObjectWeight {
    let bytes = try files.read(Path.join(setting.folder, object))
    do {
      return try bytes.withUnsafeBytes { bytes in
        var (text, data): (UInt64, UInt64) = (0, 0)
        try ObjectFile.forEach(in: bytes) { object throws(ReadError) in
          text &+= try object.textBytes() ?? 0
          data &+= try object.dataBytes() ?? 0
        }
        return ObjectWeight(
          text: Int(clamping: text),
          data: Int(clamping: data),
          exported: try ExportedNames(in: bytes).names
        )
      }
    } catch let error as ReadError {
      throw Failure(error.place(in: object), "cannot be read: \(error)")
    }
  }

  // MARK: Times

  /// Compiles C files once and returns their objects.
  func objects(of sources: [String], headers: String, _ flag: String? = nil) throws -> [String] {
    try sources.map { source in
      let object = Path.join(setting.folder, "own-\(Path.name(of: source)).o")
      let words = setting.plan.toolchain.compiler + ["-O2", "-w", "-c", "-I\(headers)"]
      let flags = flag.map { [$0] } ?? []
      try run(words + flags + ["-o", object, source], "compile \(Path.name(of: source))")
      return object
    }
  }

  /// Links `objects` with a build's object and returns the program's path.
  ///
  /// `more` is linked behind the build's object.
  func link(
    _ objects: [String],
    with object: String,
    and more: [String] = [],
    as name: String
  ) throws -> String {
    let program = Path.join(setting.folder, name)
    let words = setting.plan.toolchain.compiler + setting.plan.toolchain.linkerFlags + objects
    try run(words + [object] + more + ["-lm", "-lpthread", "-ldl", "-o", program], "link \(name)")
    return program
  }

  private func run(_ words: [String], _ label: String) throws {
    let log = Path.join(setting.folder, "tool.log")
    let command = Command(words, in: setting.folder)
    let status = try commands.run(command, log: log, seconds: 600)
    guard status.isSuccess else {
      let step = Job.Step(command, log: log, label: label)
      throw Failure(command: step, status, place: "cost", files: files)
    }
  }

  /// Runs `command` and returns its milliseconds of processor time and what it printed; `nil` where
  /// it fails.
  func time(_ command: Command) throws -> (milliseconds: Double, output: String)? {
    let output = Path.join(setting.folder, "out")
    let start = processorSecondsOfChildren()
    let status = try commands.run(
      command,
      log: Path.join(setting.folder, "log"),
      output: output,
      seconds: 600
    )
    guard status.isSuccess else { return nil }
    let time = (processorSecondsOfChildren() - start) * 1_000
    return (time, String(decoding: try files.read(output), as: UTF8.self))
  }

  /// Opens connections with a program that is linked with `library`, in which `registration` takes
  /// the place of the library's own; `isAsked` says that each connection asks for what is on demand.
  package func opening(
    library: String,
    headers: String,
    name: String,
    registration: Registration? = nil,
    isAsked: Bool = false
  ) throws -> CostReport.Opening {
    let source = try Tables.text("Cost/opens.c")
    let folder = Path.join(setting.folder, name + ".c")
    let path = Path.join(folder, "opens.c")
    try files.write(source, to: path)
    var sources = [path]
    if let registration {
      sources.append(Path.join(folder, "registration.c"))
      try files.write(registration.source, to: sources[1])
      try files.write(registration.header, to: Path.join(folder, "registration.h"))
    }
    let asking = registration.map { "-DAMALGAM_REGISTER=\($0.registerFunction)" }
    let objects = try objects(of: sources, headers: headers, isAsked ? asking : nil)
    let program = try link(objects, with: library, as: name)
    guard let run = try time(Command([program, "500"])) else {
      throw Failure("cost", "the program that opens connections failed")
    }
    var values: [Substring: Int] = [:]
    for line in run.output.split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ")
      if words.count == 2 { values[words[0]] = Int(words[1]) }
    }
    guard let heap = values["heap"], let nanoseconds = values["nanoseconds"] else {
      throw Failure("cost", "the program that opens connections printed no figures")
    }
    return CostReport.Opening(heap: heap, nanoseconds: nanoseconds)
  }
}
