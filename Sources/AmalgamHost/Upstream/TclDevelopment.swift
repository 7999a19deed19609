import AmalgamCore

/// Tcl's development files, which SQLite's `testfixture` is built with.
struct TclDevelopment {
  /// The folder of `tclConfig.sh`, as `configure --with-tcl` takes it.
  let configuration: String

  /// A question to `tclsh`: the folders it knows of those files in.
  ///
  /// Asked from standard input, so that no file is needed beside the tool.
  private static let question = """
    foreach key {libdir,runtime libdir,install scriptdir,runtime scriptdir,install} {
      puts "library\\t[::tcl::pkgconfig get $key]"
    }
    puts "library\\t[file dirname [info library]]"
    foreach key {includedir,runtime includedir,install} {
      puts "include\\t[::tcl::pkgconfig get $key]"
    }

    """

  /// Asks `tclsh` where they are; `folder` is for the question and the answer.
  static func find(
    in folder: String,
    files: any Files,
    commands: any CommandRunner
  ) throws -> TclDevelopment {
    let paths = (question: Path.join(folder, "tcl.in"), answer: Path.join(folder, "tcl.out"))
    let log = Path.join(folder, "tcl.log")
    try files.write(question, to: paths.question)
    let command = Command(["tclsh"], input: paths.question)
    let status = try commands.run(command, log: log, output: paths.answer, seconds: 60)
    guard status.isSuccess else {
      let step = Job.Step(command, log: log, label: "tclsh")
      throw Failure(command: step, status, place: place, files: files)
    }
    let answer = Answer(try files.readText(paths.answer))
    guard let configuration = answer.folder(of: "tclConfig.sh", in: answer.libraries, files) else {
      throw missing("tclConfig.sh", from: answer.libraries)
    }
    if answer.folder(of: "tcl.h", in: answer.includes, files) == nil {
      throw missing("tcl.h", from: answer.includes)
    }
    return TclDevelopment(configuration: configuration)
  }

  private static let place = "verify --upstream"

  private static func missing(_ file: String, from folders: [String]) -> Failure {
    Failure(
      place,
      "needs Tcl's development files, and there is no '\(file)'",
      notes: folders.isEmpty ? [] : ["looked in \(folders.examples)"],
      fix: "install them, on Debian by 'apt-get install tcl-dev'"
    )
  }
}

/// What `tclsh` said of its folders.
private struct Answer {
  let libraries: [String]
  let includes: [String]

  init(_ text: String) {
    func folders(_ kind: String) -> [String] {
      var folders: [String] = []
      for line in text.split(separator: "\n") where line.hasPrefix(kind + "\t") {
        let folder = String(line.dropFirst(kind.count + 1))
        if folder.hasPrefix("/"), !folders.contains(folder) { folders.append(folder) }
      }
      return folders
    }
    libraries = folders("library")
    includes = folders("include")
  }

  /// Looks by reading, which follows the links that distributions put there.
  func folder(of file: String, in folders: [String], _ files: any Files) -> String? {
    folders.first { (try? files.read(Path.join($0, file))) != nil }
  }
}
