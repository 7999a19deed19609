/*
** The conformance driver: runs SQL and API probes against one SQLite library.
**
**   usage: driver [--leaks] < requests > answers
**
** It only executes; a host writes the requests and judges the answers. PROTOCOL.md describes both.
** Linked with the library as a user links it, archive or shared, and run as a process of its own,
** so that a crash or a hang of the library is that of this process and names the case.
**
** Limits: a payload is at most 1 GiB, a request line 64 KiB. On macOS a library that lacks optional
** functions links with -Wl,-undefined,dynamic_lookup only.
**
** Exit status: 0 after `bye`; 23 memory was lost, where LeakSanitizer watches; 64 an unknown
** argument; 69 the library cannot be initialised;
** 70 a request is malformed or the input ends inside one; 74 the streams cannot be read or written.
*/
#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "driver.h"

#if !defined(__wasi__)
#include <pthread.h>
#include <sched.h>
#endif

enum {
  EXIT_ARGUMENT = 64,
  EXIT_LIBRARY = 69,
  EXIT_REQUEST = 70,
  EXIT_STREAM = 74,
};

#define LONGEST_LINE ((size_t)64 << 10)
#define LONGEST_PAYLOAD ((size_t)1 << 30)

/* ---- Output: buffered, written when full, when a case begins and before waiting for input ---- */

static struct {
  size_t used;
  char bytes[64 << 10];
} output;

static void flush_output(void);

/* Answers that are complete still reach the host, unless writing them is what went wrong. */
__attribute__((format(printf, 2, 3)))
static _Noreturn void die(int status, const char *format, ...) {
  if (status != EXIT_STREAM) flush_output();
  va_list arguments;
  va_start(arguments, format);
  fputs("amalgam-driver: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(status);
}

static void write_out(const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(STDOUT_FILENO, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) die(EXIT_STREAM, "cannot write the answers: %s", strerror(errno));
    bytes += written;
    count -= (size_t)written;
  }
}

static void flush_output(void) {
  size_t used = output.used;
  output.used = 0;
  write_out(output.bytes, used);
}

static void put(const void *bytes, size_t count) {
  if (count == 0) return;
  if (count > sizeof output.bytes - output.used) flush_output();
  if (count > sizeof output.bytes) {
    write_out(bytes, count);
    return;
  }
  memcpy(output.bytes + output.used, bytes, count);
  output.used += count;
}

static void put_string(const char *text) { put(text, strlen(text)); }

/* For short lines only; what has any length goes through put_string(). */
__attribute__((format(printf, 1, 2)))
static void put_format(const char *format, ...) {
  char line[128];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  if (length > 0) put(line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
}

static void put_counted(const char *head, const void *bytes, size_t count) {
  put_format("%s %zu\n", head, count);
  put(bytes, count);
  put("\n", 1);
}

static void put_row(void) { put_string("row\n"); }
static void put_integer(sqlite3_int64 value) { put_format("value i %lld\n", (long long)value); }

static void put_text(const char *text) {
  if (text) put_counted("value t", text, strlen(text));
  else put_string("value n\n");
}

static void put_ok(void) { put_string("ok\n"); }

static void put_error(int code, const char *message) {
  char head[32];
  snprintf(head, sizeof head, "error %d", code);
  put_counted(head, message, strlen(message));
}

static void put_database_error(sqlite3 *db) {
  put_error(sqlite3_extended_errcode(db), sqlite3_errmsg(db));
}

/* ---- Input ----------------------------------------------------------------------------------- */

/* Bytes start..end are read and not yet used. Grows as input comes, never on a promise of it. */
static struct {
  char *bytes;
  size_t start, end, capacity;
} input;

static void make_room(void) {
  if (input.end < input.capacity) return;
  if (input.start > input.capacity / 2) {
    memmove(input.bytes, input.bytes + input.start, input.end - input.start);
    input.end -= input.start;
    input.start = 0;
    return;
  }
  size_t capacity = input.capacity ? 2 * input.capacity : LONGEST_LINE;
  char *bytes = realloc(input.bytes, capacity);
  if (!bytes) die(EXIT_REQUEST, "no memory for a request of more than %zu bytes", input.capacity);
  input.bytes = bytes;
  input.capacity = capacity;
}

/* Reads what there is; false at the end of the input. A host may be waiting for the answers. */
static bool read_more(void) {
  flush_output();
  if (input.start == input.end) input.start = input.end = 0;
  make_room();
  for (;;) {
    ssize_t count = read(STDIN_FILENO, input.bytes + input.end, input.capacity - input.end);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) die(EXIT_STREAM, "cannot read the requests: %s", strerror(errno));
    input.end += (size_t)count;
    return count > 0;
  }
}

/* Returns the next line, valid until the next call, or null at the end of the input. */
static char *read_line(void) {
  static char copy[LONGEST_LINE];
  size_t searched = 0;
  for (;;) {
    size_t unused = input.end - input.start;
    char *line = unused ? input.bytes + input.start : NULL;
    char *newline = unused > searched ? memchr(line + searched, '\n', unused - searched) : NULL;
    if (newline) {
      size_t length = (size_t)(newline - line);
      if (length >= sizeof copy) break;
      if (memchr(line, '\0', length)) die(EXIT_REQUEST, "NUL in a request line");
      memcpy(copy, line, length);
      copy[length] = '\0';
      input.start += length + 1;
      return copy;
    }
    if (unused >= sizeof copy) break;
    searched = unused;
    if (read_more()) continue;
    if (unused > 0) die(EXIT_REQUEST, "the input ends inside a request line");
    return NULL;
  }
  die(EXIT_REQUEST, "a request line has %zu bytes or more", sizeof copy);
}

/* Returns the payload, with a NUL where its newline was; valid until the next read. */
static char *read_payload(size_t size) {
  while (input.end - input.start <= size) {
    if (!read_more()) die(EXIT_REQUEST, "the input ends inside a payload of %zu bytes", size);
  }
  char *payload = input.bytes + input.start;
  if (payload[size] != '\n') die(EXIT_REQUEST, "no newline after a payload of %zu bytes", size);
  payload[size] = '\0';
  input.start += size + 1;
  return payload;
}

/* A request taken apart: its words after the verb, and its payload with a NUL behind it. */
enum { MOST_WORDS = 3 };

struct request {
  char *word[MOST_WORDS];
  char *payload;
  size_t size;
};

static size_t parse_number(const char *text, size_t least, size_t most, const char *what) {
  size_t number = 0;
  const char *digit = text;
  for (; *digit >= '0' && *digit <= '9' && number <= most; digit++) {
    number = number * 10 + (size_t)(*digit - '0');
  }
  if (digit > text && !*digit && number >= least && number <= most) return number;
  die(EXIT_REQUEST, "the number of %s is '%.40s', not %zu to %zu", what, text, least, most);
}

static bool has_nul(const struct request *request) {
  if (!memchr(request->payload, '\0', request->size)) return false;
  put_error(SQLITE_MISUSE, "NUL in the SQL");
  return true;
}

/* ---- The library ----------------------------------------------------------------------------- */

static bool wants_leaks;
static bool default_memory_statistics;

bool counts_memory_by_default(void) { return default_memory_statistics; }

static bool counts_memory(void) {
  sqlite3_int64 before = sqlite3_memory_used();
  void *block = sqlite3_malloc(64);
  bool counted = sqlite3_memory_used() > before;
  sqlite3_free(block);
  return counted;
}

/* What a variant's registration says of an extension that failed, in the thread in which it did: the
** error code of an open says nothing of which it was. */
static _Thread_local char logged[300];

static void note_log(UNUSED void *context, UNUSED int code, const char *message) {
  static const char mark[] = "amalgam: ";
  if (strncmp(message, mark, sizeof mark - 1) != 0) return;
  snprintf(logged, sizeof logged, "%s", message + sizeof mark - 1);
}

int restart_as_asked(void) {
  sqlite3_shutdown();
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, (int)(wants_leaks || default_memory_statistics));
  return sqlite3_initialize();
}

static void start_library(void) {
  sqlite3_config(SQLITE_CONFIG_LOG, note_log, NULL);
  int code = sqlite3_initialize();
  default_memory_statistics = code == SQLITE_OK && counts_memory();
  if (code == SQLITE_OK && wants_leaks) code = restart_as_asked();
  if (code != SQLITE_OK) die(EXIT_LIBRARY, "sqlite3_initialize() answers %d", code);
}

int open_database(const char *name, int flags, sqlite3 **db) {
  return sqlite3_open_v2(name, db, flags | SQLITE_OPEN_READWRITE, NULL);
}

/* ---- Connections ----------------------------------------------------------------------------- */

struct connection {
  struct connection *next;
  sqlite3 *db;
  char name[];
};

static struct connection *connections;

bool can_restart(void) { return connections == NULL; }

static struct connection **find_connection(const char *name) {
  struct connection **link = &connections;
  while (*link && strcmp((*link)->name, name) != 0) link = &(*link)->next;
  return link;
}

/* Returns the open connection `name`, or null after answering the error. */
static sqlite3 *connection_named(const char *name) {
  struct connection *found = *find_connection(name);
  if (!found) put_error(SQLITE_MISUSE, "no such connection is open");
  return found ? found->db : NULL;
}

static void add_connection(const char *name, sqlite3 *db) {
  struct connection *added = malloc(sizeof *added + strlen(name) + 1);
  if (!added) die(EXIT_REQUEST, "no memory for a connection");
  strcpy(added->name, name);
  added->db = db;
  added->next = connections;
  connections = added;
}

static void run_open(struct request *request) {
  const char *name = request->word[0];
  const char *kind = request->word[1];
  const char *path = request->word[2];
  bool in_memory = strcmp(kind, "memory") == 0;
  bool with_log = strcmp(kind, "wal") == 0;
  if (*find_connection(name)) {
    put_error(SQLITE_MISUSE, "that connection is open already");
    return;
  }
  if (!in_memory && !with_log && strcmp(kind, "file") != 0) {
    put_error(SQLITE_MISUSE, "the kind of a database is memory, file or wal");
    return;
  }
  sqlite3 *db = NULL;
  logged[0] = '\0';
  if (open_database(in_memory ? ":memory:" : path, SQLITE_OPEN_CREATE, &db) != SQLITE_OK) {
    if (logged[0]) put_error(sqlite3_extended_errcode(db), logged);
    else put_database_error(db);
  } else if (!with_log || yields(db, "PRAGMA journal_mode=wal", "wal")) {
    add_connection(name, db);
    put_ok();
    return;
  } else if (sqlite3_errcode(db) != SQLITE_OK && sqlite3_errcode(db) < SQLITE_ROW) {
    put_database_error(db);
  } else {
    put_error(SQLITE_ERROR, "the database does not change to a write-ahead log");
  }
  sqlite3_close(db);
}

static void run_close(struct request *request) {
  struct connection **link = find_connection(request->word[0]);
  sqlite3 *db = connection_named(request->word[0]);
  if (!db) return;
  if (sqlite3_close(db) != SQLITE_OK) {
    put_database_error(db);
    return;
  }
  struct connection *closed = *link;
  *link = closed->next;
  free(closed);
  put_ok();
}

/* The function by which the library registers extensions where they are asked for: its name has the
** variant's in it, so whoever compiles the driver for one gives it. */
#if defined(AMALGAM_REGISTER)
extern int AMALGAM_REGISTER(sqlite3 *, const char *) OPTIONAL;
#define REGISTER_NAME_(name) #name
#define REGISTER_NAME(name) REGISTER_NAME_(name)
#endif

static void run_register(struct request *request) {
  sqlite3 *db = connection_named(request->word[0]);
  if (!db) return;
#if defined(AMALGAM_REGISTER)
  if (!AMALGAM_REGISTER) {
    put_error(SQLITE_NOTFOUND, "the library has no " REGISTER_NAME(AMALGAM_REGISTER) "()");
    return;
  }
  logged[0] = '\0';
  int code = AMALGAM_REGISTER(db, request->word[1]);
  if (code == SQLITE_OK) put_ok();
  else put_error(code, logged[0] ? logged : sqlite3_errstr(code));
#else
  put_error(SQLITE_NOTFOUND, "the library registers nothing on demand");
#endif
}

static void close_all(void) {
  while (connections) {
    struct connection *closed = connections;
    connections = closed->next;
    sqlite3_close(closed->db);
    free(closed);
  }
}

/* ---- Statements ------------------------------------------------------------------------------ */

/* Sends a column; false when there was no memory to convert it. */
static bool put_column(sqlite3_stmt *statement, int column) {
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
      put_integer(sqlite3_column_int64(statement, column));
      return true;
    case SQLITE_FLOAT:
      put_format("value r %.17g\n", sqlite3_column_double(statement, column));
      return true;
    case SQLITE_NULL:
      put_string("value n\n");
      return true;
  }
  bool is_blob = sqlite3_column_type(statement, column) == SQLITE_BLOB;
  const void *bytes = is_blob ? sqlite3_column_blob(statement, column)
                              : sqlite3_column_text(statement, column);
  size_t count = (size_t)sqlite3_column_bytes(statement, column);
  if (!bytes && (count > 0 || !is_blob)) return false;
  put_counted(is_blob ? "value b" : "value t", bytes, count);
  return true;
}

/* Runs a statement to its end. Of each row the columns from `first` on are sent. */
static int send_rows(sqlite3_stmt *statement, int first) {
  int code;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    put_row();
    int count = sqlite3_data_count(statement);
    for (int column = first; column < count; column++) {
      if (!put_column(statement, column)) return SQLITE_NOMEM;
    }
  }
  return code;
}

/* Runs every statement of `sql`, `size` bytes with a NUL behind them, and answers. */
static void send_statements(sqlite3 *db, const char *sql, size_t size) {
  const char *end = sql + size;
  while (sql < end) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, sql, (int)(end - sql) + 1, &statement, &sql);
    if (code == SQLITE_OK && statement) code = send_rows(statement, 0);
    bool done = code == SQLITE_OK || code == SQLITE_DONE;
    if (!done) put_database_error(db);
    sqlite3_finalize(statement);
    if (!done) return;
  }
  put_ok();
}

static void run_sql(struct request *request) {
  sqlite3 *db = connection_named(request->word[1]);
  if (db && !has_nul(request)) send_statements(db, request->payload, request->size);
}

/* Whether nothing but blanks and comments is left. */
static bool is_empty_sql(sqlite3 *db, const char *sql) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
  sqlite3_finalize(statement);
  return code == SQLITE_OK && !statement;
}

static void send_plan(sqlite3 *db, const char *explain) {
  enum { DETAIL = 3 };
  sqlite3_stmt *statement = NULL;
  const char *tail = NULL;
  if (sqlite3_prepare_v2(db, explain, -1, &statement, &tail) != SQLITE_OK) {
    put_database_error(db);
  } else if (!statement || !is_empty_sql(db, tail)) {
    put_error(SQLITE_MISUSE, "a plan is asked of one statement");
  } else if (send_rows(statement, DETAIL) != SQLITE_DONE) {
    put_database_error(db);
  } else {
    put_ok();
  }
  sqlite3_finalize(statement);
}

static void run_plan(struct request *request) {
  static const char explain[] = "EXPLAIN QUERY PLAN ";
  sqlite3 *db = connection_named(request->word[1]);
  if (!db || has_nul(request)) return;
  char *sql = malloc(sizeof explain + request->size);
  if (!sql) die(EXIT_REQUEST, "no memory for a statement of %zu bytes", request->size);
  memcpy(sql, explain, sizeof explain - 1);
  memcpy(sql + sizeof explain - 1, request->payload, request->size + 1);
  send_plan(db, sql);
  free(sql);
}

static void run_probe_request(struct request *request) {
  static struct scene scene;
  run_probe(request->word[1], &scene);
  if (scene.failure[0]) {
    put_error(SQLITE_ERROR, scene.failure);
    return;
  }
  put_row();
  if (scene.text[0]) put_text(scene.text);
  else put_integer(scene.value);
  put_ok();
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static void list_version(UNUSED sqlite3 *db) {
  put_row();
  put_text(sqlite3_libversion());
  put_text(sqlite3_sourceid());
  put_integer(sqlite3_libversion_number());
  put_ok();
}

static void list_options(UNUSED sqlite3 *db) {
  if (!sqlite3_compileoption_get) {
    put_error(SQLITE_ERROR, "the library has no sqlite3_compileoption_get()");
    return;
  }
  const char *option;
  for (int n = 0; (option = (sqlite3_compileoption_get)(n)) != NULL; n++) {
    put_row();
    put_text(option);
  }
  put_ok();
}

static void list_limits(sqlite3 *db) {
  for (const struct named_id *limit = limits; limit->name; limit++) {
    int value = sqlite3_limit(db, limit->id, -1);
    if (value < 0) continue;
    put_row();
    put_text(limit->name);
    put_integer(value);
  }
  put_ok();
}

/* Some modules come into being when first used: the pragmas', and in newer releases JSON's. */
static void list_modules(sqlite3 *db) {
  static const char list[] =
    "SELECT name FROM pragma_module_list WHERE substr(name, 1, 7) <> 'pragma_' ORDER BY 1";
  static const char *const late[] = {
    "SELECT 1 FROM json_each('[]')", "SELECT 1 FROM json_tree('[]')",
    "SELECT 1 FROM jsonb_each('[]')", "SELECT 1 FROM jsonb_tree('[]')",
  };
  for (size_t i = 0; i < sizeof late / sizeof late[0]; i++) {
    sqlite3_exec(db, late[i], NULL, NULL, NULL);
  }
  send_statements(db, list, sizeof list - 1);
}

/* FTS5 has no list of its tokenizers; only its use tells. The last is an extension of ours. */
static void list_tokenizers(sqlite3 *db) {
  static const char *const names[] = {"ascii", "porter", "trigram", "unicode61", "cjk"};
  if (sqlite3_exec(db, "CREATE VIRTUAL TABLE plain USING fts5(x)", NULL, NULL, NULL) != SQLITE_OK) {
    put_database_error(db);
    return;
  }
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char sql[120];
    snprintf(sql, sizeof sql, "CREATE VIRTUAL TABLE \"%s\" USING fts5(x, tokenize=%s)", names[i],
             names[i]);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) continue;
    put_row();
    put_text(names[i]);
  }
  put_ok();
}

/* Lists by SQL use the table-valued functions: an unknown PRAGMA is no error and has no rows. */
static const struct {
  const char *name;
  bool connects; /* the others answer also where no connection can be opened */
  void (*list)(sqlite3 *db);
  const char *sql;
} lists[] = {
  {"version", false, list_version, NULL},
  {"options", false, list_options, NULL},
  {"functions", true, NULL,
   "SELECT name, builtin, type, enc, narg, flags FROM pragma_function_list ORDER BY 1, 5, 3, 4"},
  {"modules", true, list_modules, NULL},
  {"collations", true, NULL, "SELECT name FROM pragma_collation_list ORDER BY 1"},
  {"tokenizers", true, list_tokenizers, NULL},
  {"pragmas", true, NULL, "SELECT name FROM pragma_pragma_list ORDER BY 1"},
  {"limits", true, list_limits, NULL},
  {"manifest", true, NULL, "SELECT amalgam_manifest()"},
};

static void run_list(struct request *request) {
  size_t i = 0;
  size_t count = sizeof lists / sizeof *lists;
  while (i < count && strcmp(lists[i].name, request->word[0]) != 0) i++;
  if (i == count) {
    put_error(SQLITE_ERROR, "no such list");
    return;
  }
  sqlite3 *db = NULL;
  int code = SQLITE_OK;
  if (lists[i].connects) code = open_database(":memory:", SQLITE_OPEN_CREATE, &db);
  if (code != SQLITE_OK) put_database_error(db);
  else if (lists[i].list) lists[i].list(db);
  else send_statements(db, lists[i].sql, strlen(lists[i].sql));
  sqlite3_close(db);
}

/* ---- Threads, and a pool of connections opened at once --------------------------------------- */

#if defined(__wasi__)

bool run_threads(size_t count, void (*work)(void *argument), void *arguments, size_t size) {
  for (size_t i = 0; i < count; i++) work((char *)arguments + i * size);
  return true;
}

#else

struct worker {
  pthread_t thread;
  void (*work)(void *argument);
  void *argument;
  atomic_bool *start;
};

/* Spins, because a race at the first open needs the threads within microseconds of each other. */
static void *wait_and_work(void *argument) {
  struct worker *worker = argument;
  while (!atomic_load(worker->start)) sched_yield();
  worker->work(worker->argument);
  return NULL;
}

bool run_threads(size_t count, void (*work)(void *argument), void *arguments, size_t size) {
  struct worker workers[MOST_THREADS];
  atomic_bool start = false;
  size_t started = 0;
  for (; started < count; started++) {
    struct worker *worker = &workers[started];
    worker->work = work;
    worker->argument = (char *)arguments + started * size;
    worker->start = &start;
    if (pthread_create(&worker->thread, NULL, wait_and_work, worker) != 0) break;
  }
  atomic_store(&start, true);
  for (size_t i = 0; i < started; i++) pthread_join(workers[i].thread, NULL);
  return started == count;
}

#endif

struct opener {
  const char *sql;
  bool failed;
  char message[200];
};

static void open_and_run(void *argument) {
  struct opener *opener = argument;
  sqlite3 *db = NULL;
  logged[0] = '\0';
  int code = sqlite3_initialize();
  if (code == SQLITE_OK) code = open_database(":memory:", SQLITE_OPEN_CREATE, &db);
  if (code == SQLITE_OK) code = sqlite3_exec(db, opener->sql, NULL, NULL, NULL);
  opener->failed = code != SQLITE_OK;
  if (opener->failed) {
    const char *message = db ? sqlite3_errmsg(db) : sqlite3_errstr(code);
    snprintf(opener->message, sizeof opener->message, "%s", logged[0] ? logged : message);
  }
  sqlite3_close(db);
}

/* A round begins with the library shut down, where it can be: only first opens can race. */
static void run_pool(struct request *request) {
  static struct opener openers[MOST_THREADS];
  size_t threads = parse_number(request->word[0], 1, MOST_THREADS, "threads");
  size_t rounds = parse_number(request->word[1], 1, 1000000, "opens");
  if (has_nul(request)) return;
  if (sqlite3_threadsafe() == 0) {
    rounds *= threads;
    threads = 1;
  }
  sqlite3_int64 failures = 0;
  char message[sizeof openers->message] = "";
  bool complete = true;
  for (size_t round = 0; round < rounds && complete; round++) {
    if (can_restart()) sqlite3_shutdown();
    for (size_t i = 0; i < threads; i++) openers[i] = (struct opener){.sql = request->payload};
    complete = run_threads(threads, open_and_run, openers, sizeof *openers);
    for (size_t i = 0; i < threads; i++) {
      if (openers[i].failed && failures++ == 0) memcpy(message, openers[i].message, sizeof message);
    }
  }
  sqlite3_initialize();
  if (!complete) {
    put_error(SQLITE_ERROR, "a thread could not be started");
    return;
  }
  put_row();
  put_integer(failures);
  put_text(failures ? message : NULL);
  put_ok();
}

/* ---- Requests -------------------------------------------------------------------------------- */

enum last_word { PLAIN, TO_LINE_END, PAYLOAD_SIZE };

static const struct verb {
  const char *name;
  int words; /* after the verb; a payload's size is the last */
  enum last_word last;
  bool has_case; /* the first word names the case */
  void (*run)(struct request *request);
} verbs[] = {
  {"open", 3, TO_LINE_END, false, run_open},
  {"sql", 3, PAYLOAD_SIZE, true, run_sql},
  {"plan", 3, PAYLOAD_SIZE, true, run_plan},
  {"close", 1, PLAIN, false, run_close},
  {"register", 2, PLAIN, false, run_register},
  {"probe", 2, PLAIN, true, run_probe_request},
  {"list", 1, PLAIN, false, run_list},
  {"pool", 3, PAYLOAD_SIZE, false, run_pool},
};

/* Splits the next word off; the words of a line are parted by one space. */
static char *next_word(char **rest) {
  char *word = *rest;
  if (!word || !*word || *word == ' ') return NULL;
  char *space = strchr(word, ' ');
  if (space) *space++ = '\0';
  *rest = space;
  return word;
}

static char *line_end(char **rest) {
  char *word = *rest;
  *rest = NULL;
  return word && *word ? word : NULL;
}

static const struct verb *verb_named(const char *name) {
  for (size_t i = 0; name && i < sizeof verbs / sizeof *verbs; i++) {
    if (strcmp(verbs[i].name, name) == 0) return &verbs[i];
  }
  die(EXIT_REQUEST, "unknown request '%.40s'", name ? name : "");
}

static void parse_words(const struct verb *verb, char *rest, struct request *request) {
  for (int i = 0; i < verb->words; i++) {
    bool takes_rest = verb->last == TO_LINE_END && i == verb->words - 1;
    request->word[i] = takes_rest ? line_end(&rest) : next_word(&rest);
    if (!request->word[i]) die(EXIT_REQUEST, "'%s' wants %d words", verb->name, verb->words);
  }
  if (rest) die(EXIT_REQUEST, "'%s' wants %d words and has more", verb->name, verb->words);
}

/*
** With LeakSanitizer in the program: ends it, after its report, when memory was lost since the last
** call, so that the answer has no `end` and names the case. Blocks that a connection holds are not
** lost.
*/
extern int __lsan_do_recoverable_leak_check(void) OPTIONAL;

static void stop_at_leak(void) {
  enum { EXIT_LEAK = 23 };
  if (__lsan_do_recoverable_leak_check && __lsan_do_recoverable_leak_check()) _exit(EXIT_LEAK);
}

static void answer_request(char *line) {
  struct request request = {0};
  char *rest = line;
  const struct verb *verb = verb_named(next_word(&rest));
  parse_words(verb, rest, &request);
  if (verb->last == PAYLOAD_SIZE) {
    const char *size = request.word[verb->words - 1];
    request.size = parse_number(size, 0, LONGEST_PAYLOAD, "bytes of the payload");
    request.payload = read_payload(request.size);
  }
  put_string("begin ");
  put_string(verb->has_case ? request.word[0] : verb->name);
  put_string("\n");
  flush_output();
  verb->run(&request);
  if (verb->run == run_sql) stop_at_leak();
  put_string("end\n");
}

int main(int count, char **arguments) {
  for (int i = 1; i < count; i++) {
    wants_leaks = strcmp(arguments[i], "--leaks") == 0;
    if (!wants_leaks) die(EXIT_ARGUMENT, "unknown argument '%s'", arguments[i]);
  }
  put_format("amalgam-driver 1 %s ", sqlite3_libversion());
  put_string(sqlite3_sourceid());
  put_string("\n");
  flush_output();
  start_library();
  for (char *line; (line = read_line()) != NULL;) answer_request(line);
  close_all();
  bool knows_leaks = counts_memory();
  sqlite3_shutdown();
  put_format("bye %lld\n", knows_leaks ? (long long)sqlite3_memory_used() : -1LL);
  flush_output();
  free(input.bytes);
  return 0;
}
