/// A profile with its inheritance applied, for one target.
package struct ResolvedProfile: Hashable, Sendable {
  /// The file's name without `.profile`.
  package var name: String
  /// The file, as messages name it.
  package var file: String
  /// The SHA-256 of all files it was resolved from, in the order of inheritance.
  package var digest: String
  /// The release asked for; `nil` means the lock's default.
  package var release: Located<Version>?
  package var optimize: Located<Optimization>?
  /// The library's name without `lib` and ending.
  package var library: String
  /// In the order of the profile, inherited ones first.
  package var extensions: [ExtensionReference] = []
  /// In the order of the profile; each member is among ``extensions``.
  package var sets: [ExtensionSet] = []
  /// One entry a name, in byte order; those of another target are left out.
  package var options: [CompileOption] = []
  /// The options as they are for each pattern of an `on` line that ``system`` does not match.
  package var otherSystems: [OtherSystem] = []
  /// The line that set an option before another one of ``options`` did.
  package var overridden: [String: SourceLocation] = [:]
  package var compilerFlags: [Located<String>] = []
  package var target: Located<String>?
  /// The triple that it was resolved for: ``target``, or that of this machine.
  package var system = ""
  /// The program, with arguments, that runs programs of the target here.
  package var runner: [String] = []
  package var demands: [Demand] = []
  package var limits: [SizeLimit] = []
  /// How much the products may grow over what was approved.
  package var growth: Located<GrowthLimit>?
  package var acceptances: [AcceptLine] = []
  /// Whether every connection has `amalgam_manifest()`.
  package var hasManifestFunction = true
  /// What of the calls is counted, and the line that says so.
  package var instrument: Located<Instrument>?
  /// What every name of the API begins with, beside its own.
  package var prefix: Located<String>?
  package var visibility: Located<Visibility>?

  package init(name: String, file: String, digest: String = "", library: String? = nil) {
    self.name = name
    self.file = file
    self.digest = digest
    self.library = library ?? "sqlite3-\(name)"
  }

  /// The name as a C identifier has it.
  package var cName: String { String(name.map { $0 == "-" ? "_" : $0 }) }

  /// The name of its Clang module: `search-only` is `CSQLiteSearchOnly`.
  package var moduleName: String {
    "CSQLite"
      + name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  package var visibilityOrDefault: Visibility { visibility?.value ?? .default }

  /// Whether nothing of the API is exported from what links the variant, which is an archive only.
  package var isHidden: Bool { visibilityOrDefault == .hidden }

  /// The extensions that every connection has, and those that it gets when it asks.
  package var automaticExtensions: [ExtensionReference] { extensions.filter { !$0.isOnDemand } }
  package var onDemandExtensions: [ExtensionReference] { extensions.filter(\.isOnDemand) }

  /// Whether the calls of registered functions are counted.
  package var countsCalls: Bool { instrument?.value == .calls }

  /// What only the app's own connections have, since the app registers it.
  package var demandsByApp: [Demand] { demands.filter(\.isByApp) }

  /// The profile of an SQLite that is compiled with its options, and registers nothing.
  package var withoutRegistration: ResolvedProfile {
    var profile = self
    (profile.extensions, profile.sets, profile.demands) = ([], [], [])
    (profile.hasManifestFunction, profile.instrument) = (false, nil)
    return profile
  }

  /// Returns the option of that name, or `nil` if the profile does not set it.
  package func option(_ name: String) -> CompileOption? { options.first { $0.name == name } }
}

/// What a profile sets for targets of one pattern that its own target does not match.
package struct OtherSystem: Hashable, Sendable {
  /// As the `on` lines write it.
  package let pattern: String
  /// One entry a name, in byte order.
  package let options: [CompileOption]
  /// The lines of the pattern itself.
  package let lines: Set<SourceLocation>
}

/// A value and the line that gave it.
package struct Located<Value: Hashable & Sendable>: Hashable, Sendable {
  package let value: Value
  package let location: SourceLocation

  package init(_ value: Value, at location: SourceLocation) {
    self.value = value
    self.location = location
  }
}

/// How the compiler optimises, in a profile's words.
package enum Optimization: String, Sendable, CaseIterable {
  case size, speed, debug

  /// The flags of gcc and clang.
  package var flags: [String] {
    switch self {
    case .size: ["-Os"]
    case .speed: ["-O2"]
    case .debug: ["-O0", "-g"]
    }
  }
}

/// Whether other images see the names of a variant, in a profile's words.
package enum Visibility: String, Sendable, CaseIterable {
  case `default`, hidden
}

/// What a variant counts while it runs, in a profile's words.
package enum Instrument: String, Sendable, CaseIterable {
  case calls, off
}

/// A `require` or `forbid` line.
package struct Demand: Hashable, Sendable {
  package let capability: Capability
  /// Whether the capability must be there; otherwise it must not.
  package let isRequired: Bool
  /// Whether the app registers it on its connections, so that the library does not have it.
  package let isByApp: Bool
  package let location: SourceLocation

  package init(
    _ capability: Capability,
    isRequired: Bool,
    isByApp: Bool = false,
    at location: SourceLocation
  ) {
    self.capability = capability
    self.isRequired = isRequired
    self.isByApp = isByApp
    self.location = location
  }

  /// What a program can register on a connection, and a list of SQLite's shows.
  static let kindsByApp: Set<Capability.Kind> = [.function, .module, .collation]
}

extension Demand: CustomStringConvertible {
  /// The line of a profile.
  package var description: String {
    "\(isRequired ? "require" : "forbid") \(capability)\(isByApp ? " by app" : "")"
  }
}

/// A `limit` line: the most bytes that a product may have.
package struct SizeLimit: Hashable, Sendable {
  package enum Subject: String, Sendable, CaseIterable {
    case library, text, archive
  }

  package let subject: Subject
  package let bytes: Int
  package let location: SourceLocation

  package init(_ subject: Subject, bytes: Int, at location: SourceLocation) {
    self.subject = subject
    self.bytes = bytes
    self.location = location
  }
}

/// A `limit growth` line: the share by which a product may be larger than it was approved.
package struct GrowthLimit: Hashable, Sendable {
  /// In hundredths of a percent.
  package let hundredths: Int

  package init(hundredths: Int) {
    self.hundredths = hundredths
  }

  /// Reads `2%` or `0.25%`; `nil` for anything else.
  package init?(_ text: String) {
    guard text.last == "%" else { return nil }
    let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let whole = Int(parts[0]), whole <= 10_000
    else { return nil }
    let digits = parts.count > 1 ? parts[1] : "0"
    guard digits.count <= 2, let part = Int(digits + (digits.count < 2 ? "0" : "")) else {
      return nil
    }
    hundredths = whole * 100 + part
  }

  /// Returns whether `now` is more than the limit above `before`.
  package func isExceeded(from before: Int, to now: Int) -> Bool {
    Double(now - before) * 10_000 > Double(before) * Double(hundredths)
  }
}

extension GrowthLimit: CustomStringConvertible {
  /// `2%`, `0.25%`.
  package var description: String {
    let part = hundredths % 100
    if part == 0 { return "\(hundredths / 100)%" }
    let digits = part % 10 == 0 ? "\(part / 10)" : part < 10 ? "0\(part)" : "\(part)"
    return "\(hundredths / 100).\(digits)%"
  }
}

/// An `accept` line: a finding that is known, and why.
package struct AcceptLine: Hashable, Sendable {
  package let check: String
  package let subject: String
  package let acceptance: Finding.Acceptance
  package let location: SourceLocation

  package init(
    check: String,
    subject: String,
    _ acceptance: Finding.Acceptance,
    at location: SourceLocation
  ) {
    self.check = check
    self.subject = subject
    self.acceptance = acceptance
    self.location = location
  }
}
