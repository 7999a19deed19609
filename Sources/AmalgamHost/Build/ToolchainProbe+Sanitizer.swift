import AmalgamCore

extension ToolchainProbe {
  /// Throws unless `toolchain` links a program for each of `targets` with what `sanitizer` runs in.
  package func check(
    _ sanitizer: Sanitizer,
    in toolchain: Toolchain,
    targets: Set<String>
  ) throws {
    let folder = Path.join(cache, "work/sanitizer-\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
    defer { try? files.remove(folder) }
    try files.write("int main(void) { return 0; }\n", to: Path.join(folder, "empty.c"))
    for target in targets.sorted() {
      let words =
        toolchain.compiler + toolchain.targetFlags(for: target) + sanitizer.compileFlags
        + toolchain.linkerFlags + ["-o", "empty", "empty.c"]
      let log = Path.join(folder, "log")
      if try commands.run(Command(words, in: folder), log: log, seconds: 60).isSuccess { continue }
      let said = ((try? files.readText(log)) ?? "").split(whereSeparator: \.isNewline)
      throw Failure(
        toolchain.compiler[0],
        "links no program for \(target) with '\(sanitizer.linkFlags.joined(separator: " "))'",
        notes: said.prefix(3).map { String($0).cut(to: 200) },
        fix:
          "install the compiler's sanitizer runtime, of Debian's clang 'libclang-rt-dev', or name "
          + "another compiler with --cc"
      )
    }
  }
}
