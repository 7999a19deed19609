/// All that was observed of one library, linked as a user links it.
package struct LibraryEvidence: Hashable, Sendable {
  /// How a program is linked with it, or that another program speaks for it.
  package enum Linkage: String, Hashable, Sendable, CaseIterable {
    case archive
    case shared = "shared library"
    case driver
  }

  package let linkage: Linkage
  /// The file, as messages name it.
  package let file: String
  package let bytes: Int
  /// The SHA-256 of the file.
  package let digest: String
  package var version = ""
  package var sourceID = ""
  /// The rows of `PRAGMA compile_options`.
  package var reported: Listing<String> = .unknown("it was not asked")
  package var functions: Listing<FunctionEntry> = .unknown("it was not asked")
  package var modules: Listing<String> = .unknown("it was not asked")
  package var collations: Listing<String> = .unknown("it was not asked")
  package var tokenizers: Listing<String> = .unknown("it was not asked")
  package var pragmas: Listing<String> = .unknown("it was not asked")
  /// The global names it defines.
  package var symbols: Listing<String> = .unknown("it was not read")
  /// Of those, the ones that lack the profile's prefix.
  package var unprefixed: Set<String> = []
  /// The names that it exports, or that a library linked from it would export, as they stand.
  package var exportedNames: Listing<String> = .unknown("it was not read")
  /// Global names that a program could not be linked for; the driver did not run then.
  package var unresolved: Set<String> = []
  /// What it tells as a file; `nil` where nothing of it is demanded.
  package var facts: FileFacts?
  /// Bytes of code and constants; `nil` where the file does not tell.
  package var textBytes: Int?
  /// What `amalgam_manifest()` answers.
  package var manifest: Manifest = .unknown("it was not asked")
  /// What the probe of each option answered, by the option's name.
  package var probes: [String: ProbeResult] = [:]
  /// What the probes of syntax and files answered.
  package var capabilityProbes: [Capability: ProbeResult] = [:]
  /// What can be done with the files that `full` writes, by the name of their kind.
  package var files: [String: FileOpening] = [:]
  /// Why none of them was opened; `nil` where they were, or nobody asked for it.
  package var filesNotRun: String?
  package var registration = RegistrationEvidence()
  /// What ended a process that was to answer questions about the library.
  package var breakdowns: [Breakdown] = []

  /// Whether no program can ask it anything: none links with it, or none can open a connection.
  package var isSilent: Bool { !unresolved.isEmpty || registration.openError != nil }

  package init(linkage: Linkage, file: String, bytes: Int = 0, digest: String = "") {
    self.linkage = linkage
    self.file = file
    self.bytes = bytes
    self.digest = digest
  }

  /// What `amalgam_manifest()` answers on a fresh connection.
  package enum Manifest: Hashable, Sendable {
    case text(String)
    /// The message of the error it gives.
    case absent(String)
    case unknown(String)
  }
}

/// A row of `PRAGMA function_list`.
package struct FunctionEntry: Hashable, Sendable {
  package let name: String
  /// -1 for any number.
  package let argumentCount: Int
  package let isBuiltIn: Bool
  /// The flags of `sqlite3_create_function`, as SQLite lists them.
  package let flags: Int64

  package init(_ name: String, _ argumentCount: Int, isBuiltIn: Bool = true, flags: Int64 = 0) {
    self.name = name
    self.argumentCount = argumentCount
    self.isBuiltIn = isBuiltIn
    self.flags = flags
  }

  package var capability: Capability { Capability(.function, "\(name)/\(argumentCount)") }

  /// Whether a call as `asked` says finds it, so also with more arguments than a least number: in
  /// SQLite 3.53 `-3` stands for one or more, `-4` for two or more (`matchQuality` in `callback.c`).
  package func answers(_ asked: Capability) -> Bool {
    if asked == capability { return true }
    let parts = asked.name.split(separator: "/")
    guard argumentCount < -2, asked.kind == .function, parts.count == 2, parts[0] == name,
      let count = Int(parts[1])
    else { return false }
    return count == -1 || count >= -2 - argumentCount
  }

  /// Whether it is declared neither innocuous nor for direct use alone, so that views, triggers and
  /// indexes call it only under a trusted schema.
  package var isUnsafe: Bool { flags & (Self.innocuous | Self.directOnly) == 0 }

  /// Bits of `sqlite3_create_function`.
  private static let directOnly: Int64 = 0x80000
  private static let innocuous: Int64 = 0x200000
}

/// What a probe answered.
package enum ProbeResult: Hashable, Sendable {
  /// The value of the last row; `nil` without a row.
  case value(Value?)
  case error(String)
  /// It could not be run, and why.
  case notRun(String)
}

/// A driver process that did not come to its end.
package struct Breakdown: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// How the process ended, in words.
    case crash(String)
    case hang(seconds: Int)
    /// It was stopped when it had written that much into one file.
    case flood(bytes: Int)
    /// What it wrote is no answer, from byte `offset` on.
    case nonsense(offset: Int, String)
    /// A sanitizer ended it.
    case memory(SanitizerReport)
  }

  package let kind: Kind
  /// What it was doing.
  package let subject: String

  package init(_ kind: Kind, during subject: String) {
    self.kind = kind
    self.subject = subject
  }
}

/// What was seen of the functions that a variant registers on each connection.
package struct RegistrationEvidence: Hashable, Sendable {
  /// For each connection that was opened, the first error of using what is registered; `nil` where
  /// all of it worked.
  package var connections: [String?] = []
  /// The error of opening a connection, where none of ``connections`` could be opened.
  package var openError: String?
  /// How many of the opens in many threads at once failed, of how many, and the first error.
  package var pool: Pool?
  /// Why the driver cannot open in many threads at once; `nil` where it can.
  package var poolNotRun: String?
  /// The error of opening a file that another connection has locked, or `nil`.
  package var lockedOpenError: String?
  /// The error of opening a file that is no database, or `nil`.
  package var strangeOpenError: String?
  /// What was seen of each extension and set that is registered where it is asked for, in order.
  package var onDemand: [OnDemandEvidence] = []
  /// What asking for something that does not exist answers; `nil` where it was not asked.
  package var unknownName: String?
  /// Why nothing could be registered where it is asked for; `nil` where it could.
  package var onDemandNotRun: String?
  /// Why registration was not looked at; `nil` where it was.
  package var notRun: String? = "it was not asked"

  package init() {}

  package struct Pool: Hashable, Sendable {
    package let failed: Int
    package let opens: Int
    package let message: String?

    package init(failed: Int, opens: Int, message: String?) {
      self.failed = failed
      self.opens = opens
      self.message = message
    }
  }
}
