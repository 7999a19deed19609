import AmalgamCore
import AmalgamHost
import ObjectFiles

/// Makes the two sides of a comparison of what the command line names.
struct SideReader {
  /// A side before its library was run.
  struct Draft {
    let name: String
    /// What it is, without how it was looked at.
    let kind: String
    let release: Version
    var asked: [CompileOption]?
    var profile: ResolvedProfile?
    var reported: Listing<String> = .unknown("it was not run")
    var lastReported: String?
    /// What its bytes tell.
    var evidence: LibraryEvidence?
    /// How it is run; `nil` for what cannot be.
    var request: VerifyRequest?
    /// Why it cannot be run.
    var reason: String?
    var findings: [Finding] = []
    /// Why a library that could be run elsewhere is not; `nil` for anything else.
    var reasonNotRun: String?
  }

  private let invocation: Invocation
  private let workspace: Workspace
  private var maker: AmalgamationMaker

  init(_ invocation: Invocation, _ workspace: Workspace) {
    self.invocation = invocation
    self.workspace = workspace
    maker = AmalgamationMaker(
      files: invocation.files,
      commands: invocation.commands,
      progress: invocation.progress,
      cache: workspace.cache
    )
  }

  /// Returns what `operand` names, built where it is a profile and its release is fetched.
  mutating func draft(of operand: String) throws -> Draft {
    let meant = try DiffOperand(
      operand,
      project: workspace.project,
      files: invocation.files,
      usage: invocation.verb.usage
    )
    switch meant {
    case .profile(let name): return try profile(name, operand)
    case .variant(let path): return try variant(path, operand)
    case .file(let path): return try file(path, operand)
    case .system: return try system()
    case .recorded(let list):
      return Draft(
        name: operand,
        kind: "SQLite \(list.release), recorded from \(list.source)",
        release: list.release,
        reported: .known(Set(list.rows)),
        lastReported: list.lastRow
      )
    }
  }

  /// A library that could not be run, and why.
  typealias NotRun = (name: String, reason: String)

  /// Runs what can be run, and returns the sides, and of libraries that could not be run why.
  func sides(_ drafts: [Draft]) throws -> (sides: [DiffSide], notRun: [NotRun]) {
    // The same library on both sides is run once: two runs would link one driver at a time.
    var requests: [VerifyRequest] = []
    for request in drafts.compactMap(\.request)
    where !requests.contains(where: { $0.subject == request.subject }) {
      requests.append(request)
    }
    let results = requests.isEmpty ? [] : try workspace.observe(requests)
    var notRun: [NotRun] = []
    let sides = try drafts.map { draft in
      let index = requests.firstIndex { $0.subject == draft.request?.subject }
      let result = index.map { results[$0] }
      if case .failure(.notLinked(let failure))? = result {
        notRun.append((draft.name, failure.message))
      } else if let reason = draft.reasonNotRun {
        notRun.append((draft.name, reason))
      }
      return try side(draft, result)
    }
    return (sides, notRun)
  }

  private func side(
    _ draft: Draft,
    _ result: Result<LibraryEvidence, Verifier.Unobserved>?
  ) throws -> DiffSide {
    var (evidence, how, reported) = (draft.evidence, draft.reason ?? "not run", draft.reported)
    switch result {
    case .success(let seen)?:
      (evidence, how, reported) = (seen, "run", seen.reported)
    case .failure(.notLinked(let failure))?:
      how = "read, not run: \(failure.message)"
    case .failure(.notRun(let failure))?:
      throw failure
    case nil: break
    }
    return DiffSide(
      name: draft.name,
      summary: "\(draft.kind), \(how)",
      release: evidence.flatMap { Version($0.version) } ?? draft.release,
      asked: draft.asked,
      reported: reported,
      lastReported: draft.lastReported,
      evidence: evidence,
      profile: draft.profile,
      catalogue: workspace.tables.catalogue
    )
  }

  // MARK: Profiles and variants

  private func profile(_ name: String, _ operand: String) throws -> Draft {
    guard let prepared = try workspace.prepare([name], allowsAbstract: true).first else {
      throw Failure(operand, "no such profile")
    }
    let release = prepared.release
    var draft = Draft(
      name: operand,
      kind: "profile, SQLite \(release.version)",
      release: release.version,
      asked: prepared.profile.options,
      profile: prepared.profile,
      findings: prepared.findings.filter(\.isOpenError)
    )
    if prepared.isAbstract {
      draft.reason = "abstract, so not built: judged by the catalogue"
    } else if !workspace.trees.isFetched(release.version) {
      draft.reason = "not built, since the release is not fetched: judged by the catalogue"
    } else if prepared.isBuildable, let built = try workspace.session().build([prepared]).first {
      let archive = built.plan.products.map(\.output).first { $0.hasSuffix(".a") }
      try addLibrary(
        Path.join(built.directory, archive ?? ""),
        release: release.version,
        to: &draft
      )
    }
    return draft
  }

  private func variant(_ path: String, _ operand: String) throws -> Draft {
    let source = try invocation.files.read(Path.join(path, "sqlite3.c"))
    guard let options = BakedOptions.options(in: source) else {
      throw Failure(operand, "its 'sqlite3.c' has no options of a profile baked in")
    }
    let names = try invocation.files.list(path)
    guard let archive = names.first(where: { $0.hasPrefix("lib") && $0.hasSuffix(".a") }) else {
      throw Failure(operand, "has no library: it was not built to its end")
    }
    var draft = try library(Path.join(path, archive), operand, kind: "variant")
    draft.asked = options
    return draft
  }

  // MARK: Files

  private func file(_ path: String, _ operand: String) throws -> Draft {
    let bytes = try invocation.files.read(path)
    if bytes.prefix(4096).contains(0) || bytes.starts(with: "!<".utf8) {
      return try library(path, operand, kind: nil)
    }
    return try list(bytes, operand)
  }

  private func list(_ bytes: [UInt8], _ operand: String) throws -> Draft {
    try OptionText.check(size: bytes.count, of: operand)
    let content = String(decoding: bytes, as: UTF8.self)
    let text = OptionText(content, file: operand)
    let release =
      try workspace.request.release ?? VariantManifest.release(in: content)
      ?? workspace.lock.defaultRelease().version
    let isListing = text.mentions.contains { $0.form == .reported }
    let options = text.mentions.filter(\.setsOption).map(\.option)
    guard !options.isEmpty else {
      throw Failure(
        operand,
        "sets no compile-time option of SQLite, so there is nothing to compare",
        fix: "give it text with options, such as '-DSQLITE_ENABLE_FTS5'"
      )
    }
    var draft = Draft(
      name: operand,
      kind: isListing
        ? "rows of PRAGMA compile_options, taken as of SQLite \(release)"
        : "a list of options, taken as of SQLite \(release)",
      release: release
    )
    if isListing {
      let rows = ReportedRows(text, isEnded: bytes.last == UInt8(ascii: "\n"))
      draft.reported = .known(Set(rows.rows))
      draft.lastReported = rows.lastName
    } else {
      draft.asked = options
    }
    return draft
  }

  private func system() throws -> Draft {
    let probe = ToolchainProbe(
      files: invocation.files,
      commands: invocation.commands,
      cache: workspace.cache
    )
    let toolchain = try probe.toolchain(asked: workspace.request.compiler)
    guard let path = try probe.library(named: "sqlite3", toolchain) else {
      throw Failure(
        "system",
        "has no SQLite: '\(toolchain.compiler.joined(separator: " "))' finds no library for -lsqlite3",
        fix: "name the library itself, or install it, on Debian by 'apt-get install libsqlite3-dev'"
      )
    }
    return try library(path, "system", kind: "what -lsqlite3 links, \(path)")
  }

  private func library(_ path: String, _ operand: String, kind: String?) throws -> Draft {
    let bytes = try invocation.files.read(path)
    let copy = try Self.copy(in: bytes, operand)
    let linkage = bytes.withUnsafeBytes(LibraryFile.linkage)
    let release =
      try copy.version.flatMap { Version($0) } ?? workspace.lock.defaultRelease().version
    var evidence = LibraryEvidence(linkage: linkage ?? .shared, file: operand, bytes: bytes.count)
    bytes.withUnsafeBytes { evidence.readFile($0) }
    if linkage == nil {
      // A program need not export what it has.
      evidence.symbols = .unknown("a program need not export its names")
    }
    let isWhole = copy.optionOrigin == .table
    evidence.reported =
      isWhole ? .known(Set(copy.options)) : .unknown("its table of options was not found")
    var draft = Draft(
      name: operand,
      kind: (kind ?? (linkage == nil ? "program" : "library"))
        + ", SQLite \(copy.version ?? "of unknown version")",
      release: release,
      reported: evidence.reported,
      evidence: evidence,
      reason: "read, not run"
    )
    if linkage != nil { try addLibrary(path, release: release, to: &draft) }
    return draft
  }

  private static func copy(in bytes: [UInt8], _ operand: String) throws -> EmbeddedCopy {
    let found: (copies: [EmbeddedCopy], unread: [UnreadObject])
    do {
      found = try bytes.withUnsafeBytes { try EmbeddedCopy.all(in: $0) }
    } catch let error as ReadError {
      throw Failure(error.place(in: operand), "cannot be read: \(error)")
    }
    if let unread = found.unread.first, found.copies.isEmpty {
      let place = unread.member.map { "\(operand)(\($0))" } ?? operand
      throw Failure(place, "cannot tell what it holds: \(unread.reason.rawValue)")
    }
    guard let copy = found.copies.first else {
      throw Failure(operand, "holds no SQLite", fix: "name the library that SQLite is in")
    }
    guard found.copies.count == 1 else {
      throw Failure(
        operand,
        "holds \(found.copies.count) copies of SQLite, and one is compared",
        fix: "name the archive, library or object of one of them"
      )
    }
    return copy
  }

  /// Says how the library at `path` is run: with the header beside it, else one of a release.
  private func addLibrary(_ path: String, release: Version, to draft: inout Draft) throws {
    guard let headers = try headers(beside: path, release: release) else {
      let reason = "no sqlite3.h is beside it and no release is fetched"
      draft.reasonNotRun = reason
      draft.reason = "read, not run: \(reason)"
      return
    }
    let subject = try VerifySubject.library(
      path,
      releaseHeaders: headers,
      runner: draft.profile?.runner ?? [],
      files: invocation.files
    )
    var profile = draft.profile ?? ResolvedProfile(name: "side", file: draft.name)
    if draft.profile == nil { profile.hasManifestFunction = false }
    draft.request = VerifyRequest(
      subject,
      Expectation(
        variant: draft.name,
        profile: profile,
        release: release,
        checkIn: "",
        catalogue: workspace.tables.catalogue,
        isOwnBuild: false
      ),
      suites: [],
      target: workspace.request.target ?? HostTriple.current
    )
  }

  /// The folder of a header that the driver can be compiled with; `nil` where there is none.
  private func headers(beside path: String, release: Version) throws -> String? {
    let folder = Path.directory(of: path)
    if invocation.files.isFile(Path.join(folder, "sqlite3.h")) { return folder }
    let releases = workspace.lock.releases.filter { workspace.trees.isFetched($0.version) }
    guard let best = releases.first(where: { $0.version == release }) ?? releases.last else {
      return nil
    }
    return try maker.folder(
      of: best,
      tree: try workspace.trees.prove(best),
      GrammarSet(universalWith: [])
    )
  }
}
