import AmalgamCore

/// Finds the compiler, the archiver and the linker, and asks them what they are.
///
/// What a program says of itself is kept in the cache under its identity, so that an unchanged
/// one is not started only to be asked again.
package struct ToolchainProbe {
  let files: any Files
  let commands: any CommandRunner
  let cache: String
  private let askedArchiver: String?

  /// `archiver` is the command to use in place of the one beside the compiler.
  package init(
    files: any Files,
    commands: any CommandRunner,
    cache: String,
    archiver: String? = Environment.value(of: "AR")
  ) {
    askedArchiver = archiver
    self.files = files
    self.commands = commands
    self.cache = cache
  }

  /// Returns the toolchain of `asked`, else `$CC`, else clang, else cc.
  ///
  /// `asked` is split at blanks and never seen by a shell.
  package func toolchain(asked: String?) throws -> Toolchain {
    let words = try compilerWords(asked)
    let programs = try programs(of: words)
    let leading = programs + words.dropFirst(programs.count)
    // Asked through its launcher, which hands the question on.
    let version = try answer(of: programs + ["--version"], by: programs)
    let target = try answer(of: leading + ["-dumpmachine"], by: programs)
    guard target.contains("-") else {
      throw Failure(
        words[0],
        "is no compiler: '-dumpmachine' gives no target triple",
        fix: "name another compiler with --cc"
      )
    }
    let first = version.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    let family: Toolchain.Family = first.contains("clang") ? .clang : .gcc
    let compiler = programs[programs.count - 1]
    let archiver = try archiver(beside: compiler)
    return Toolchain(
      compiler: words,
      family: family,
      version: Self.version(in: first),
      target: target.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? "",
      digest: programs.map(identity).joined(),
      archiver: archiver.words,
      isAppleArchiver: archiver.isApple,
      linkerFlags: family == .clang ? linkerFlags(beside: compiler) : []
    )
  }

  /// Returns the paths of the programs that a command begins with, the compiler last: `ccache
  /// clang` are two, `gcc -m64` is one, and so is `zig cc`, unless there is a program `cc`, whose
  /// change then counts as well.
  private func programs(of words: [String]) throws -> [String] {
    guard let first = commands.find(words[0]) else { throw missing(words[0]) }
    let more = words.dropFirst().map { $0.hasPrefix("-") ? nil : commands.find($0) }
    return [first] + more.prefix { $0 != nil }.compactMap { $0 }
  }

  private func compilerWords(_ asked: String?) throws -> [String] {
    if let asked = asked ?? Environment.value(of: "CC") {
      let words = asked.split(separator: " ").map(String.init)
      if words.isEmpty { throw Failure("--cc", "is empty; it takes a compiler's command") }
      return words
    }
    guard let name = ["clang", "cc"].first(where: { commands.find($0) != nil }) else {
      throw missing("cc")
    }
    return [name]
  }

  private func missing(_ program: String) -> Failure {
    Failure(
      program,
      "no such compiler is found",
      fix: Packages.fix(for: program) ?? "name one with --cc or $CC"
    )
  }

  private func archiver(beside program: String) throws -> (words: [String], isApple: Bool) {
    var words = askedArchiver?.split(separator: " ").map(String.init) ?? []
    if words.isEmpty {
      let directory = Path.directory(of: program)
      let candidates = ["llvm-ar", "ar"].map { Path.join(directory, $0) } + ["llvm-ar", "ar"]
      guard let found = candidates.first(where: { commands.find($0) != nil }) else {
        throw Failure("ar", "no archiver is found", fix: Packages.fix(for: "ar"))
      }
      words = [found]
    }
    guard let archiver = commands.find(words[0]) else {
      throw Failure(words[0], "no such archiver is found", fix: Packages.fix(for: words[0]))
    }
    let version = try answer(of: [archiver, "--version"], by: [archiver], mayFail: true)
    return (words, !version.contains("LLVM") && !version.contains("GNU"))
  }

  /// clang of the Swift toolchain links with gold by default, which does not know all it makes.
  private func linkerFlags(beside program: String) -> [String] {
    let lld = Path.join(Path.directory(of: program), "ld.lld")
    return commands.find(lld) != nil || commands.find("ld.lld") != nil ? ["-fuse-ld=lld"] : []
  }

  /// Returns the file that `-lNAME` links, links of the file system followed; `nil` where there is
  /// none.
  ///
  /// Asked anew each time, since libraries come and go while the compiler stays.
  package func library(named name: String, _ toolchain: Toolchain) throws -> String? {
    let endings = Toolchain.isApple(toolchain.target) ? ["dylib", "tbd", "a"] : ["so", "a"]
    for ending in endings {
      let file = "lib\(name).\(ending)"
      let path = try printed(toolchain.compiler + ["-print-file-name=\(file)"])
      guard path != file, let real = realpath(path, nil) else { continue }
      defer { free(real) }
      return String(cString: real)
    }
    return nil
  }

  /// The first line that `words` prints.
  private func printed(_ words: [String]) throws -> String {
    let log = Path.join(cache, "work/probe-\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
    try files.write("", to: log)
    defer { try? files.remove(log) }
    _ = try commands.run(Command(words), log: log, seconds: 60)
    let text = (try? files.readText(log)) ?? ""
    return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  }

  /// Returns what `words` prints, from the cache where the programs are those asked before.
  private func answer(
    of words: [String],
    by programs: [String],
    mayFail: Bool = false
  ) throws -> String {
    let question = programs.map(identity).joined() + words.joined(separator: " ")
    let key = SHA256.hexDigest(of: Array(question.utf8))
    let path = Path.join(cache, "toolchains/\(key)")
    // Silence is no answer worth keeping, but of an archiver: Apple's says nothing of itself.
    if files.isFile(path), let known = try? files.readText(path), mayFail || !known.isEmpty {
      return known
    }
    // Named after this question alone: another run on the same cache may be asking it too.
    let log = Path.join(
      cache,
      "work/probe.\(RunToken.current).\(UInt32.random(in: 0...UInt32.max))"
    )
    try files.write("", to: log)
    defer { try? files.remove(log) }
    let status = try commands.run(Command(words), log: log, seconds: 60)
    let text = (try? files.readText(log)) ?? ""
    if !status.isSuccess, !mayFail {
      throw Failure(
        words[0],
        "'\(words.dropFirst().joined(separator: " "))' \(status)",
        notes: text.split(whereSeparator: \.isNewline).prefix(3).map(String.init),
        fix: "name another compiler with --cc"
      )
    }
    if mayFail || !text.isEmpty { try files.write(text, to: path) }
    return text
  }

  /// What tells one program file from another without reading it.
  ///
  /// Of a launcher that goes by a compiler's name, as `/usr/lib/ccache/clang`, the compilers of
  /// that name behind it in PATH are part.
  private func identity(of program: String) -> String {
    let real = Self.realPath(program)
    let hidden =
      Self.launchers.contains(Path.name(of: real))
      ? commands.findAll(Path.name(of: program)).map(Self.realPath).filter { $0 != real } : []
    return ([real] + hidden).map { path in
      guard let status = files.status(of: path) else { return path }
      return
        "\(path)|\(status.device)|\(status.inode)|\(status.size)|\(status.modified)|\(status.changed)|"
    }
    .joined()
  }

  private static let launchers = ["ccache", "distcc", "icecc", "sccache"]

  /// A link such as /usr/bin/cc is followed by hand, since a status is of the link itself.
  private static func realPath(_ path: String) -> String {
    realpath(path, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    } ?? path
  }

  /// Returns the last word that reads as a version and is not in brackets, as gcc and clang
  /// print it on their first line.
  private static func version(in line: String) -> String {
    var depth = 0
    var words: [String] = []
    for word in line.split(separator: " ") {
      if word.hasPrefix("(") { depth += 1 }
      if depth == 0, word.first?.isNumber == true { words.append(String(word)) }
      if word.hasSuffix(")") { depth -= 1 }
    }
    return words.first ?? line
  }
}

/// The triple of the machine the tool runs on, as clang spells it.
package enum HostTriple {
  package static var current: String {
    #if arch(x86_64)
    let architecture = "x86_64"
    #elseif arch(arm64)
    #if os(macOS)
    let architecture = "arm64"
    #else
    let architecture = "aarch64"
    #endif
    #else
    let architecture = "unknown"
    #endif
    #if os(macOS)
    return "\(architecture)-apple-macosx"
    #else
    return "\(architecture)-unknown-linux-gnu"
    #endif
  }
}
