/// What the catalogue knows of one compile-time option.
package struct OptionRow: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// `sqlite3.c` asks only whether it is set, so even `=0` switches it on.
    case defined
    /// `sqlite3.c` looks at the value.
    case value
    /// A number that is an upper bound.
    case limit
    /// Takes effect when the parser is generated.
    case grammar
    /// Says something of the system that it is compiled for.
    case platform
    /// Has no code behind it any more, or never had.
    case retired
    /// A name of Apple's own source, unknown to SQLite's.
    case apple
    /// A conditional asks for it, but it is for SQLite's own tests or settled by other names.
    case `internal`
  }

  /// How `PRAGMA compile_options` shows it.
  package enum Report: String, Sendable, CaseIterable {
    case name
    case nameAndValue = "name=value"
    /// Other options make it appear; its own line proves nothing.
    case implied
    case never
  }

  /// What changes for the program that uses the library.
  package enum Effect: String, Sendable, CaseIterable {
    case sql, behaviour, durability, security, limits, abi, header
    case fileFormat = "file-format"
  }

  /// A system that has code of its own.
  package enum System: String, Sendable, CaseIterable {
    case apple, windows, vxworks, android
    /// A program in a browser.
    case wasm
    /// Compilers of Microsoft's.
    case msvc
    /// Processors other than those of today's telephones and computers.
    case rare
  }

  package let name: String
  package let kind: Kind
  package let location: SourceLocation
  package var reports: [Qualified<Report>] = []
  package var values: [Qualified<AllowedValues>] = []
  /// The values it has when it is not set.
  package var defaults: [Qualified<String>] = []
  /// The first release that knows it and the last in which it has an effect.
  package var releases = ReleaseRange.all
  /// Without one of each list it has no effect.
  package var needs: [Qualified<[OptionDemand]>] = []
  /// Names, or names with values, as `SQLITE_DEFAULT_SYNCHRONOUS=3`.
  package var implies: [Qualified<String>] = []
  package var conflicts: [Qualified<OptionDemand>] = []
  /// Options that leave out what it is for, so that it has no effect beside one of them.
  package var voids: [Qualified<OptionDemand>] = []
  /// What to use in place of a retired one.
  package var instead: String?
  /// Whether ``instead`` is the same option under its newer name.
  package var isRenamed = false
  /// Whether every build since it was retired has what it asked for.
  package var isBuiltIn = false
  /// Why it does not build, or not work, even from a regenerated amalgamation: the stage that fails
  /// (`compile`, `link` or `run`), and how.
  package var broken: [Qualified<String>] = []
  /// Options together with which the source stops with `#error`, and values that do so alone.
  package var refused: [Qualified<OptionDemand>] = []
  /// The only systems whose code looks at it; empty for all.
  package var systems: [System] = []
  /// The releases whose code is the same with it and without, the table of options apart.
  package var codeless: [Qualified<Bool>] = []
  /// Why it cannot be tried alone.
  package var untried: [Qualified<String>] = []
  /// Why a library with it cannot be verified; `nil` where it can.
  package var unchecked: String?
  /// Values to try it with, where none can be taken from ``values`` and ``defaults``.
  package var trials: [Qualified<String>] = []
  package var adds: [Qualified<Capability>] = []
  package var removes: [Qualified<Capability>] = []
  /// The functions of ``adds`` that are not declared innocuous, so that a schema calls them only
  /// where it is trusted.
  package var unsafe: [Qualified<Capability>] = []
  /// The releases of which a library with it links only when the compiler optimises.
  package var optimised: [Qualified<Bool>] = []
  /// The libraries that must be linked with it, without `-l`.
  package var links: [String] = []
  /// What it needs beside the amalgamation and libraries; `nil` for nothing.
  package var outside: String?
  package var effects: [Effect] = []
  package var probe: OptionProbe?
  /// One line on what it is for.
  package var meaning = ""

  package init(name: String, kind: Kind, at location: SourceLocation) {
    self.name = name
    self.kind = kind
    self.location = location
  }

  /// Whether `sqlite3.c` asks only if it is set.
  package var isFlag: Bool { kind == .defined || kind == .grammar }

  /// Whether it is an option of the library that a user sets, in the releases that know it.
  package var isOption: Bool { kind != .retired && kind != .apple && kind != .internal }

  /// Whether the releases of ``releases`` look at it: one that is retired was an option once, where
  /// its last release is known.
  package var isHeeded: Bool { isOption || (kind == .retired && releases.until != nil) }

  /// Returns whether `value` switches it on.
  ///
  /// Any value does where SQLite only asks whether the name is set; else every value but 0.
  package func isOn(_ value: String) -> Bool {
    isFlag || kind == .retired || kind == .apple || CInteger(value) != .value(0)
  }
}

/// An option that another one needs or excludes, as `SQLITE_ENABLE_RTREE` or `SQLITE_THREADSAFE=0`.
package struct OptionDemand: Hashable, Sendable {
  package let name: String
  /// The values that count; `nil` for every value that switches it on.
  package let values: AllowedValues?

  package init(_ name: String, _ values: AllowedValues? = nil) {
    self.name = name
    self.values = values
  }
}

/// The smallest case that tells whether an option is effective.
package enum OptionProbe: Hashable, Sendable {
  case capability(Capability)
  /// SQL on a fresh memory connection.
  case sql(String)
  /// SQL on a new file.
  case file(String)
  /// SQL on a new file in WAL mode.
  case wal(String)
  /// A probe of the driver, by its name.
  case api(String)
  case symbol(String)
  /// No probe can tell, and why.
  case none(String)
}
