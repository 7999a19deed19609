/// The C code that registers a variant's extensions: some on every connection, some where asked.
///
/// It hangs on `SQLITE_EXTRA_AUTOEXT`, which SQLite (3.46 and later) calls once for each new
/// connection. `SQLITE_EXTRA_INIT` with `sqlite3_auto_extension` races: it runs after the library
/// says it is initialised, so that another thread's first connection can miss it.
package struct Registration: Hashable, Sendable {
  let profile: ResolvedProfile
  package let extensions: [ExtensionSource]
  let optionsDigest: String
  /// The extensions as the variant's mark tells them.
  let marked: [VariantMark.Extension]
  /// What `sqlite3.c` defines and the source needs.
  let markSymbol: String

  package init(profile: ResolvedProfile, extensions: [ExtensionSource]) {
    self.profile = profile
    self.extensions = extensions
    optionsDigest = Self.digest(of: profile.options)
    marked = extensions.map { source in
      let reference = profile.extensions.first { $0.shortName == source.name }
      return VariantMark.Extension(
        name: source.name,
        isOnDemand: reference?.isOnDemand ?? false,
        digest: source.digest
      )
    }
    markSymbol = VariantMark.symbol(
      base: Self.base(of: profile),
      optionsDigest: optionsDigest,
      marked
    )
  }

  /// What takes the place of the registration of the same variant.
  private init(
    _ profile: ResolvedProfile,
    _ extensions: [ExtensionSource],
    inPlaceOf own: Registration
  ) {
    self.profile = profile
    self.extensions = extensions
    (optionsDigest, marked, markSymbol) = (own.optionsDigest, own.marked, own.markSymbol)
  }

  /// Returns the digest by which a set of options is told from others.
  package static func digest(of options: [CompileOption]) -> String {
    SHA256.hexDigest(of: Array(options.map(\.description).joined(separator: "\n").utf8))
  }

  /// Returns the registration of the same extensions, all of them on demand or all automatic.
  package func registering(onDemand: Bool) -> Registration {
    var profile = profile
    profile.extensions = profile.extensions.map {
      ExtensionReference(
        name: $0.name,
        entryPoint: $0.entryPoint,
        isOnDemand: onDemand,
        at: $0.location
      )
    }
    return Registration(profile, extensions, inPlaceOf: self)
  }

  /// Returns the registration of all extensions but the one that is called `name` in the profile.
  package func without(_ name: String) -> Registration {
    let removed = profile.extensions.first { $0.name == name }?.shortName ?? name
    var profile = profile
    profile.extensions.removeAll { $0.shortName == removed }
    profile.sets = profile.sets.compactMap { set in
      let members = set.members.filter { $0.value != removed }
      return members.isEmpty
        ? nil : ExtensionSet(name: set.name, members: members, at: set.location)
    }
    return Registration(profile, extensions.filter { $0.name != removed }, inPlaceOf: self)
  }

  /// Whether anything is registered at all.
  package var isNeeded: Bool {
    profile.hasManifestFunction || !extensions.isEmpty || counting != nil
  }

  /// What the names of all its functions begin with.
  ///
  /// The profile's name is in it, so that two variants can meet in one program.
  package var base: String { Self.base(of: profile) }

  /// The function that SQLite calls.
  package var function: String { base + "_autoext" }

  /// The function that programs call to have on a connection what it does not have by itself.
  package var registerFunction: String { base + "_register" }

  /// The option that makes SQLite call it; empty where nothing is registered.
  package var options: [CompileOption] {
    isNeeded ? [CompileOption("SQLITE_EXTRA_AUTOEXT", function)] : []
  }

  /// The names of what every connection has, and of what it has when it asks, in the profile's order.
  package var automatic: [String] { extensions.map(\.name).filter { !isOnDemand($0) } }
  package var onDemand: [String] { extensions.map(\.name).filter(isOnDemand) }

  /// Returns whether the extension of that name is registered only where it is asked for.
  package func isOnDemand(_ name: String) -> Bool {
    profile.onDemandExtensions.contains { $0.shortName == name }
  }

  /// Returns what the names of a variant's functions begin with, beside SQLite's own.
  package static func base(of profile: ResolvedProfile) -> String {
    "\(profile.prefix?.value ?? "")amalgam_\(profile.cName)"
  }

  /// What follows ``base`` in the names of the functions.
  package static let suffixes =
    [
      "_autoext", "_register", "_registered", "_extension", "_log", "_check",
    ] + CallCounting.suffixes

  /// What counts the calls of functions; `nil` where nobody asked for it.
  package var counting: CallCounting? {
    guard profile.countsCalls else { return nil }
    return CallCounting(
      base: base,
      hasWindowFunctions: profile.option("SQLITE_OMIT_WINDOWFUNC") == nil,
      hasThreads: hasThreads
    )
  }

  /// Without threads SQLite has no mutexes.
  var hasThreads: Bool { profile.option("SQLITE_THREADSAFE")?.value != "0" }

  /// The header that programs include.
  package var header: String {
    let name = base
    let api = "AMALGAM_\(profile.cName.uppercased())_API"
    let guardName = "AMALGAM_\(profile.cName.uppercased())_REGISTRATION_H"
    return """
      /* What the variant '\(profile.name)' registers beside SQLite. Made by amalgam.
       *
       * Every connection that SQLite opens has: \(list(automatic)).
       * A connection that asks for it has also: \(list(onDemand)).
      \(sets)\
       */
      #ifndef \(guardName)
      #define \(guardName)

      #include "sqlite3.h"

      #if defined(__GNUC__)
      #define \(api) __attribute__((visibility("\(profile.isHidden ? "hidden" : "default")")))
      #else
      #define \(api)
      #endif

      #ifdef __cplusplus
      extern "C" {
      #endif

      /* Registers an extension or a set of them, by name, on db alone; with a null pointer all that no
       * connection has by itself. What is registered already stays as it is.
       *
       * SQLITE_OK; SQLITE_NOTFOUND for a name that is neither; SQLITE_MISUSE for a null db;
       * SQLITE_MISMATCH for a connection of another SQLite in the program; else what the extension
       * answered, which sqlite3_log() is told with its name. Those before it stay registered. */
      \(api) int \(name)_register(sqlite3 *db, const char *set);

      /* Whether the extension, or all of a set, is registered on db. */
      \(api) int \(name)_registered(sqlite3 *db, const char *set);

      /* The name of the nth extension of the variant, from 0; null after the last. Unless automatic is
       * null, *automatic becomes 1 for one that every connection has, else 0. */
      \(api) const char *\(name)_extension(int n, int *automatic);

      /* From now on hook is called once for every connection that is opened, whoever opens it, with
       * one line: release, source id, profile, extensions. It is called in the thread that opens, must
       * not use the connection, and the line is gone when it returns. A null hook ends it. */
      \(api) void \(name)_log(
          void (*hook)(void *context, const char *line), void *context);

      /* Whether db is a connection of this variant with all that is automatic and, unless set is null,
       * that extension or set: SQLITE_OK, or else SQLITE_MISMATCH (of another SQLite, another release,
       * another profile, or not registered), SQLITE_NOTFOUND or SQLITE_MISUSE as above. Unless message
       * is null, *message becomes null or the first difference, to be freed by sqlite3_free(). Reads
       * nothing of the database. */
      \(api) int \(name)_check(sqlite3 *db, const char *set, char **message);

      #ifdef __cplusplus
      }
      #endif

      #endif

      """
  }

  private func list(_ names: [String]) -> String {
    names.isEmpty ? "nothing" : names.joined(separator: " ")
  }

  private var sets: String {
    profile.sets.map {
      " * Set \($0.name): \($0.members.map(\.value).joined(separator: " ")).\n"
    }.joined()
  }
}

extension ResolvedProfile {
  /// The function that registers what a connection asks for; `nil` where there is nothing to ask for.
  package var registerFunction: String? {
    onDemandExtensions.isEmpty ? nil : Registration.base(of: self) + "_register"
  }
}
