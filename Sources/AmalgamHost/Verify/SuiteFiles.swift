import AmalgamCore

/// Where suites come from: the binary, and the files and folders that a user adds.
package struct SuiteFiles {
  private let files: any Files
  /// How messages name a path.
  private let display: (String) -> String

  package init(files: any Files, display: @escaping (String) -> String = { $0 }) {
    self.files = files
    self.display = display
  }

  /// Returns the suites that the binary carries, by name.
  package static func embedded() throws(Failures) -> [Script] {
    let names = EmbeddedFiles.names.filter { $0.hasPrefix("Suites/") && $0.hasSuffix(".test") }
    return try parsed(
      names.sorted().map { (file: "builtin:\($0)", text: EmbeddedFiles.text(of: $0) ?? "") }
    )
  }

  /// Returns the suites of each file in `paths`, and of each `.test` file in their folders.
  package func scripts(_ paths: [String]) throws(Failures) -> [Script] {
    var texts: [(file: String, text: String)] = []
    var failures: [Failure] = []
    for path in paths {
      do throws(Failure) {
        for file in try scriptFiles(path) {
          do throws(Failure) {
            texts.append((display(file), try files.readText(file)))
          } catch {
            failures.append(error.at(display(file)))
          }
        }
      } catch {
        failures.append(error.at(display(path)))
      }
    }
    var scripts: [Script] = []
    do throws(Failures) {
      scripts = try Self.parsed(texts)
    } catch {
      failures += error.all
    }
    if !failures.isEmpty { throw Failures(failures) }
    let empty = scripts.filter { !$0.hasCase }.map { script in
      Failure(
        script.file,
        "has no case: no query, 'statement error', plan or probe",
        fix: "add one, or leave the script out"
      )
    }
    if !empty.isEmpty { throw Failures(empty) }
    return scripts
  }

  private func scriptFiles(_ path: String) throws(Failure) -> [String] {
    guard files.isDirectory(path) else { return [path] }
    let names = try files.list(path).filter { $0.hasSuffix(".test") }
    if names.isEmpty {
      throw Failure(display(path), "has no file that ends in '.test'", fix: "name a script")
    }
    return names.map { Path.join(path, $0) }
  }

  /// Parses all of them and tells everything that is wrong at once.
  private static func parsed(
    _ texts: [(file: String, text: String)]
  ) throws(Failures) -> [Script] {
    var scripts: [Script] = []
    var failures: [Failure] = []
    for (file, text) in texts {
      do throws(Failures) {
        scripts.append(try ScriptParser.parse(text, file: file))
      } catch {
        failures += error.all
      }
    }
    if !failures.isEmpty { throw Failures(failures) }
    return scripts
  }
}

extension Script {
  /// Whether anything in it is judged.
  fileprivate var hasCase: Bool {
    records.contains { record in
      switch record.kind {
      case .query, .plan, .probe: true
      case .statement(_, let expectation): expectation != .success
      case .require, .connection, .disconnect, .register, .restart, .halt: false
      }
    }
  }
}
