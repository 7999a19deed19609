import AmalgamCore

extension CostRun {
  /// A program to be timed, and what it printed when it ran last.
  fileprivate struct Timed {
    let command: Command
    var milliseconds: [Double] = []
    var output = ""
  }

  /// Times SQLite's own `speedtest1` with each build, in milliseconds of processor time; `nil` where
  /// it does not run.
  package func speed(source: String, headers: String) throws -> [Double?] {
    let objects = try objects(of: [source], headers: headers)
    let programs = builds.enumerated().map { index, build -> Timed? in
      guard build.problem == nil, build.group?.kind != .extension,
        let program = try? link(objects, with: build.object, as: "speed-\(index)")
      else { return nil }
      return Timed(command: Command([program, "--memdb", "--size", "5"]))
    }
    return try timed(programs, rounds: 3).map { $0?.median }
  }

  /// Times a driver's requests, which the file `input` holds, with each build, in milliseconds of
  /// processor time; `nil` where an answer differs from that of the whole build, so that what was
  /// taken out is needed.
  ///
  /// `archive` is the variant's: its extensions are registered as there.
  package func workload(
    input: String,
    driver: [String],
    headers: String,
    archive: String
  ) throws -> [Double?] {
    let objects = try objects(of: driver, headers: headers)
    let own = try extensionObjects(archive: archive, headers: headers)
    let programs = try builds.enumerated().map { index, build -> Timed? in
      guard build.problem == nil else { return nil }
      var more = own
      var object = build.object
      if let group = build.group, group.kind == .extension {
        guard !own.isEmpty else { return nil }
        object = builds[0].object
        more.insert(try registration(without: group, headers: headers, at: index), at: 0)
      }
      do {
        let program = try link(objects, with: object, and: more, as: "workload-\(index)")
        return Timed(command: Command([program], input: input))
      } catch {
        // What was taken out may be needed by the driver; of everything nothing is missing.
        if index == 0 { throw error }
        return nil
      }
    }
    let runs = try timed(programs, rounds: 5)
    let expected = runs.first?.map { Self.answers(in: $0.output) }
    return runs.map { run in
      run.flatMap { Self.answers(in: $0.output) == expected ? $0.median : nil }
    }
  }

  /// What is linked behind a build so that its connections have the profile's extensions; nothing
  /// where there are none, or where their names have a prefix that a plain build has not.
  private func extensionObjects(archive: String, headers: String) throws -> [String] {
    let registration = setting.plan.registration
    guard !registration.extensions.isEmpty, setting.plan.profile.prefix == nil else { return [] }
    let path = Path.join(setting.folder, "start.c")
    try files.write(try Tables.text("Cost/start.c"), to: path)
    // The builds that are timed are plain ones, and the variant's registration needs its mark.
    let mark = Path.join(setting.folder, "mark.c")
    try files.write(registration.standInForMark, to: mark)
    let name = "-DAMALGAM_AUTOEXT=\(registration.function)"
    return try objects(of: [path, mark], headers: headers, name) + [archive]
  }

  /// The variant's registration without the extension of `group`, as an object.
  private func registration(
    without group: CostGroup,
    headers: String,
    at index: Int
  ) throws -> String {
    let registration = setting.plan.registration.without(group.names[0])
    let folder = Path.join(setting.folder, "without-\(index)")
    let source = Path.join(folder, "registration-\(index).c")
    try files.write(registration.source, to: source)
    try files.write(registration.header, to: Path.join(folder, "registration.h"))
    return try objects(of: [source], headers: headers)[0]
  }

  /// Runs all programs, one after the other in each round, so that what slows the machine slows all;
  /// one that fails is `nil`.
  private func timed(_ programs: [Timed?], rounds: Int) throws -> [Timed?] {
    var programs = programs
    for _ in 0..<rounds {
      for index in programs.indices {
        guard let program = programs[index] else { continue }
        guard let run = try time(program.command) else {
          programs[index] = nil
          continue
        }
        programs[index]?.milliseconds.append(run.milliseconds)
        programs[index]?.output = run.output
      }
    }
    return programs
  }

  /// The answers without the last line, which counts memory.
  private static func answers(in output: String) -> String {
    output.split(whereSeparator: \.isNewline).dropLast().joined(separator: "\n")
  }
}

extension CostRun.Timed {
  fileprivate var median: Double { milliseconds.sorted()[milliseconds.count / 2] }
}
