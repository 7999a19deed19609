/// C source with a name of every kind that a symbol table tells apart.
let everyKind = """
  extern int needed_function(void);
  extern int needed_data;
  extern int perhaps_function(void) __attribute__((weak));

  static int local_function(void) { return needed_data; }
  int plain_function(void) { return local_function() + needed_function(); }
  __attribute__((weak)) int weak_function(void) { return perhaps_function ? 1 : 2; }
  __attribute__((visibility("hidden"))) int hidden_function(void) { return 3; }

  static int local_data = 4;
  int plain_data = 5;
  int zero_data;
  const char constant_data[] = "constant";
  __attribute__((weak)) int weak_data = 6;
  __attribute__((visibility("hidden"))) int hidden_data = 7;
  int *pointer_data = &local_data;
  """

/// C source that has, for one who looks from outside, what SQLite has; with arrays before and
/// behind the table of options whose texts look like options too.
struct SQLiteLike {
  var prefix = ""
  var version = "3.45.6"
  var sourceID = plainSourceID
  var options = ["COMPILER=clang-1.2.3", "ENABLE_FTS5", "SYSTEM_MALLOC", "THREADSAFE=1"]
  var hasOptions = true
  var hasEngine = true
  var hasFTS5 = false

  static let plainSourceID =
    "2026-01-02 03:04:05 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

  var source: String {
    """
    const char \(prefix)sqlite3_version[] = "\(version)";
    const char *\(prefix)sqlite3_sourceid(void) { return "\(sourceID)"; }

    """ + (hasOptions ? optionSource : "") + (hasEngine ? engineSource : "")
      + (hasFTS5
        ? "const char *fts5_source_id(void) { return \"fts5: \(Self.plainSourceID)\"; }" : "")
  }

  private var optionSource: String {
    let list = options.map { "\"\($0)\"" }.joined(separator: ", ")
    return """
      static const struct {
        const char *before[2], *options[\(options.count)], *behind[2];
      } arrays = {{"UPSERT", "WITHOUT"}, {\(list)}, {"ATTACH", "DETACH"}};
      const char *const *\(prefix)neighbours(void) { return arrays.before; }
      const char *\(prefix)sqlite3_compileoption_get(int i) { return arrays.options[i]; }

      """
  }

  private var engineSource: String {
    "const char *\(prefix)corrupt(void) { return \"malformed database schema (%s)\"; }\n"
  }
}
