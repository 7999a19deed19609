import AmalgamCore

extension Toolchain {
  package static let clang = Toolchain(
    compiler: ["clang"],
    family: .clang,
    version: "21.0.0",
    target: "x86_64-unknown-linux-gnu",
    archiver: ["llvm-ar"],
    linkerFlags: ["-fuse-ld=lld"]
  )

  package static let gcc = Toolchain(
    compiler: ["gcc", "-m64"],
    family: .gcc,
    version: "12.2.0",
    target: "x86_64-linux-gnu",
    archiver: ["ar"]
  )
}

extension BuildPlan {
  /// The plan of a variant that has the name of its profile, for the target of `toolchain` unless
  /// another is given.
  package static func example(
    _ profile: ResolvedProfile = ResolvedProfile(name: "app", file: "Profiles/app.profile"),
    release: Version = Version(3, 46, 1),
    checkIn: String = "c9c2",
    target: String? = nil,
    toolchain: Toolchain = .clang,
    extensions: [ExtensionSource] = [],
    grammar: [CompileOption] = [],
    libraries: [String] = [],
    sanitizer: Sanitizer? = nil
  ) -> BuildPlan {
    Planner(
      profile: profile,
      variant: VariantName(
        profile: profile.name,
        release: nil,
        target: nil,
        compiler: nil,
        optimize: nil
      ),
      release: release,
      checkIn: checkIn,
      target: target ?? toolchain.target,
      toolchain: toolchain,
      extensions: extensions,
      grammarOptions: grammar,
      optionLibraries: libraries,
      sanitizer: sanitizer
    ).plan()
  }
}
