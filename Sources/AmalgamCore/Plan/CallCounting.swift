/// What counts the calls of the functions that a variant registers beside SQLite's own.
///
/// An extension is compiled against functions that stand between it and SQLite's: what it registers
/// is registered with a wrapper around each callback, and what it asks for its own pointer gets that.
/// Macros in the extension's copy lead there, so that every kind of export has them.
package struct CallCounting: Hashable, Sendable {
  /// What the names of the functions begin with, as in ``Registration/base``.
  let base: String
  /// SQLite without window functions lacks the call that registers them.
  let hasWindowFunctions: Bool
  /// Without threads there is one connection at work.
  let hasThreads: Bool

  /// What follows ``base``, and `sqlite3` in SQLite's own name.
  static let suffixes = [
    "_create_function", "_create_function_v2", "_create_function16", "_create_window_function",
    "_user_data",
  ]

  private var redirected: [String] {
    Self.suffixes.filter { hasWindowFunctions || $0 != "_create_window_function" }
  }

  /// Returns an extension's source with what it calls led to the functions that count.
  ///
  /// The macros are taken back at its end, where another source may follow in the same file.
  func redirecting(_ contents: [UInt8]) -> [UInt8] {
    let head = redirected.map {
      """
      #pragma push_macro("sqlite3\($0)")
      #undef sqlite3\($0)
      #define sqlite3\($0) \(base)\($0)

      """
    }
    let tail = redirected.map { "#pragma pop_macro(\"sqlite3\($0)\")\n" }
    return Array(
      ("/* amalgam: begin counted calls */\n#include \"sqlite3.h\"\n" + declarations
        + head.joined() + "/* amalgam: end counted calls */\n#line 1\n").utf8
    ) + contents + Array(("\n" + tail.joined()).utf8)
  }

  /// The functions that extensions are led to, with the types of SQLite's own.
  private var declarations: String {
    let named = "int \(base)_create_function"
    let callbacks = """
      void (*)(sqlite3_context *, int, sqlite3_value **),
          void (*)(sqlite3_context *, int, sqlite3_value **), void (*)(sqlite3_context *)
      """
    let window =
      hasWindowFunctions
      ? """
      int \(base)_create_window_function(sqlite3 *, const char *, int, int, void *,
          void (*)(sqlite3_context *, int, sqlite3_value **), void (*)(sqlite3_context *),
          void (*)(sqlite3_context *), void (*)(sqlite3_context *, int, sqlite3_value **),
          void (*)(void *));

      """ : ""
    return """
      \(named)(sqlite3 *, const char *, int, int, void *,
          \(callbacks));
      \(named)16(sqlite3 *, const void *, int, int, void *,
          \(callbacks));
      \(named)_v2(sqlite3 *, const char *, int, int, void *,
          \(callbacks), void (*)(void *));
      \(window)void *\(base)_user_data(sqlite3_context *);

      """
  }
}

extension CallCounting {
  /// What defines the functions, and the table by which SQL reads the counters.
  var source: String {
    """
    \(declarations)
    \(counters)
    \(wrappers)
    \(creation)
    \(table)
    """
  }

  /// The call, in the function that SQLite calls for each connection, that brings the table.
  static let tableCall = """
      if( rc==SQLITE_OK ) rc = sqlite3_create_module_v2(db, "amalgam_calls", &amalgamCalls, 0, 0);

    """

  private var counters: String {
    """
    #include <stdlib.h>
    #if defined(_WIN32)
    #include <windows.h>
    #else
    #include <time.h>
    #endif

    #if defined(_MSC_VER) && !defined(__clang__)
    #define amalgamAdd(to, n) InterlockedExchangeAdd64((volatile LONG64 *)&(to), (LONG64)(n))
    #define amalgamRead(of) InterlockedExchangeAdd64((volatile LONG64 *)&(of), 0)
    #define AMALGAM_OF_THREAD __declspec(thread)
    #else
    #define amalgamAdd(to, n) __atomic_fetch_add(&(to), (sqlite3_int64)(n), __ATOMIC_RELAXED)
    #define amalgamRead(of) __atomic_load_n(&(of), __ATOMIC_RELAXED)
    #define AMALGAM_OF_THREAD \(hasThreads ? "__thread" : "")
    #endif

    /* What was counted of one function in the process, on whatever connection. None is ever freed, and
     * nothing of one changes but its numbers. */
    struct amalgamCounter {
      struct amalgamCounter *next;
      const char *kind;
      int arguments;
      sqlite3_int64 calls;
      sqlite3_int64 steps;
      sqlite3_int64 nanoseconds;
      char name[1];
    };
    static struct amalgamCounter *amalgamCounters;

    /* A function as one connection has it registered. */
    struct amalgamFunction {
      struct amalgamCounter *counter;
      void *own;
      void (*call)(sqlite3_context *, int, sqlite3_value **);
      void (*step)(sqlite3_context *, int, sqlite3_value **);
      void (*final)(sqlite3_context *);
      void (*value)(sqlite3_context *);
      void (*inverse)(sqlite3_context *, int, sqlite3_value **);
      void (*destroy)(void *);
    };

    static sqlite3_int64 amalgamNow(void) {
    #if defined(_WIN32)
      LARGE_INTEGER ticks, second;
      QueryPerformanceCounter(&ticks);
      QueryPerformanceFrequency(&second);
      return (sqlite3_int64)(ticks.QuadPart/second.QuadPart*1000000000
          + ticks.QuadPart%second.QuadPart*1000000000/second.QuadPart);
    #else
      struct timespec now;
      clock_gettime(CLOCK_MONOTONIC, &now);
      return (sqlite3_int64)now.tv_sec*1000000000 + now.tv_nsec;
    #endif
    }

    static struct amalgamCounter *amalgamFirstCounter(void) {
      struct amalgamCounter *first;
      amalgamLock(SQLITE_MUTEX_STATIC_MAIN);
      first = amalgamCounters;
      amalgamUnlock(SQLITE_MUTEX_STATIC_MAIN);
      return first;
    }

    static struct amalgamCounter *amalgamCounterOf(const char *name, int arguments, const char *kind) {
      struct amalgamCounter *counter;
      amalgamLock(SQLITE_MUTEX_STATIC_MAIN);
      for(counter=amalgamCounters; counter; counter=counter->next){
        if( counter->arguments==arguments && counter->kind==kind
         && sqlite3_stricmp(counter->name, name)==0 ) break;
      }
      if( counter==0 && (counter = calloc(1, sizeof *counter + strlen(name)))!=0 ){
        counter->next = amalgamCounters;
        counter->kind = kind;
        counter->arguments = arguments;
        memcpy(counter->name, name, strlen(name) + 1);
        amalgamCounters = counter;
      }
      amalgamUnlock(SQLITE_MUTEX_STATIC_MAIN);
      return counter;
    }

    """
  }

  private var wrappers: String {
    """
    /* The function of a variant that is at work in this thread, innermost. */
    struct amalgamSpan {
      sqlite3_context *context;
      struct amalgamFunction *function;
    };
    static AMALGAM_OF_THREAD struct amalgamSpan amalgamSpan;

    /* A context that no wrapper is at work for is of a function that was registered otherwise, such as
     * one that a virtual table brings. */
    void *\(base)_user_data(sqlite3_context *context) {
      return amalgamSpan.context==context ? amalgamSpan.function->own : sqlite3_user_data(context);
    }

    #define AMALGAM_COUNTED(numbers, body) \\
      struct amalgamFunction *function = sqlite3_user_data(context); \\
      struct amalgamCounter *counter = function->counter; \\
      struct amalgamSpan outer = amalgamSpan; \\
      sqlite3_int64 start; \\
      amalgamSpan.context = context; \\
      amalgamSpan.function = function; \\
      start = amalgamNow(); \\
      function->body; \\
      amalgamAdd(counter->nanoseconds, amalgamNow() - start); \\
      amalgamAdd(counter->numbers, 1); \\
      amalgamSpan = outer

    static void amalgamCallOf(sqlite3_context *context, int count, sqlite3_value **values) {
      AMALGAM_COUNTED(calls, call(context, count, values));
    }
    static void amalgamStepOf(sqlite3_context *context, int count, sqlite3_value **values) {
      AMALGAM_COUNTED(steps, step(context, count, values));
    }
    static void amalgamFinalOf(sqlite3_context *context) {
      AMALGAM_COUNTED(calls, final(context));
    }
    \(hasWindowFunctions ? windowWrappers : "")
    """
  }

  private var windowWrappers: String {
    """
    static void amalgamValueOf(sqlite3_context *context) {
      AMALGAM_COUNTED(calls, value(context));
    }
    static void amalgamInverseOf(sqlite3_context *context, int count, sqlite3_value **values) {
      AMALGAM_COUNTED(steps, inverse(context, count, values));
    }

    """
  }

  private var creation: String {
    let window =
      hasWindowFunctions
      ? """
        if( asked->value || asked->inverse ){
          return sqlite3_create_window_function(db, name, arguments, flags, function,
              asked->step ? amalgamStepOf : 0, asked->final ? amalgamFinalOf : 0,
              asked->value ? amalgamValueOf : 0, asked->inverse ? amalgamInverseOf : 0,
              amalgamForget);
        }

      """ : ""
    let createWindow =
      hasWindowFunctions
      ? """
      int \(base)_create_window_function(sqlite3 *db, const char *name, int arguments, int flags,
          void *own, void (*step)(sqlite3_context *, int, sqlite3_value **),
          void (*final)(sqlite3_context *), void (*value)(sqlite3_context *),
          void (*inverse)(sqlite3_context *, int, sqlite3_value **), void (*destroy)(void *)) {
        struct amalgamFunction asked = {0, own, 0, step, final, value, inverse, destroy};
        return amalgamCreate(db, name, arguments, flags, &asked);
      }

      """ : ""
    let callbacks = """
      void (*call)(sqlite3_context *, int, sqlite3_value **),
          void (*step)(sqlite3_context *, int, sqlite3_value **), void (*final)(sqlite3_context *)
      """
    return """
      static void amalgamForget(void *pointer) {
        struct amalgamFunction *function = pointer;
        if( function->destroy ) function->destroy(function->own);
        sqlite3_free(function);
      }

      /* Registers what is asked with a wrapper around each of its callbacks. SQLite calls the destructor
       * once, also where it refuses. */
      static int amalgamCreate(sqlite3 *db, const char *name, int arguments, int flags,
          const struct amalgamFunction *asked) {
        struct amalgamFunction *function;
        struct amalgamCounter *counter;
        if( name==0 || (asked->call==0 && asked->step==0) ){
          /* Takes a function away, or is refused. */
          return sqlite3_create_function_v2(db, name, arguments, flags, asked->own, asked->call,
              asked->step, asked->final, asked->destroy);
        }
        counter = amalgamCounterOf(name, arguments,
            asked->call ? "scalar" : asked->value ? "window" : "aggregate");
        function = counter ? sqlite3_malloc(sizeof *function) : 0;
        if( function==0 ){
          if( asked->destroy ) asked->destroy(asked->own);
          return SQLITE_NOMEM;
        }
        *function = *asked;
        function->counter = counter;
      \(window)  return sqlite3_create_function_v2(db, name, arguments, flags, function,
            asked->call ? amalgamCallOf : 0, asked->step ? amalgamStepOf : 0,
            asked->final ? amalgamFinalOf : 0, amalgamForget);
      }

      int \(base)_create_function_v2(sqlite3 *db, const char *name, int arguments, int flags, void *own,
          \(callbacks),
          void (*destroy)(void *)) {
        struct amalgamFunction asked = {0, own, call, step, final, 0, 0, destroy};
        return amalgamCreate(db, name, arguments, flags, &asked);
      }

      int \(base)_create_function(sqlite3 *db, const char *name, int arguments, int flags, void *own,
          \(callbacks)) {
        return \(base)_create_function_v2(db, name, arguments, flags, own, call, step, final, 0);
      }

      int \(base)_create_function16(sqlite3 *db, const void *name, int arguments, int flags, void *own,
          \(callbacks)) {
        const unsigned short *unit = name;
        sqlite3_str *text = sqlite3_str_new(db);
        char *plain;
        int rc;
        for(; unit && *unit; unit++){
          unsigned int c = *unit;
          if( (c & 0xfc00)==0xd800 && (unit[1] & 0xfc00)==0xdc00 ){
            c = 0x10000 + ((c & 0x3ff)<<10) + (*++unit & 0x3ff);
          }
          sqlite3_str_appendf(text, "%c", (int)c);
        }
        plain = sqlite3_str_finish(text);
        rc = plain || name==0
            ? \(base)_create_function(db, plain, arguments, flags, own, call, step, final)
            : SQLITE_NOMEM;
        sqlite3_free(plain);
        return rc;
      }

      \(createWindow)
      """
  }

  private var table: String {
    """
    /* amalgam_calls: a row for each function that extensions and the variant have registered in this
     * process. A call of an aggregate is a result, a step a row that went in or out again. */
    struct amalgamCursor {
      sqlite3_vtab_cursor base;
      struct amalgamCounter *counter;
      sqlite3_int64 row;
    };

    static int amalgamCallsConnect(sqlite3 *db, void *unused, int count, const char *const *words,
        sqlite3_vtab **made, char **message) {
      int rc = sqlite3_declare_vtab(db, "CREATE TABLE x(name TEXT, arguments INTEGER, kind TEXT, "
          "calls INTEGER, steps INTEGER, nanoseconds INTEGER)");
      (void)unused, (void)count, (void)words, (void)message;
      if( rc!=SQLITE_OK ) return rc;
      *made = sqlite3_malloc(sizeof **made);
      if( *made==0 ) return SQLITE_NOMEM;
      memset(*made, 0, sizeof **made);
      return SQLITE_OK;
    }
    static int amalgamCallsDisconnect(sqlite3_vtab *table) {
      sqlite3_free(table);
      return SQLITE_OK;
    }
    static int amalgamCallsPlan(sqlite3_vtab *table, sqlite3_index_info *info) {
      (void)table;
      info->estimatedCost = 100;
      info->estimatedRows = 100;
      return SQLITE_OK;
    }
    static int amalgamCallsOpen(sqlite3_vtab *table, sqlite3_vtab_cursor **made) {
      struct amalgamCursor *cursor = sqlite3_malloc(sizeof *cursor);
      (void)table;
      if( cursor==0 ) return SQLITE_NOMEM;
      memset(cursor, 0, sizeof *cursor);
      *made = &cursor->base;
      return SQLITE_OK;
    }
    static int amalgamCallsClose(sqlite3_vtab_cursor *cursor) {
      sqlite3_free(cursor);
      return SQLITE_OK;
    }
    static int amalgamCallsFilter(sqlite3_vtab_cursor *pointer, int number, const char *text, int count,
        sqlite3_value **values) {
      struct amalgamCursor *cursor = (struct amalgamCursor *)pointer;
      (void)number, (void)text, (void)count, (void)values;
      cursor->counter = amalgamFirstCounter();
      cursor->row = 1;
      return SQLITE_OK;
    }
    static int amalgamCallsNext(sqlite3_vtab_cursor *pointer) {
      struct amalgamCursor *cursor = (struct amalgamCursor *)pointer;
      cursor->counter = cursor->counter->next;
      cursor->row++;
      return SQLITE_OK;
    }
    static int amalgamCallsEnd(sqlite3_vtab_cursor *pointer) {
      return ((struct amalgamCursor *)pointer)->counter==0;
    }
    static int amalgamCallsColumn(sqlite3_vtab_cursor *pointer, sqlite3_context *context, int column) {
      struct amalgamCounter *counter = ((struct amalgamCursor *)pointer)->counter;
      switch( column ){
        case 0: sqlite3_result_text(context, counter->name, -1, SQLITE_STATIC); break;
        case 1: sqlite3_result_int(context, counter->arguments); break;
        case 2: sqlite3_result_text(context, counter->kind, -1, SQLITE_STATIC); break;
        case 3: sqlite3_result_int64(context, amalgamRead(counter->calls)); break;
        case 4: sqlite3_result_int64(context, amalgamRead(counter->steps)); break;
        default: sqlite3_result_int64(context, amalgamRead(counter->nanoseconds)); break;
      }
      return SQLITE_OK;
    }
    static int amalgamCallsRow(sqlite3_vtab_cursor *pointer, sqlite3_int64 *row) {
      *row = ((struct amalgamCursor *)pointer)->row;
      return SQLITE_OK;
    }
    /* There without being created, in every connection; nothing of a database holds it. */
    static const sqlite3_module amalgamCalls = {
      .xConnect = amalgamCallsConnect,
      .xBestIndex = amalgamCallsPlan,
      .xDisconnect = amalgamCallsDisconnect,
      .xOpen = amalgamCallsOpen,
      .xClose = amalgamCallsClose,
      .xFilter = amalgamCallsFilter,
      .xNext = amalgamCallsNext,
      .xEof = amalgamCallsEnd,
      .xColumn = amalgamCallsColumn,
      .xRowid = amalgamCallsRow,
    };

    """
  }
}
