extension Registration {
  /// C code that defines the mark of no variant, for a program in which the registration stands
  /// beside a `sqlite3.c` without one.
  package var standInForMark: String {
    VariantMark.declaration(of: markSymbol) + "\nconst char \(markSymbol)[] = \"\";\n"
  }

  /// What defines the functions of ``header``, and the one that SQLite calls.
  package var source: String {
    """
    /* Registers what the variant '\(profile.name)' has beside SQLite. Made by amalgam.
     *
     * Nothing here reads the database, so a file that is locked or is no database can still be
     * opened. */
    #include <string.h>
    #include "registration.h"

    typedef int amalgam_entry_point(sqlite3 *, char **, const struct sqlite3_api_routines *);
    \(declarations)
    /* Every extension of the variant; the last row ends the list. */
    static const struct amalgamExtension {
      const char *name;
      amalgam_entry_point *enter;
      int isAutomatic;
    } amalgamExtensions[] = {
    \(extensionRows)  {0, 0, 0}
    };
    enum { AMALGAM_EXTENSIONS = sizeof amalgamExtensions / sizeof amalgamExtensions[0] - 1 };

    /* Which extension, by its place above, is in which set; the last row ends the list. */
    static const struct { const char *set; int extension; } amalgamMembers[] = {
    \(memberRows)  {0, 0}
    };

    /* What every connection of this variant carries, so that it can be told from others. The sqlite3.c
     * that was made with this file defines it, and no other does. */
    \(VariantMark.declaration(of: markSymbol))
    #define amalgamMark \(markSymbol)
    #define AMALGAM_MARK "amalgam"
    /* What a connection carries that asked for more: a byte for each extension. */
    #define AMALGAM_ASKED "\(base)"

    \(locking)\(Self.handles(name: profile.name))\(counting?.source ?? "")\
    \(profile.hasManifestFunction ? manifestFunction : "")\
    \(Self.hook(profile: profile.name, base: base))
    /* SQLite calls this for each connection it opens. */
    int \(function)(sqlite3 *db);
    int \(function)(sqlite3 *db) {
      int rc = SQLITE_OK;
      int i;
      for(i=0; rc==SQLITE_OK && i<AMALGAM_EXTENSIONS; i++){
        if( amalgamExtensions[i].isAutomatic ) rc = amalgamEnter(db, i);
      }
    \(profile.hasManifestFunction ? manifestCall : "")\
    \(counting == nil ? "" : CallCounting.tableCall)\
      if( rc==SQLITE_OK ) rc = sqlite3_set_clientdata(db, AMALGAM_MARK, (void *)amalgamMark, 0);
      if( rc==SQLITE_OK ) amalgamAnnounce();
      return rc;
    }

    \(Self.calls(profile: profile.name, base: base))
    """
  }

  private var declarations: String {
    extensions.map { "extern amalgam_entry_point \($0.entryPoint);\n" }.joined()
  }

  private var extensionRows: String {
    extensions.map {
      "  {\"\($0.name)\", \($0.entryPoint), \(isOnDemand($0.name) ? 0 : 1)},\n"
    }.joined()
  }

  private var memberRows: String {
    profile.sets.flatMap { set in
      set.members.compactMap { member in
        extensions.firstIndex { $0.name == member.value }.map { "  {\"\(set.name)\", \($0)},\n" }
      }
    }.joined()
  }

  private var locking: String {
    hasThreads
      ? """
      static void amalgamLock(int id) { sqlite3_mutex_enter(sqlite3_mutex_alloc(id)); }
      static void amalgamUnlock(int id) { sqlite3_mutex_leave(sqlite3_mutex_alloc(id)); }
      static void amalgamLockConnection(sqlite3 *db) { sqlite3_mutex_enter(sqlite3_db_mutex(db)); }
      static void amalgamUnlockConnection(sqlite3 *db) { sqlite3_mutex_leave(sqlite3_db_mutex(db)); }

      """
      : """
      #define amalgamLock(id)
      #define amalgamUnlock(id)
      #define amalgamLockConnection(db)
      #define amalgamUnlockConnection(db)

      """
  }

  /// What is asked of connections and done to them.
  private static func handles(name: String) -> String {
    """

    /* Whether db is of this copy of SQLite. A connection begins with its VFS, and each copy keeps a list
     * of its own; nothing else of what may be another copy's is touched. The list is SQLite's, and so is
     * the mutex. */
    static int amalgamIsOwn(sqlite3 *db) {
      sqlite3_vfs *vfs;
      sqlite3_vfs *own = sqlite3_vfs_find(0);
      memcpy(&vfs, db, sizeof vfs);
      amalgamLock(SQLITE_MUTEX_STATIC_MAIN);
      while( own && own!=vfs ) own = own->pNext;
      amalgamUnlock(SQLITE_MUTEX_STATIC_MAIN);
      return own!=0;
    }

    static int amalgamIsRegistered(sqlite3 *db, int i) {
      const char *asked;
      if( amalgamExtensions[i].isAutomatic ) return sqlite3_get_clientdata(db, AMALGAM_MARK)==amalgamMark;
      asked = sqlite3_get_clientdata(db, AMALGAM_ASKED);
      return asked && asked[i];
    }

    /* Whether extension i is meant by the name of an extension or a set, or by a null pointer. */
    static int amalgamIsMeant(const char *set, int i) {
      int m;
      if( set==0 ) return !amalgamExtensions[i].isAutomatic;
      if( strcmp(set, amalgamExtensions[i].name)==0 ) return 1;
      for(m=0; amalgamMembers[m].set; m++){
        if( amalgamMembers[m].extension==i && strcmp(set, amalgamMembers[m].set)==0 ) return 1;
      }
      return 0;
    }

    static int amalgamEnter(sqlite3 *db, int i) {
      char *message = 0;
      int rc = amalgamExtensions[i].enter(db, &message, 0);
      /* One that brings a VFS asks to stay, which it does. */
      if( rc==SQLITE_OK_LOAD_PERMANENTLY ) rc = SQLITE_OK;
      if( rc!=SQLITE_OK ){
        sqlite3_log(rc, "amalgam: extension '%s' of '\(name)' was not registered: %s",
            amalgamExtensions[i].name, message ? message : sqlite3_errstr(rc));
      }
      sqlite3_free(message);
      return rc;
    }


    """
  }

  /// The hook, which one thread may set while others open.
  private static func hook(profile: String, base: String) -> String {
    """
    static struct {
      void (*call)(void *context, const char *line);
      void *context;
    } amalgamHook;

    void \(base)_log(void (*call)(void *context, const char *line), void *context) {
      amalgamLock(SQLITE_MUTEX_STATIC_MAIN);
      amalgamHook.call = call;
      amalgamHook.context = context;
      amalgamUnlock(SQLITE_MUTEX_STATIC_MAIN);
    }

    static void amalgamAnnounce(void) {
      void (*call)(void *context, const char *line);
      void *context;
      sqlite3_str *line;
      char *text;
      int i;
      amalgamLock(SQLITE_MUTEX_STATIC_MAIN);
      call = amalgamHook.call;
      context = amalgamHook.context;
      amalgamUnlock(SQLITE_MUTEX_STATIC_MAIN);
      if( call==0 ) return;
      line = sqlite3_str_new(0);
      sqlite3_str_appendf(line, "SQLite %s %s, \(profile):", sqlite3_libversion(), sqlite3_sourceid());
      for(i=0; i<AMALGAM_EXTENSIONS; i++){
        if( amalgamExtensions[i].isAutomatic ) sqlite3_str_appendf(line, " %s", amalgamExtensions[i].name);
      }
      text = sqlite3_str_finish(line);
      if( text ) call(context, text);
      sqlite3_free(text);
    }

    """
  }

  /// What programs call.
  private static func calls(profile: String, base: String) -> String {
    """
    int \(base)_register(sqlite3 *db, const char *set) {
      char *asked;
      int rc = SQLITE_OK;
      int isKnown = set==0;
      int i;
      if( db==0 ) return SQLITE_MISUSE;
      if( !amalgamIsOwn(db) ) return SQLITE_MISMATCH;
      amalgamLockConnection(db);
      asked = sqlite3_get_clientdata(db, AMALGAM_ASKED);
      for(i=0; rc==SQLITE_OK && i<AMALGAM_EXTENSIONS; i++){
        if( !amalgamIsMeant(set, i) ) continue;
        isKnown = 1;
        if( amalgamExtensions[i].isAutomatic || (asked && asked[i]) ) continue;
        if( asked==0 && (asked = sqlite3_malloc(AMALGAM_EXTENSIONS))!=0 ){
          memset(asked, 0, AMALGAM_EXTENSIONS);
          /* Frees it itself where it fails. */
          if( sqlite3_set_clientdata(db, AMALGAM_ASKED, asked, sqlite3_free)!=SQLITE_OK ) asked = 0;
        }
        rc = asked ? amalgamEnter(db, i) : SQLITE_NOMEM;
        if( rc==SQLITE_OK ) asked[i] = 1;
      }
      amalgamUnlockConnection(db);
      return isKnown ? rc : SQLITE_NOTFOUND;
    }

    int \(base)_registered(sqlite3 *db, const char *set) {
      int isKnown = set==0;
      int i;
      if( db==0 || !amalgamIsOwn(db) ) return 0;
      for(i=0; i<AMALGAM_EXTENSIONS; i++){
        if( !amalgamIsMeant(set, i) ) continue;
        isKnown = 1;
        if( !amalgamIsRegistered(db, i) ) return 0;
      }
      return isKnown;
    }

    const char *\(base)_extension(int n, int *automatic) {
      if( n<0 || n>=AMALGAM_EXTENSIONS ) return 0;
      if( automatic ) *automatic = amalgamExtensions[n].isAutomatic;
      return amalgamExtensions[n].name;
    }

    int \(base)_check(sqlite3 *db, const char *set, char **message) {
      const char *found = 0;
      char *text = 0;
      int rc = SQLITE_MISMATCH;
      int isKnown = set==0;
      int missing = -1;
      int i;
      if( message ) *message = 0;
      if( db && amalgamIsOwn(db) ) found = sqlite3_get_clientdata(db, AMALGAM_MARK);
      for(i=0; i<AMALGAM_EXTENSIONS && found==amalgamMark; i++){
        if( set==0 || !amalgamIsMeant(set, i) ) continue;
        isKnown = 1;
        if( missing<0 && !amalgamIsRegistered(db, i) ) missing = i;
      }
      if( db==0 ){
        rc = SQLITE_MISUSE;
        text = sqlite3_mprintf("no connection is given");
      }else if( strcmp(sqlite3_sourceid(), SQLITE_SOURCE_ID)!=0 ){
        text = sqlite3_mprintf("SQLite %s (%s) answers, but '\(profile)' was built from %s (%s)",
            sqlite3_libversion(), sqlite3_sourceid(), SQLITE_VERSION, SQLITE_SOURCE_ID);
      }else if( !amalgamIsOwn(db) ){
        text = sqlite3_mprintf("the connection belongs to another SQLite in the program");
      }else if( found==0 ){
        text = sqlite3_mprintf("nothing is registered: the connection was opened by a SQLite that is "
            "not the variant '\(profile)'");
      }else if( found!=amalgamMark && strcmp(found, amalgamMark)!=0 ){
        text = sqlite3_mprintf("the connection is of %s, not of %s", found, amalgamMark);
      }else if( !isKnown ){
        rc = SQLITE_NOTFOUND;
        text = sqlite3_mprintf("'\(profile)' has no extension and no set '%s'", set);
      }else if( missing>=0 ){
        text = sqlite3_mprintf("extension '%s' is not registered on the connection",
            amalgamExtensions[missing].name);
      }else{
        return SQLITE_OK;
      }
      if( message ) *message = text; else sqlite3_free(text);
      return rc;
    }

    """
  }

  private var manifestCall: String {
    let flags =
      onDemand.isEmpty
      ? "SQLITE_UTF8|SQLITE_DETERMINISTIC|SQLITE_INNOCUOUS" : "SQLITE_UTF8|SQLITE_INNOCUOUS"
    return """
        if( rc==SQLITE_OK ){
          rc = \(counting == nil ? "sqlite3" : base)_create_function(db, "amalgam_manifest", 0, \(flags),
              0, amalgamManifest, 0, 0);
        }

      """
  }

  private var manifestFunction: String {
    """
    /* amalgam_manifest(): which build this is and what this connection has, in JSON. */
    static void amalgamManifest(sqlite3_context *context, int count, sqlite3_value **values) {
      sqlite3 *db = sqlite3_context_db_handle(context);
      sqlite3_str *json = sqlite3_str_new(db);
      const char *separator = "";
      int i;
      (void)count;
      (void)values;
      sqlite3_str_appendf(json,
          "{\\"profile\\":\\"\(profile.name)\\",\\"release\\":\\"%s\\",\\"sourceID\\":\\"%s\\","
          "\\"options\\":\\"sha256:\(optionsDigest)\\",\\"extensions\\":[",
          sqlite3_libversion(), sqlite3_sourceid());
      for(i=0; i<AMALGAM_EXTENSIONS; i++){
        if( !amalgamIsRegistered(db, i) ) continue;
        sqlite3_str_appendf(json, "%s\\"%s\\"", separator, amalgamExtensions[i].name);
        separator = ",";
      }
      sqlite3_str_appendall(json, "]}");
      if( sqlite3_str_errcode(json)==SQLITE_NOMEM ){
        sqlite3_result_error_nomem(context);
        sqlite3_free(sqlite3_str_finish(json));
      }else{
        sqlite3_result_text(context, sqlite3_str_finish(json), -1, sqlite3_free);
      }
    }


    """
  }
}
