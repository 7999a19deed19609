/// The C code that registers a variant's extensions on every connection.
///
/// It hangs on `SQLITE_EXTRA_AUTOEXT`, which SQLite (3.46 and later) calls once for each new
/// connection. `SQLITE_EXTRA_INIT` with `sqlite3_auto_extension` races: it runs after the library
/// says it is initialised, so that another thread's first connection can miss it.
package struct Registration: Hashable, Sendable {
  private let profile: ResolvedProfile
  private let extensions: [ExtensionSource]
  private let optionsDigest: String

  package init(profile: ResolvedProfile, extensions: [ExtensionSource]) {
    self.profile = profile
    self.extensions = extensions
    let lines = profile.options.map(\.description).joined(separator: "\n")
    optionsDigest = SHA256.hexDigest(of: Array(lines.utf8))
  }

  /// Whether anything is registered at all.
  package var isNeeded: Bool { profile.hasManifestFunction || !extensions.isEmpty }

  /// The function that SQLite calls; the profile's name is in it, so that two variants can meet.
  package var function: String {
    "\(profile.prefix?.value ?? "")amalgam_\(profile.cName)_autoext"
  }

  /// The option that makes SQLite call it; empty where nothing is registered.
  package var options: [CompileOption] {
    isNeeded ? [CompileOption("SQLITE_EXTRA_AUTOEXT", function)] : []
  }

  package var header: String {
    """
    /* What the variant '\(profile.name)' registers on every connection. Made by amalgam. */
    #ifndef AMALGAM_\(profile.cName.uppercased())_REGISTRATION_H
    #define AMALGAM_\(profile.cName.uppercased())_REGISTRATION_H

    #include "sqlite3.h"

    #ifdef __cplusplus
    extern "C" {
    #endif

    /* Registers all of it on db; SQLite calls this for each connection it opens. */
    int \(function)(sqlite3 *db);

    #ifdef __cplusplus
    }
    #endif

    #endif

    """
  }

  package var source: String {
    """
    /* Registers what the variant '\(profile.name)' has beside SQLite on every connection.
     * Made by amalgam. Nothing here reads the database, so a file that is locked or is no
     * database can still be opened. */
    #include "registration.h"

    \(declarations)\(profile.hasManifestFunction ? manifestFunction : "")
    int \(function)(sqlite3 *db) {
    \(extensions.isEmpty ? "" : "  char *message = 0;\n")  int rc = SQLITE_OK;
    \(calls)\(profile.hasManifestFunction ? manifestCall : "")  return rc;
    }

    """
  }

  private var declarations: String {
    extensions.map {
      """
      int \($0.entryPoint)(sqlite3 *db, char **message,
          const struct sqlite3_api_routines *api);

      """
    }.joined()
  }

  private var calls: String {
    extensions.map {
      """
        if( rc==SQLITE_OK ) rc = \($0.entryPoint)(db, &message, 0);

      """
    }.joined() + (extensions.isEmpty ? "" : "  sqlite3_free(message);\n")
  }

  private var manifestCall: String {
    """
      if( rc==SQLITE_OK ){
        rc = sqlite3_create_function(db, "amalgam_manifest", 0,
            SQLITE_UTF8|SQLITE_DETERMINISTIC|SQLITE_INNOCUOUS, 0, amalgamManifest, 0, 0);
      }

    """
  }

  private var manifestFunction: String {
    """
    /* amalgam_manifest(): which build this is, in JSON. */
    static void amalgamManifest(sqlite3_context *context, int count, sqlite3_value **values) {
      char *text = sqlite3_mprintf(
          "{\\"profile\\":\\"\(profile.name)\\",\\"release\\":\\"%s\\",\\"sourceID\\":\\"%s\\","
          "\\"options\\":\\"sha256:\(optionsDigest)\\","
          "\\"extensions\\":\(extensionList)}",
          sqlite3_libversion(), sqlite3_sourceid());
      (void)count;
      (void)values;
      if( text ){
        sqlite3_result_text(context, text, -1, sqlite3_free);
      }else{
        sqlite3_result_error_nomem(context);
      }
    }

    """
  }

  /// The names as a JSON list inside a C string.
  private var extensionList: String {
    "[" + extensions.map { "\\\"\($0.name)\\\"" }.joined(separator: ",") + "]"
  }
}
