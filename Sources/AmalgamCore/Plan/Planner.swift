/// Turns a resolved profile into a build plan; looks nothing up and runs nothing.
package struct Planner {
  package let profile: ResolvedProfile
  package let variant: VariantName
  package let release: Version
  package let checkIn: String
  /// The triple that is compiled for.
  package let target: String
  package let toolchain: Toolchain
  package let extensions: [ExtensionSource]
  /// The options of the profile that change generated code.
  package let grammarOptions: [CompileOption]
  /// The libraries that the options need, such as `m` for FTS5.
  package let optionLibraries: [String]
  package let sanitizer: Sanitizer?
  /// The options of which the library's own table does not tell all.
  package let unreportedOptions: [String]

  package init(
    profile: ResolvedProfile,
    variant: VariantName,
    release: Version,
    checkIn: String,
    target: String,
    toolchain: Toolchain,
    extensions: [ExtensionSource],
    grammarOptions: [CompileOption],
    optionLibraries: [String],
    sanitizer: Sanitizer? = nil,
    unreportedOptions: [String] = []
  ) {
    self.profile = profile
    self.variant = variant
    self.release = release
    self.checkIn = checkIn
    self.target = target
    self.toolchain = toolchain
    self.extensions = extensions
    self.grammarOptions = grammarOptions
    self.optionLibraries = optionLibraries
    self.sanitizer = sanitizer
    self.unreportedOptions = unreportedOptions
  }

  package func plan() -> BuildPlan {
    let objects = compiles.map(\.output).filter { $0.hasSuffix(".o") }
    return BuildPlan(
      variant: variant,
      profile: profile,
      release: release,
      checkIn: checkIn,
      target: target,
      grammar: GrammarSet(universalWith: grammarOptions),
      toolchain: toolchain,
      sanitizer: sanitizer,
      extensions: extensions,
      registration: registration,
      libraries: libraries,
      writes: writes,
      compiles: compiles,
      products: [archive(of: objects)] + (profile.isHidden ? [] : [sharedLibrary(of: objects)])
    )
  }

  private var registration: Registration {
    Registration(profile: profile, extensions: extensions)
  }

  private var isolation: Isolation {
    Isolation(profile, entryPoints: extensions.map(\.entryPoint))
  }

  /// The libraries that a program needs beside the variant, in byte order.
  private var libraries: [String] {
    Set(optionLibraries + extensions.flatMap(\.libraries)).sorted()
  }

  private var writes: [BuildPlan.Write] {
    let source = BakedOptions(
      profile.options + registration.options,
      profile: profile.name,
      release: release,
      mark: VariantMark(registration, unreported: unreportedOptions)
    )
    let header = BakedOptions(profile.options, profile: profile.name, release: release)
    let packaging = Packaging(
      profile: profile,
      release: release,
      libraries: libraries,
      hasRegistration: registration.isNeeded
    )
    var writes: [BuildPlan.Write] = [
      .init(path: "sqlite3.c", contents: .source(source, isolation)),
      .init(path: "sqlite3.h", contents: .header(header, isolation)),
      .init(path: "sqlite3ext.h", contents: .extensionHeader(isolation.prefix)),
      .init(path: "module.modulemap", contents: .text(packaging.moduleMap)),
      .init(path: "\(profile.library).pc", contents: .text(packaging.packageConfig)),
    ]
    if let prefix = isolation.prefix {
      let module = profile.moduleName
      writes.append(
        .init(
          path: "\(module).swiftinterface",
          contents: .swiftOverlay(prefix, module: module)
        )
      )
    }
    if registration.isNeeded {
      writes += [
        .init(path: "registration.c", contents: .text(registration.source)),
        .init(path: "registration.h", contents: .text(registration.header)),
      ]
    }
    return writes
      + extensions.map {
        .init(
          path: "extensions/\($0.name).c",
          contents: .bytes($0.contents(isolation.prefix, registration.counting), origin: $0.origin)
        )
      } + companions
  }

  /// The files that extensions include, each once.
  private var companions: [BuildPlan.Write] {
    var paths: Set<String> = []
    return extensions.flatMap(\.companions).filter { paths.insert($0.path).inserted }.map {
      .init(path: "extensions/\($0.path)", contents: .bytes($0.contents, origin: $0.origin))
    }
  }

  private var compiles: [BuildPlan.Compile] {
    var compiles = [compile("sqlite3.c", [])]
    // What a variant has beside SQLite is called through the connection, never by a linker's name.
    let hidden = ["-fvisibility=hidden"]
    if registration.isNeeded { compiles.append(compile("registration.c", hidden)) }
    if isolation.prefix != nil { compiles.append(preprocessedHeader) }
    return compiles
      + extensions.map { compile("extensions/\($0.name).c", hidden + ["-DSQLITE_CORE=1", "-I."]) }
  }

  /// The header with the variant's own declarations alone, from which Swift's names are made.
  private var preprocessedHeader: BuildPlan.Compile {
    let output = BuildPlan.preprocessedHeader
    let words =
      toolchain.compiler + targetFlags
      + ["-E", "-P", "-MD", "-MF", output.dropLast(1) + "d", "-o", output, "-x", "c", "sqlite3.h"]
    return .init(command: Command(words), output: output)
  }

  private func compile(_ source: String, _ flags: [String]) -> BuildPlan.Compile {
    let object = "objects/" + Path.name(of: source).dropLast(1) + "o"
    let optimization = sanitizer?.compileFlags ?? (profile.optimize?.value ?? .speed).flags
    var words = toolchain.compiler + targetFlags + ["-c"] + optimization
    words += ["-fPIC"] + profile.compilerFlags.map(\.value) + flags
    words += ["-MD", "-MF", object.dropLast(1) + "d", "-o", object, source]
    return .init(command: Command(words), output: object)
  }

  private func archive(of objects: [String]) -> BuildPlan.Compile {
    let output = "lib\(profile.library).a"
    let mode = toolchain.isAppleArchiver ? "rcs" : "rcsD"
    let environment = toolchain.isAppleArchiver ? ["ZERO_AR_DATE": "1"] : [:]
    let words = toolchain.archiver + [mode, output] + objects
    return .init(command: Command(words, environment: environment), output: output)
  }

  private func sharedLibrary(of objects: [String]) -> BuildPlan.Compile {
    let isApple = Toolchain.isApple(target)
    let output = "lib\(profile.library).\(isApple ? "dylib" : "so")"
    let words =
      isApple
      ? ["-dynamiclib", "-install_name", "@rpath/\(output)"]
      : ["-shared", "-Wl,-soname,\(output)"]
    // The sanitizer's own names are defined by the program alone.
    let checks = isApple || sanitizer != nil ? [] : ["-Wl,-z,defs"]
    let command =
      toolchain.compiler + targetFlags + words + checks + (sanitizer?.linkFlags ?? [])
      + toolchain.linkerFlags + ["-o", output] + objects
      + libraries.map { "-l\($0)" }
    return .init(command: Command(command), output: output)
  }

  private var targetFlags: [String] { toolchain.targetFlags(for: target) }
}
