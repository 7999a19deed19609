/* Functions of each kind, registered in each way that SQLite has, for tests of what counts calls. */
#include <stdlib.h>
#include <string.h>
#include "sqlite3ext.h"
SQLITE_EXTENSION_INIT1

/* How many of the pointers that were given away have not been given back. */
static int alive;

static void forget(void *pointer) {
  __atomic_fetch_sub(&alive, 1, __ATOMIC_SEQ_CST);
  free(pointer);
}

static void own(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count, (void)values;
  sqlite3_result_text(context, sqlite3_user_data(context), -1, SQLITE_TRANSIENT);
}

static void alive_count(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count, (void)values;
  sqlite3_result_int(context, __atomic_load_n(&alive, __ATOMIC_SEQ_CST));
}

/* Runs SQL inside, and afterwards still has its own pointer. */
static void nested(sqlite3_context *context, int count, sqlite3_value **values) {
  sqlite3_stmt *statement;
  const char *sql = (const char *)sqlite3_value_text(values[0]);
  (void)count;
  sqlite3_prepare_v2(sqlite3_context_db_handle(context), sql, -1, &statement, 0);
  if (sqlite3_step(statement) == SQLITE_ROW) {
    sqlite3_result_value(context, sqlite3_column_value(statement, 0));
  }
  sqlite3_finalize(statement);
  if (sqlite3_user_data(context) != &alive) sqlite3_result_error(context, "another pointer", -1);
}

static void add(sqlite3_context *context, sqlite3_value **values, int sign) {
  sqlite3_int64 *sum = sqlite3_aggregate_context(context, sizeof *sum);
  if (sum) *sum += sign * sqlite3_value_int64(values[0]);
}
static void step(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  add(context, values, 1);
}
static void inverse(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  add(context, values, -1);
}
static void value(sqlite3_context *context) {
  sqlite3_int64 *sum = sqlite3_aggregate_context(context, 0);
  sqlite3_result_int64(context, (sum ? *sum : 0) * (sqlite3_user_data(context) ? 10 : 1));
}

int sqlite3_counted_init(sqlite3 *db, char **message, const sqlite3_api_routines *api) {
  static const unsigned short wide[] = {0xfc, 0xd83d, 0xde00, 0};
  /* Not called by its name, as a table of functions would do it. */
  int (*create)(
    sqlite3 *, const char *, int, int, void *, void (*)(sqlite3_context *, int, sqlite3_value **),
    void (*)(sqlite3_context *, int, sqlite3_value **), void (*)(sqlite3_context *)
  ) = sqlite3_create_function;
  char *text = malloc(4);
  int rc;
  SQLITE_EXTENSION_INIT2(api);
  (void)message;
  if (text == 0) return SQLITE_NOMEM;
  memcpy(text, "own", 4);
  __atomic_fetch_add(&alive, 1, __ATOMIC_SEQ_CST);
  rc = sqlite3_create_function_v2(
    db, "own", 0, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, text, own, 0, 0, forget
  );
  if (rc == SQLITE_OK) rc = create(db, "alive", 0, SQLITE_UTF8, 0, alive_count, 0, 0);
  if (rc == SQLITE_OK) {
    rc = sqlite3_create_function(
      db, "nested", 1, SQLITE_UTF8 | SQLITE_DIRECTONLY, &alive, nested, 0, 0
    );
  }
  if (rc == SQLITE_OK) rc = create(db, "plain_sum", 1, SQLITE_UTF8, 0, 0, step, value);
  if (rc == SQLITE_OK) {
    rc = sqlite3_create_window_function(
      db, "tenfold", 1, SQLITE_UTF8, "x", step, value, value, inverse, 0
    );
  }
  if (rc == SQLITE_OK) {
    rc = sqlite3_create_function16(db, wide, 0, SQLITE_UTF16, 0, alive_count, 0, 0);
  }
  /* Registered and taken away again. */
  if (rc == SQLITE_OK) rc = create(db, "gone", 0, SQLITE_UTF8, 0, alive_count, 0, 0);
  if (rc == SQLITE_OK) rc = create(db, "gone", 0, SQLITE_UTF8, 0, 0, 0, 0);
  return rc;
}
