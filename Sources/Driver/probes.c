/*
** The C API probes: each calls a function and looks at what it does, because neither a reported
** option nor an exported name says that the code behind it is there and works.
**
** A probe answers 1 or 0 for an option that is on or off, the effective value where an option has
** one, and an error when it could not be carried out. PROTOCOL.md lists them.
*/
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "driver.h"

/* ---- API that a variant may lack, and what headers of older releases do not declare ---------- */

#define MAYBE(function) extern __typeof__(function) function OPTIONAL

MAYBE(sqlite3_blob_close); MAYBE(sqlite3_blob_open); MAYBE(sqlite3_blob_read);
MAYBE(sqlite3_blob_write); MAYBE(sqlite3_column_database_name); MAYBE(sqlite3_column_decltype);
MAYBE(sqlite3_column_origin_name); MAYBE(sqlite3_column_table_name); MAYBE(sqlite3_column_text16);
MAYBE(sqlite3_complete); MAYBE(sqlite3_deserialize); MAYBE(sqlite3_enable_load_extension);
MAYBE(sqlite3_free_table); MAYBE(sqlite3_get_table); MAYBE(sqlite3_load_extension);
MAYBE(sqlite3_mutex_alloc); MAYBE(sqlite3_mutex_enter); MAYBE(sqlite3_mutex_free);
MAYBE(sqlite3_mutex_leave); MAYBE(sqlite3_mutex_try); MAYBE(sqlite3_prepare16_v2);
MAYBE(sqlite3_progress_handler); MAYBE(sqlite3_rtree_query_callback); MAYBE(sqlite3_serialize);
MAYBE(sqlite3_set_authorizer); MAYBE(sqlite3_snapshot_free); MAYBE(sqlite3_snapshot_get);
MAYBE(sqlite3_snapshot_open); MAYBE(sqlite3_stmt_scanstatus); MAYBE(sqlite3_trace_v2);
MAYBE(sqlite3_unlock_notify);

typedef struct sqlite3_session sqlite3_session;
typedef struct sqlite3_changeset_iter sqlite3_changeset_iter;
typedef struct sqlite3rbu sqlite3rbu;

extern int sqlite3_carray_bind(sqlite3_stmt *, int, void *, int, int, void (*)(void *)) OPTIONAL;
extern const char *sqlite3_normalized_sql(sqlite3_stmt *) OPTIONAL;
extern void *sqlite3_preupdate_hook(
  sqlite3 *,
  void (*)(void *, sqlite3 *, int, char const *, char const *, sqlite3_int64, sqlite3_int64),
  void *
) OPTIONAL;
extern int sqlite3_preupdate_old(sqlite3 *, int, sqlite3_value **) OPTIONAL;
extern int sqlite3_transfer_bindings(sqlite3_stmt *, sqlite3_stmt *) OPTIONAL;
extern int sqlite3changeset_apply(
  sqlite3 *, int, void *, int (*)(void *, const char *),
  int (*)(void *, int, sqlite3_changeset_iter *), void *
) OPTIONAL;
extern int sqlite3rbu_close(sqlite3rbu *, char **) OPTIONAL;
extern sqlite3rbu *sqlite3rbu_open(const char *, const char *, const char *) OPTIONAL;
extern int sqlite3rbu_step(sqlite3rbu *) OPTIONAL;
extern int sqlite3session_attach(sqlite3_session *, const char *) OPTIONAL;
extern int sqlite3session_changeset(sqlite3_session *, int *, void **) OPTIONAL;
extern int sqlite3session_create(sqlite3 *, const char *, sqlite3_session **) OPTIONAL;
extern void sqlite3session_delete(sqlite3_session *) OPTIONAL;

enum { CARRAY_OF_INT64 = 1, LIMIT_PARSER_DEPTH = 12, DBCONFIG_STMT_SCANSTATUS = 1018 };

/* ---- What the probes are made of ------------------------------------------------------------- */

static sqlite3_int64 fail(struct scene *at, const char *why) {
  snprintf(at->failure, sizeof at->failure, "%s", why);
  return 0;
}

static bool run(sqlite3 *db, const char *sql) {
  return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static sqlite3_stmt *prepared(sqlite3 *db, const char *sql) {
  sqlite3_stmt *statement = NULL;
  sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
  return statement;
}

static bool is_text(const void *found, const char *expected) {
  return found && strcmp(found, expected) == 0;
}

bool yields(sqlite3 *db, const char *sql, const char *expected) {
  sqlite3_stmt *statement = prepared(db, sql);
  bool equal = statement && sqlite3_step(statement) == SQLITE_ROW
      && is_text(sqlite3_column_text(statement, 0), expected);
  sqlite3_finalize(statement);
  return equal;
}

static sqlite3 *opened(const char *name, int flags) {
  sqlite3 *db = NULL;
  if (open_database(name, flags, &db) == SQLITE_OK) return db;
  sqlite3_close(db);
  return NULL;
}

static sqlite3 *opened_in_memory(void) { return opened(":memory:", SQLITE_OPEN_CREATE); }

static bool make_file(const char *path, const char *sql) {
  sqlite3 *db = opened(path, SQLITE_OPEN_CREATE);
  bool made = db && run(db, sql);
  sqlite3_close(db);
  return made;
}

/* ---- Functions that options add or remove; the table below names one that has to be there ---- */

static int deny(
  UNUSED void *context, UNUSED int action, UNUSED const char *first, UNUSED const char *second,
  UNUSED const char *schema, UNUSED const char *trigger
) {
  return SQLITE_DENY;
}

static sqlite3_int64 authorizer_can_deny(struct scene *at) {
  sqlite3_set_authorizer(at->db, deny, NULL);
  return sqlite3_exec(at->db, "SELECT 1", NULL, NULL, NULL) == SQLITE_AUTH;
}

static sqlite3_int64 carray_is_bound(struct scene *at) {
  sqlite3_int64 values[] = {3, 4};
  sqlite3_stmt *statement = prepared(at->db, "SELECT sum(value) FROM carray(?1)");
  bool on = statement
      && sqlite3_carray_bind(statement, 1, values, 2, CARRAY_OF_INT64, SQLITE_STATIC) == SQLITE_OK
      && sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_int(statement, 0) == 7;
  sqlite3_finalize(statement);
  return on;
}

/* The first value that `sql` yields with `array` bound as the pointer that carray() takes; -1 for none. */
static sqlite3_int64 of_array(sqlite3 *db, const char *sql, void *array) {
  sqlite3_stmt *statement = prepared(db, sql);
  sqlite3_int64 value = -1;
  if (statement && sqlite3_bind_pointer(statement, 1, array, "carray", NULL) == SQLITE_OK
      && sqlite3_step(statement) == SQLITE_ROW) {
    value = sqlite3_column_int64(statement, 0);
  }
  sqlite3_finalize(statement);
  return value;
}

/* Of a connection that has carray() only where it asks there is nothing to say. */
static sqlite3_int64 carray_reads_each_type(struct scene *at) {
  int small[] = {3, 4, 5};
  sqlite3_int64 large[] = {1LL << 40, 1};
  double real[] = {0.5, 2.5};
  const char *text[] = {"abc", "de", ""};
  if (!run(at->db, "SELECT 1 FROM carray(NULL, 0)")) return 1;
  if (of_array(at->db, "SELECT sum(value) FROM carray(?1, 3)", small) != 12
      || of_array(at->db, "SELECT sum(value) FROM carray(?1, 2, 'int32')", small) != 7) {
    return fail(at, "not the sum of an array of 32 bits each");
  }
  if (of_array(at->db, "SELECT sum(value) FROM carray(?1, 2, 'int64')", large) != (1LL << 40) + 1) {
    return fail(at, "not the sum of an array of 64 bits each");
  }
  if (of_array(at->db, "SELECT sum(value) FROM carray(?1, 2, 'double')", real) != 3) {
    return fail(at, "not the sum of an array of real numbers");
  }
  if (of_array(at->db, "SELECT sum(length(value)) FROM carray(?1, 3, 'char*')", text) != 5) {
    return fail(at, "not the texts of an array");
  }
  return 1;
}

static sqlite3_int64 column_origin_is_known(struct scene *at) {
  run(at->db, "CREATE TABLE t(a)");
  sqlite3_stmt *statement = prepared(at->db, "SELECT a AS b FROM t AS u");
  bool on = statement && is_text(sqlite3_column_database_name(statement, 0), "main")
      && is_text(sqlite3_column_table_name(statement, 0), "t")
      && is_text(sqlite3_column_origin_name(statement, 0), "a");
  sqlite3_finalize(statement);
  return on;
}

static sqlite3_int64 column_type_is_known(struct scene *at) {
  run(at->db, "CREATE TABLE t(a VARCHAR(9))");
  sqlite3_stmt *statement = prepared(at->db, "SELECT a FROM t");
  bool on = statement && is_text(sqlite3_column_decltype(statement, 0), "VARCHAR(9)");
  sqlite3_finalize(statement);
  return on;
}

static sqlite3_int64 options_are_listed(UNUSED struct scene *at) {
  return (sqlite3_compileoption_get)(0) != NULL;
}

static sqlite3_int64 complete_tells(UNUSED struct scene *at) {
  return sqlite3_complete("SELECT 1;") == 1 && sqlite3_complete("SELECT 1") == 0;
}

static sqlite3_int64 bindings_are_transferred(struct scene *at) {
  sqlite3_stmt *from = prepared(at->db, "SELECT ?1");
  sqlite3_stmt *to = prepared(at->db, "SELECT ?1");
  sqlite3_bind_int(from, 1, 7);
  bool on = sqlite3_transfer_bindings(from, to) == SQLITE_OK
      && sqlite3_step(to) == SQLITE_ROW && sqlite3_column_int(to, 0) == 7;
  sqlite3_finalize(from);
  sqlite3_finalize(to);
  return on;
}

static sqlite3_int64 image_is_made(struct scene *at) {
  sqlite3_int64 size = 0;
  run(at->db, "CREATE TABLE t(a)");
  unsigned char *image = sqlite3_serialize(at->db, "main", &size, 0);
  bool on = image && size >= 512 && memcmp(image, "SQLite format 3", 16) == 0;
  sqlite3_free(image);
  return on;
}

static sqlite3_int64 image_is_read(struct scene *at) {
  sqlite3_int64 size = 0;
  run(at->db, "CREATE TABLE t(a); INSERT INTO t VALUES('carried')");
  unsigned char *image = sqlite3_serialize(at->db, "main", &size, 0);
  sqlite3 *db = opened_in_memory();
  unsigned flags = SQLITE_DESERIALIZE_READONLY;
  bool on = image && sqlite3_deserialize(db, "main", image, size, size, flags) == SQLITE_OK
      && yields(db, "SELECT a FROM t", "carried");
  sqlite3_close(db);
  sqlite3_free(image);
  return on;
}

static sqlite3_int64 table_is_got(struct scene *at) {
  char **table = NULL;
  int rows = 0, columns = 0;
  bool on = sqlite3_get_table(at->db, "SELECT 7 AS a", &table, &rows, &columns, NULL) == SQLITE_OK
      && rows == 1 && columns == 1 && is_text(table[0], "a") && is_text(table[1], "7");
  sqlite3_free_table(table);
  return on;
}

static sqlite3_int64 blob_is_edited(struct scene *at) {
  sqlite3_blob *blob = NULL;
  char byte = 0;
  bool on = run(at->db, "CREATE TABLE t(a); INSERT INTO t VALUES('ABC')")
      && sqlite3_blob_open(at->db, "main", "t", "a", 1, 1, &blob) == SQLITE_OK
      && sqlite3_blob_write(blob, "Z", 1, 1) == SQLITE_OK
      && sqlite3_blob_read(blob, &byte, 1, 2) == SQLITE_OK && byte == 'C';
  sqlite3_blob_close(blob);
  return on && yields(at->db, "SELECT a FROM t", "AZC");
}

/* A library that can load says of a file which is not there something else than that it may not. */
static sqlite3_int64 extension_is_looked_for(struct scene *at) {
  char *message = NULL;
  sqlite3_enable_load_extension(at->db, 1);
  int code = sqlite3_load_extension(at->db, "/amalgam/no/such/extension", NULL, &message);
  bool on = code == SQLITE_ERROR && message && !is_text(message, "not authorized");
  sqlite3_free(message);
  return on;
}

static sqlite3_int64 sql_is_normalized(struct scene *at) {
  sqlite3_stmt *statement = NULL;
  sqlite3_prepare_v3(at->db, "SELECT 4711", -1, SQLITE_PREPARE_NORMALIZE, &statement, NULL);
  const char *normal = sqlite3_normalized_sql(statement);
  bool on = normal && strchr(normal, '?') && !strstr(normal, "4711");
  sqlite3_finalize(statement);
  return on;
}

static void note_old_value(
  void *seen, sqlite3 *db, UNUSED int operation, UNUSED const char *schema,
  UNUSED const char *table, UNUSED sqlite3_int64 old_rowid, UNUSED sqlite3_int64 new_rowid
) {
  sqlite3_value *value = NULL;
  if (sqlite3_preupdate_old(db, 0, &value) == SQLITE_OK) *(int *)seen = sqlite3_value_int(value);
}

static sqlite3_int64 old_value_is_seen(struct scene *at) {
  int seen = 0;
  run(at->db, "CREATE TABLE t(a); INSERT INTO t VALUES(7)");
  sqlite3_preupdate_hook(at->db, note_old_value, &seen);
  run(at->db, "UPDATE t SET a = 8");
  return seen == 7;
}

static int interrupt(void *called) { return *(bool *)called = true; }

static sqlite3_int64 progress_is_called(struct scene *at) {
  bool called = false;
  sqlite3_progress_handler(at->db, 1, interrupt, &called);
  return !run(at->db, "SELECT 1") && called;
}

static sqlite3_int64 update_is_carried_by_rbu(struct scene *at) {
  char target[440], update[440];
  snprintf(target, sizeof target, "%s-target", at->path);
  snprintf(update, sizeof update, "%s-update", at->path);
  if (!make_file(target, "CREATE TABLE t(a INTEGER PRIMARY KEY, b)")
      || !make_file(update, "CREATE TABLE data_t(a, b, rbu_control);"
                            "INSERT INTO data_t VALUES(1, 'carried', 0)")) {
    return fail(at, "cannot write databases to probe in");
  }
  sqlite3rbu *updater = sqlite3rbu_open(target, update, NULL);
  while (sqlite3rbu_step(updater) == SQLITE_OK) {}
  bool done = sqlite3rbu_close(updater, NULL) == SQLITE_DONE;
  sqlite3 *db = opened(target, 0);
  bool on = done && yields(db, "SELECT b FROM t", "carried");
  sqlite3_close(db);
  return on;
}

static int within(sqlite3_rtree_query_info *info) {
  info->eWithin = FULLY_WITHIN;
  info->rScore = 0;
  *(bool *)info->pContext = true;
  return SQLITE_OK;
}

static sqlite3_int64 rtree_calls_back(struct scene *at) {
  bool called = false;
  sqlite3_rtree_query_callback(at->db, "within", within, &called, NULL);
  return run(at->db, "CREATE VIRTUAL TABLE r USING rtree(id, x, y); INSERT INTO r VALUES(7, 1, 2)")
      && yields(at->db, "SELECT id FROM r WHERE id MATCH within()", "7") && called;
}

static sqlite3_int64 loops_are_counted(struct scene *at) {
  sqlite3_int64 visits = 0;
  sqlite3_db_config(at->db, DBCONFIG_STMT_SCANSTATUS, 1, (int *)NULL);
  run(at->db, "CREATE TABLE t(a); INSERT INTO t VALUES(1), (2)");
  sqlite3_stmt *statement = prepared(at->db, "SELECT a FROM t");
  while (sqlite3_step(statement) == SQLITE_ROW) {}
  if (statement) sqlite3_stmt_scanstatus(statement, 0, SQLITE_SCANSTAT_NVISIT, &visits);
  sqlite3_finalize(statement);
  return visits == 2;
}

static int omit(UNUSED void *context, UNUSED int reason, UNUSED sqlite3_changeset_iter *change) {
  return 0;
}

static sqlite3_int64 changeset_is_carried(struct scene *at) {
  static const char table[] = "CREATE TABLE t(a INTEGER PRIMARY KEY, b)";
  sqlite3 *replica = opened_in_memory();
  sqlite3_session *recorder = NULL;
  void *changes = NULL;
  int size = 0;
  bool on = run(at->db, table) && run(replica, table)
      && sqlite3session_create(at->db, "main", &recorder) == SQLITE_OK
      && sqlite3session_attach(recorder, NULL) == SQLITE_OK
      && run(at->db, "INSERT INTO t VALUES(1, 'carried')")
      && sqlite3session_changeset(recorder, &size, &changes) == SQLITE_OK
      && sqlite3changeset_apply(replica, size, changes, NULL, omit, NULL) == SQLITE_OK
      && yields(replica, "SELECT b FROM t", "carried");
  if (recorder) sqlite3session_delete(recorder);
  sqlite3_free(changes);
  sqlite3_close(replica);
  return on;
}

static sqlite3_int64 snapshot_is_reopened(struct scene *at) {
  sqlite3 *reader = opened(at->path, 0);
  sqlite3_snapshot *old = NULL;
  bool on = run(at->db, "PRAGMA journal_mode=wal; CREATE TABLE t(a); INSERT INTO t VALUES(1)")
      && run(reader, "BEGIN; SELECT * FROM t")
      && sqlite3_snapshot_get(reader, "main", &old) == SQLITE_OK
      && run(reader, "COMMIT") && run(at->db, "INSERT INTO t VALUES(2)") && run(reader, "BEGIN")
      && sqlite3_snapshot_open(reader, "main", old) == SQLITE_OK
      && yields(reader, "SELECT count(*) FROM t", "1");
  if (old) sqlite3_snapshot_free(old);
  sqlite3_close(reader);
  return on;
}

static int note(UNUSED unsigned event, void *seen, UNUSED void *statement, UNUSED void *detail) {
  *(bool *)seen = true;
  return 0;
}

static sqlite3_int64 statement_is_traced(struct scene *at) {
  bool seen = false;
  sqlite3_trace_v2(at->db, SQLITE_TRACE_STMT, note, &seen);
  run(at->db, "SELECT 1");
  return seen;
}

static void note_unlock(void **seen, int count) {
  for (int i = 0; i < count; i++) *(bool *)seen[i] = true;
}

/* Nothing is locked, so the callback is called at once. */
static sqlite3_int64 unlock_is_notified(struct scene *at) {
  bool seen = false;
  return sqlite3_unlock_notify(at->db, note_unlock, &seen) == SQLITE_OK && seen;
}

static sqlite3_int64 utf16_is_read_and_given(struct scene *at) {
  sqlite3_stmt *statement = NULL;
  sqlite3_prepare16_v2(at->db, u"SELECT '\u20ac'", -1, &statement, NULL);
  bool on = sqlite3_step(statement) == SQLITE_ROW
      && memcmp(sqlite3_column_text16(statement, 0), u"\u20ac", 2 * sizeof *u"") == 0;
  sqlite3_finalize(statement);
  return on;
}

/* ---- Behaviour behind functions that are always there ---------------------------------------- */

/* A handle whose open failed may only be asked and closed; asking is refused by armor alone. */
static sqlite3_int64 armor_refuses(UNUSED struct scene *at) {
  sqlite3 *sick = NULL;
  sqlite3_open_v2(":memory:", &sick, SQLITE_OPEN_READWRITE, "amalgam-no-such-vfs");
  bool on = sick && sqlite3_limit(sick, SQLITE_LIMIT_LENGTH, -1) == -1;
  sqlite3_close(sick);
  return on;
}

static sqlite3_int64 finished_statement_starts_again(struct scene *at) {
  sqlite3_stmt *statement = prepared(at->db, "SELECT 1");
  while (sqlite3_step(statement) == SQLITE_ROW) {}
  bool on = sqlite3_step(statement) == SQLITE_ROW;
  sqlite3_finalize(statement);
  return on;
}

/* The version that the release documents: 3 since fts5_tokenizer_v2 came with 3.47.0, 2 before. */
static sqlite3_int64 fts5_api_version(struct scene *at) {
  fts5_api *api = NULL;
  sqlite3_stmt *statement = prepared(at->db, "SELECT fts5(?1)");
  if (!statement) return 0;
  sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", NULL);
  sqlite3_step(statement);
  sqlite3_finalize(statement);
  int documented = sqlite3_libversion_number() >= 3047000 ? 3 : 2;
  return api && api->iVersion >= documented ? api->iVersion : 0;
}

static sqlite3_int64 memory_database_limit(struct scene *at) {
  sqlite3 *db = NULL;
  sqlite3_int64 limit = -1;
  int code = sqlite3_open_v2("amalgam", &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, "memdb");
  if (code == SQLITE_OK) code = sqlite3_file_control(db, "main", SQLITE_FCNTL_SIZE_LIMIT, &limit);
  if (code != SQLITE_OK) fail(at, sqlite3_errmsg(db));
  sqlite3_close(db);
  return limit;
}

static sqlite3_int64 memory_is_released(struct scene *at) {
  run(at->db, "CREATE TABLE t(a); INSERT INTO t VALUES(zeroblob(100000)); SELECT a FROM t");
  return sqlite3_release_memory(1 << 20) > 0;
}

static sqlite3_int64 memory_is_counted(UNUSED struct scene *at) {
  return counts_memory_by_default();
}

static sqlite3_int64 mapped_at_first(struct scene *at) {
  sqlite3_int64 size = -1;
  int code = sqlite3_file_control(at->db, "main", SQLITE_FCNTL_MMAP_SIZE, &size);
  return code == SQLITE_OK ? size : 0;
}

static sqlite3_int64 mapped_at_most(struct scene *at) {
  sqlite3_int64 size = 0x7fffffffffff;
  sqlite3_file_control(at->db, "main", SQLITE_FCNTL_MMAP_SIZE, &size);
  return mapped_at_first(at);
}

struct attempt {
  sqlite3_mutex *mutex;
  bool kept_out;
};

static void try_to_enter(void *argument) {
  struct attempt *attempt = argument;
  attempt->kept_out = sqlite3_mutex_try(attempt->mutex) != SQLITE_OK;
  if (!attempt->kept_out) sqlite3_mutex_leave(attempt->mutex);
}

/* From another thread, because a mutex may let the thread in that holds it. */
static sqlite3_int64 mutex_keeps_others_out(UNUSED struct scene *at) {
  struct attempt attempt = {.mutex = sqlite3_mutex_alloc(SQLITE_MUTEX_FAST)};
  if (!attempt.mutex) return 0;
  sqlite3_mutex_enter(attempt.mutex);
  run_threads(1, try_to_enter, &attempt, sizeof attempt);
  sqlite3_mutex_leave(attempt.mutex);
  sqlite3_mutex_free(attempt.mutex);
  return attempt.kept_out;
}

/* A connection has a mutex of its own in serialized mode only. */
static sqlite3_int64 threading_mode(struct scene *at) {
  if (!mutex_keeps_others_out(at)) return 0;
  return sqlite3_db_mutex(at->db) ? 1 : 2;
}

static sqlite3_int64 overwrite_is_powersafe(struct scene *at) {
  int on = -1;
  sqlite3_file_control(at->db, "main", SQLITE_FCNTL_POWERSAFE_OVERWRITE, &on);
  return on;
}

static sqlite3_int64 lock_timeout_mode(struct scene *at) {
  int wait = 250;
  int code = sqlite3_file_control(at->db, "main", SQLITE_FCNTL_LOCK_TIMEOUT, &wait);
  if (code != SQLITE_OK) return 0;
  sqlite3_file_control(at->db, "main", SQLITE_FCNTL_LOCK_TIMEOUT, &wait);
  return wait == 250 ? 1 : 2;
}

static sqlite3_int64 cache_is_shared(UNUSED struct scene *at) {
  static const char name[] = "file:amalgam-shared?mode=memory&cache=shared";
  sqlite3 *first = opened(name, SQLITE_OPEN_CREATE | SQLITE_OPEN_URI);
  sqlite3 *second = opened(name, SQLITE_OPEN_CREATE | SQLITE_OPEN_URI);
  bool on = first && second && run(first, "CREATE TABLE t(a)")
      && yields(second, "SELECT count(*) FROM t", "0");
  sqlite3_close(first);
  sqlite3_close(second);
  return on;
}

static void give_subtype(
  sqlite3_context *context, UNUSED int count, UNUSED sqlite3_value **values
) {
  sqlite3_result_int(context, 1);
  sqlite3_result_subtype(context, 1);
}

static sqlite3_int64 undeclared_subtype_is_refused(struct scene *at) {
  sqlite3_create_function(at->db, "give", 0, SQLITE_UTF8, NULL, give_subtype, NULL, NULL);
  return !run(at->db, "SELECT give()");
}

static bool keeps_temporary_in_memory(const char *setting) {
  sqlite3 *db = opened_in_memory();
  bool in_memory = run(db, setting) && run(db, "CREATE TEMP TABLE t(a)")
      && yields(db, "PRAGMA temp.journal_mode", "memory");
  sqlite3_close(db);
  return in_memory;
}

static sqlite3_int64 temporary_store(UNUSED struct scene *at) {
  if (!keeps_temporary_in_memory("PRAGMA temp_store=memory")) return 0;
  if (keeps_temporary_in_memory("PRAGMA temp_store=file")) return 3;
  return keeps_temporary_in_memory("") ? 2 : 1;
}

static sqlite3_int64 test_control_works(UNUSED struct scene *at) {
  return sqlite3_test_control(SQLITE_TESTCTRL_BYTEORDER) != 0;
}

/* How much of a bound text is shown; the rest is given as a count in a comment. */
static sqlite3_int64 traced_bytes(struct scene *at) {
  static char long_text[100000];
  memset(long_text, 'x', sizeof long_text);
  sqlite3_stmt *statement = prepared(at->db, "SELECT ?1");
  sqlite3_bind_text(statement, 1, long_text, sizeof long_text, SQLITE_STATIC);
  char *expanded = sqlite3_expanded_sql(statement);
  if (!expanded) fail(at, "bound values are not shown at all");
  const char *rest = expanded ? strstr(expanded, "/*+") : NULL;
  sqlite3_int64 bytes = rest ? (sqlite3_int64)sizeof long_text - atoi(rest + 3) : 0;
  sqlite3_free(expanded);
  sqlite3_finalize(statement);
  return bytes;
}

/* Without CREATE a name that is not read as a URI finds no such file, and makes none. */
static sqlite3_int64 names_are_uris(UNUSED struct scene *at) {
  sqlite3 *db = opened("file:amalgam-no-such-file?mode=memory", 0);
  bool on = db != NULL;
  sqlite3_close(db);
  return on;
}

/* What is no name is a text where it is read, in the sense of 1, or where it is declared, of 2. */
static sqlite3_int64 quoted_texts(struct scene *at) {
  bool read = yields(at->db, "SELECT \"no such column\"", "no such column");
  bool declared = run(at->db, "CREATE TABLE quoted(a)")
      && run(at->db, "CREATE INDEX quoted_index ON quoted(a || \"no such column\")");
  return (read ? 1 : 0) + (declared ? 2 : 0);
}

/* Takes a whole second where the library cannot wait less. */
static sqlite3_int64 sleeps_milliseconds(UNUSED struct scene *at) {
  return sqlite3_sleep(1) < 1000;
}

/* ---- What only shows while the library starts; run_probe() refuses these beside connections -- */

/* A lookup initialises the library, or not; sqlite3_config() is refused once that is done. */
static sqlite3_int64 library_starts_itself(UNUSED struct scene *at) {
  sqlite3_shutdown();
  sqlite3_vfs_find("amalgam-no-such-vfs");
  bool on = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 1) == SQLITE_MISUSE;
  restart_as_asked();
  return on;
}

static void restart_counting_memory(void) {
  sqlite3_shutdown();
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 1);
  sqlite3_initialize();
}

/* How many allocations for a statement of `length` bytes were too large for a lookaside slot. */
static int lookaside_misses(sqlite3 *db, char *sql, int length) {
  static const char select[] = "SELECT 1";
  int unused = 0, misses = 0;
  memset(sql, ' ', (size_t)length);
  memcpy(sql + length - (sizeof select - 1), select, sizeof select);
  sqlite3_db_status(db, SQLITE_DBSTATUS_LOOKASIDE_MISS_SIZE, &unused, &misses, 1);
  sqlite3_finalize(prepared(db, sql));
  sqlite3_db_status(db, SQLITE_DBSTATUS_LOOKASIDE_MISS_SIZE, &unused, &misses, 1);
  return misses;
}

/* The library keeps the text of a statement in a slot as long as it fits into one. */
static int lookaside_slot_size(void) {
  enum { SHORTEST = 8, TOO_LONG = 1 << 17 };
  static char sql[TOO_LONG + 1];
  sqlite3 *db = opened_in_memory();
  if (!db) return 0;
  lookaside_misses(db, sql, SHORTEST);
  int usual = lookaside_misses(db, sql, SHORTEST);
  int fits = SHORTEST, misses = TOO_LONG;
  bool has_slots = lookaside_misses(db, sql, TOO_LONG) > usual;
  while (has_slots && fits + 1 < misses) {
    int middle = (fits + misses) / 2;
    if (lookaside_misses(db, sql, middle) > usual) misses = middle;
    else fits = middle;
  }
  sqlite3_close(db);
  return has_slots ? fits + 1 : 0;
}

static sqlite3_int64 lookaside_slots(struct scene *at) {
  restart_counting_memory();
  int size = lookaside_slot_size();
  sqlite3 *db = opened_in_memory();
  sqlite3_int64 bytes = sqlite3_memory_used();
  if (db) sqlite3_db_config(db, SQLITE_DBCONFIG_LOOKASIDE, (void *)NULL, 0, 0);
  bytes -= sqlite3_memory_used();
  sqlite3_close(db);
  restart_as_asked();
  snprintf(at->text, sizeof at->text, "%d,%d", size, size ? (int)(bytes / size) : 0);
  return 0;
}

static sqlite3_int64 peak(int status) {
  sqlite3_int64 now = 0, highest = 0;
  sqlite3_status64(status, &now, &highest, 1);
  return highest;
}

/* The first pages of a cache come from one allocation: its size tells how many it was made for. */
static sqlite3_int64 pages_at_first(struct scene *at) {
  int header = 0;
  sqlite3_shutdown();
  sqlite3_config(SQLITE_CONFIG_PCACHE_HDRSZ, &header);
  restart_counting_memory();
  sqlite3 *db = opened(at->path, SQLITE_OPEN_CREATE);
  peak(SQLITE_STATUS_MALLOC_SIZE);
  peak(SQLITE_STATUS_PAGECACHE_SIZE);
  run(db, "PRAGMA page_size=4096; CREATE TABLE t(a)");
  sqlite3_int64 page = 4096 + header;
  sqlite3_int64 largest = peak(SQLITE_STATUS_MALLOC_SIZE);
  bool one_by_one = peak(SQLITE_STATUS_PAGECACHE_SIZE) >= page;
  sqlite3_close(db);
  restart_as_asked();
  if (one_by_one) return 0;
  return largest % page == 0 ? largest / page : -(largest / 1024);
}

/* ---- Families of probes ---------------------------------------------------------------------- */

const struct named_id limits[] = {
  {"length", SQLITE_LIMIT_LENGTH}, {"sql-length", SQLITE_LIMIT_SQL_LENGTH},
  {"column", SQLITE_LIMIT_COLUMN}, {"expr-depth", SQLITE_LIMIT_EXPR_DEPTH},
  {"compound-select", SQLITE_LIMIT_COMPOUND_SELECT}, {"vdbe-op", SQLITE_LIMIT_VDBE_OP},
  {"function-arg", SQLITE_LIMIT_FUNCTION_ARG}, {"attached", SQLITE_LIMIT_ATTACHED},
  {"like-pattern-length", SQLITE_LIMIT_LIKE_PATTERN_LENGTH},
  {"variable-number", SQLITE_LIMIT_VARIABLE_NUMBER}, {"trigger-depth", SQLITE_LIMIT_TRIGGER_DEPTH},
  {"worker-threads", SQLITE_LIMIT_WORKER_THREADS}, {"parser-depth", LIMIT_PARSER_DEPTH}, {NULL, 0},
};

/* Those of the settings whose first value a compile-time option decides. */
static const struct named_id settings[] = {
  {"enable-fkey", SQLITE_DBCONFIG_ENABLE_FKEY},
  {"enable-fts3-tokenizer", SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER},
  {"enable-load-extension", SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION},
  {"enable-qpsg", SQLITE_DBCONFIG_ENABLE_QPSG}, {"defensive", SQLITE_DBCONFIG_DEFENSIVE},
  {"legacy-alter-table", SQLITE_DBCONFIG_LEGACY_ALTER_TABLE}, {"dqs-dml", SQLITE_DBCONFIG_DQS_DML},
  {"dqs-ddl", SQLITE_DBCONFIG_DQS_DDL}, {"legacy-file-format", SQLITE_DBCONFIG_LEGACY_FILE_FORMAT},
  {"trusted-schema", SQLITE_DBCONFIG_TRUSTED_SCHEMA},
  {"stmt-scanstatus", DBCONFIG_STMT_SCANSTATUS}, {NULL, 0},
};

static int limit_at_first(sqlite3 *db, int id) { return sqlite3_limit(db, id, -1); }

static int limit_at_most(sqlite3 *db, int id) {
  sqlite3_limit(db, id, 0x7fffffff);
  return sqlite3_limit(db, id, -1);
}

static int setting_at_first(sqlite3 *db, int id) {
  int value = -1;
  sqlite3_db_config(db, id, -1, &value);
  return value;
}

/* Asking answers -1 for what the release does not know. */
static const struct {
  const char *prefix;
  const struct named_id *members;
  int (*ask)(sqlite3 *db, int id);
} families[] = {
  {"limit-max-", limits, limit_at_most},
  {"limit-", limits, limit_at_first},
  {"dbconfig-", settings, setting_at_first},
};

/* ---- The table of all, and how one is run ---------------------------------------------------- */

/* The database that a probe finds open; with RESTARTED none in all the process. */
enum place { IN_MEMORY, IN_FILE, RESTARTED };

#define NEEDS(function) ((void (*)(void))(function))
#define ALWAYS NEEDS(sqlite3_libversion)

static const struct probe {
  const char *name;
  enum place place;
  void (*needs)(void); /* where this is absent the answer is 0 */
  sqlite3_int64 (*run)(struct scene *at);
} probes[] = {
  {"api-armor", IN_MEMORY, ALWAYS, armor_refuses},
  {"authorizer", IN_MEMORY, NEEDS(sqlite3_set_authorizer), authorizer_can_deny},
  {"autoinit", RESTARTED, ALWAYS, library_starts_itself},
  {"autoreset", IN_MEMORY, ALWAYS, finished_statement_starts_again},
  {"carray-pointer", IN_MEMORY, ALWAYS, carray_reads_each_type},
  {"carray-bind", IN_MEMORY, NEEDS(sqlite3_carray_bind), carray_is_bound},
  {"column-metadata", IN_MEMORY, NEEDS(sqlite3_column_origin_name), column_origin_is_known},
  {"compileoption-diags", IN_MEMORY, NEEDS(sqlite3_compileoption_get), options_are_listed},
  {"complete", IN_MEMORY, NEEDS(sqlite3_complete), complete_tells},
  {"decltype", IN_MEMORY, NEEDS(sqlite3_column_decltype), column_type_is_known},
  {"default-lookaside", RESTARTED, ALWAYS, lookaside_slots},
  {"default-pcache", RESTARTED, ALWAYS, pages_at_first},
  {"deprecated", IN_MEMORY, NEEDS(sqlite3_transfer_bindings), bindings_are_transferred},
  {"deserialize", IN_MEMORY, NEEDS(sqlite3_deserialize), image_is_read},
  {"dqs", IN_MEMORY, ALWAYS, quoted_texts},
  {"fts5-api", IN_MEMORY, ALWAYS, fts5_api_version},
  {"get-table", IN_MEMORY, NEEDS(sqlite3_get_table), table_is_got},
  {"incrblob", IN_MEMORY, NEEDS(sqlite3_blob_open), blob_is_edited},
  {"load-extension", IN_MEMORY, NEEDS(sqlite3_load_extension), extension_is_looked_for},
  {"memdb-size-limit", IN_MEMORY, ALWAYS, memory_database_limit},
  {"memory-management", IN_FILE, ALWAYS, memory_is_released},
  {"memstatus", IN_MEMORY, ALWAYS, memory_is_counted},
  {"mmap-size", IN_FILE, ALWAYS, mapped_at_first},
  {"mmap-size-max", IN_FILE, ALWAYS, mapped_at_most},
  {"mutex", IN_MEMORY, NEEDS(sqlite3_mutex_alloc), mutex_keeps_others_out},
  {"normalize", IN_MEMORY, NEEDS(sqlite3_normalized_sql), sql_is_normalized},
  {"powersafe-overwrite", IN_FILE, ALWAYS, overwrite_is_powersafe},
  {"preupdate-hook", IN_MEMORY, NEEDS(sqlite3_preupdate_hook), old_value_is_seen},
  {"progress", IN_MEMORY, NEEDS(sqlite3_progress_handler), progress_is_called},
  {"rbu", IN_FILE, NEEDS(sqlite3rbu_open), update_is_carried_by_rbu},
  {"rtree-callback", IN_MEMORY, NEEDS(sqlite3_rtree_query_callback), rtree_calls_back},
  {"serialize", IN_MEMORY, NEEDS(sqlite3_serialize), image_is_made},
  {"session", IN_MEMORY, NEEDS(sqlite3session_create), changeset_is_carried},
  {"setlk-timeout", IN_FILE, ALWAYS, lock_timeout_mode},
  {"shared-cache", IN_MEMORY, ALWAYS, cache_is_shared},
  {"snapshot", IN_FILE, NEEDS(sqlite3_snapshot_open), snapshot_is_reopened},
  {"stmt-scanstatus", IN_MEMORY, NEEDS(sqlite3_stmt_scanstatus), loops_are_counted},
  {"strict-subtype", IN_MEMORY, ALWAYS, undeclared_subtype_is_refused},
  {"temp-store", IN_MEMORY, ALWAYS, temporary_store},
  {"test-control", IN_MEMORY, ALWAYS, test_control_works},
  {"threadsafe", IN_MEMORY, NEEDS(sqlite3_mutex_alloc), threading_mode},
  {"trace", IN_MEMORY, NEEDS(sqlite3_trace_v2), statement_is_traced},
  {"trace-size-limit", IN_MEMORY, ALWAYS, traced_bytes},
  {"unlock-notify", IN_MEMORY, NEEDS(sqlite3_unlock_notify), unlock_is_notified},
  {"uri", IN_MEMORY, ALWAYS, names_are_uris},
  {"usleep", IN_MEMORY, ALWAYS, sleeps_milliseconds},
  {"utf16", IN_MEMORY, NEEDS(sqlite3_prepare16_v2), utf16_is_read_and_given},
};

/* Makes a folder that only this user can enter; false when there is no place for one. */
static bool make_folder(char *folder, size_t size) {
  const char *root = getenv("TMPDIR");
  unsigned long long random = 0;
  if (!root || !*root) root = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
  sqlite3_randomness(sizeof random, &random);
  int length = snprintf(folder, size, "%s/amalgam-probe-%llx", root, random);
  return length > 0 && (size_t)length < size && mkdir(folder, 0700) == 0;
}

static void remove_folder(const char *folder) {
  DIR *entries = opendir(folder);
  struct dirent *entry;
  while (entries && (entry = readdir(entries)) != NULL) {
    char path[700];
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (entry->d_name[0] != '.') unlink(path);
  }
  if (entries) closedir(entries);
  rmdir(folder);
}

static void run_one(const struct probe *probe, struct scene *scene) {
  char folder[400] = "";
  if (!probe->needs) return;
  if (probe->place == RESTARTED && !can_restart()) {
    fail(scene, "needs every connection closed");
    return;
  }
  if (probe->place == IN_MEMORY) {
    scene->db = opened_in_memory();
  } else if (make_folder(folder, sizeof folder)) {
    snprintf(scene->path, sizeof scene->path, "%s/probe.db", folder);
    if (probe->place == IN_FILE) scene->db = opened(scene->path, SQLITE_OPEN_CREATE);
  }
  bool has_path = scene->path[0] != '\0';
  if (scene->db || (probe->place == RESTARTED && has_path)) scene->value = probe->run(scene);
  else fail(scene, "cannot open a database to probe in");
  sqlite3_close(scene->db);
  if (has_path) remove_folder(folder);
}

static bool run_member_of_family(const char *name, struct scene *scene) {
  for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
    size_t length = strlen(families[i].prefix);
    if (strncmp(name, families[i].prefix, length) != 0) continue;
    for (const struct named_id *member = families[i].members; member->name; member++) {
      if (strcmp(name + length, member->name) != 0) continue;
      sqlite3 *db = opened_in_memory();
      scene->value = db ? families[i].ask(db, member->id) : -1;
      if (scene->value < 0) fail(scene, "not known to this release");
      sqlite3_close(db);
      return true;
    }
  }
  return false;
}

void run_probe(const char *name, struct scene *scene) {
  *scene = (struct scene){0};
  for (size_t i = 0; i < sizeof probes / sizeof *probes; i++) {
    if (strcmp(probes[i].name, name) != 0) continue;
    run_one(&probes[i], scene);
    return;
  }
  if (run_member_of_family(name, scene)) return;
  snprintf(scene->failure, sizeof scene->failure, "no such probe: %s", name);
}
