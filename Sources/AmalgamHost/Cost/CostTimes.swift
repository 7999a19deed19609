import AmalgamCore

extension CostRun {
  /// Times SQLite's own `speedtest1` with each build, in milliseconds; `nil` where it does not run.
  package func speed(source: String, headers: String) throws -> [Double?] {
    let objects = try objects(of: [source], headers: headers)
    return try builds.enumerated().map { index, build in
      guard build.problem == nil, build.group?.kind != .extension,
        let program = try? link(objects, with: build.object, as: "speed-\(index)")
      else { return nil }
      let words = [program, "--memdb", "--size", "5"]
      return try time(Command(words), rounds: 3)?.milliseconds
    }
  }

  /// Times a driver's requests, which the file `input` holds, with each build, in milliseconds; `nil` where an answer differs
  /// from that of the whole build, so that what was taken out is needed.
  package func workload(input: String, driver: [String], headers: String) throws -> [Double?] {
    let objects = try objects(of: driver, headers: headers)
    var expected: String?
    return try builds.enumerated().map { index, build in
      guard build.problem == nil, build.group?.kind != .extension,
        let program = try? link(objects, with: build.object, as: "workload-\(index)"),
        let run = try time(Command([program], input: input))
      else { return nil }
      let answers = Self.answers(in: run.output)
      if index == 0 { expected = answers }
      return answers == expected ? run.milliseconds : nil
    }
  }

  /// The answers without the last line, which counts memory.
  private static func answers(in output: String) -> String {
    output.split(whereSeparator: \.isNewline).dropLast().joined(separator: "\n")
  }
}
