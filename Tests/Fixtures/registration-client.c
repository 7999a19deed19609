/*
** Uses what registration.h of the profile 'app' declares as a program does, and says what is wrong.
**
**   usage: client calls | foreign | locked FILE | memory
**
** 'twin' is a prefixed variant of the same release in the same program; it has no extension.
** Exits 0, or 1 after a line on standard error for each thing that is not as the header says.
*/
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "registration.h"

int twin_sqlite3_open(const char *, sqlite3 **);
int twin_sqlite3_close(sqlite3 *);

static int faults;

static void expect(int isTrue, const char *what) {
  if (isTrue) return;
  faults++;
  fprintf(stderr, "not so: %s\n", what);
}

static int runs(sqlite3 *db, const char *sql) {
  return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static const char *distance = "SELECT distance_km(1, 2, 3, 4)";
static const char *series = "SELECT value FROM generate_series(1, 3)";
static const char *sorted = "SELECT 'a' < 'b' COLLATE uint";

/* Whether check answers `code` and a message with `words`; both null: no message. */
static int checks(sqlite3 *db, const char *set, int code, const char *words) {
  char *message = (char *)"untouched";
  int isSo = amalgam_app_check(db, set, &message) == code
    && (words ? message && strstr(message, words) : !message);
  if (!isSo) fprintf(stderr, "check says: %s\n", message ? message : "(nothing)");
  sqlite3_free(message);
  return isSo && amalgam_app_check(db, set, NULL) == code;
}

static struct { int count; char line[400]; } heard;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static void hear(void *context, const char *line) {
  pthread_mutex_lock(&guard);
  heard.count += *(int *)context;
  snprintf(heard.line, sizeof heard.line, "%s", line);
  pthread_mutex_unlock(&guard);
}

static void *open_many(void *unused) {
  for (int i = 0; i < 50; i++) {
    sqlite3 *db;
    if (sqlite3_open(":memory:", &db) != SQLITE_OK || !runs(db, "SELECT 'a' REGEXP 'a'")) exit(3);
    sqlite3_close(db);
  }
  return unused;
}

static void listen(void) {
  static int one = 1;
  char wanted[400];
  pthread_t threads[8];
  amalgam_app_log(hear, &one);
  for (int i = 0; i < 8; i++) pthread_create(&threads[i], NULL, open_many, NULL);
  for (int i = 0; i < 8; i++) pthread_join(threads[i], NULL);
  amalgam_app_log(NULL, NULL);
  open_many(NULL);
  snprintf(wanted, sizeof wanted, "SQLite %s %s, app: regexp", sqlite3_libversion(), sqlite3_sourceid());
  expect(heard.count == 400, "the hook is called once for each of 400 connections, and then no more");
  expect(strcmp(heard.line, wanted) == 0, "the line has release, source id, profile and extensions");
}

static void calls(void) {
  sqlite3 *asker, *other;
  int isAutomatic = -1;
  listen();
  sqlite3_open(":memory:", &asker);
  sqlite3_open(":memory:", &other);

  expect(checks(asker, NULL, SQLITE_OK, NULL), "a new connection passes");
  expect(checks(asker, "regexp", SQLITE_OK, NULL), "an automatic extension is there");
  expect(checks(asker, "map", SQLITE_MISMATCH, "extension 'geo' is not registered"), "a set is not");
  expect(checks(asker, "none", SQLITE_NOTFOUND, "'app' has no extension and no set 'none'"), "none");
  expect(checks(NULL, NULL, SQLITE_MISUSE, "no connection is given"), "null is no connection");

  expect(amalgam_app_register(asker, "regexp") == SQLITE_OK, "an automatic one can be asked for");
  expect(amalgam_app_register(asker, "none") == SQLITE_NOTFOUND, "'none' cannot");
  expect(amalgam_app_register(NULL, "map") == SQLITE_MISUSE, "null cannot ask");
  expect(!amalgam_app_registered(asker, "none") && !amalgam_app_registered(NULL, "map"), "not there");
  expect(!runs(asker, distance) && !runs(asker, series), "nobody has the set before asking");
  expect(amalgam_app_register(asker, "map") == SQLITE_OK, "the set is registered");
  expect(amalgam_app_register(asker, "map") == SQLITE_OK, "and again, which does nothing");
  expect(runs(asker, distance) && runs(asker, series) && !runs(asker, sorted), "the set, not more");
  expect(!runs(other, distance) && !runs(other, series), "the other connection has nothing of it");
  expect(amalgam_app_registered(asker, "map") && amalgam_app_registered(asker, "geo"), "is told");
  expect(!amalgam_app_registered(other, "map") && amalgam_app_registered(other, "regexp"), "is told");
  expect(!amalgam_app_registered(asker, NULL), "not all of it");
  expect(amalgam_app_register(asker, NULL) == SQLITE_OK && runs(asker, sorted), "null is all");
  expect(amalgam_app_registered(asker, NULL) && checks(asker, "map", SQLITE_OK, NULL), "all is there");

  expect(strcmp(amalgam_app_extension(0, &isAutomatic), "regexp") == 0 && isAutomatic == 1, "first");
  expect(strcmp(amalgam_app_extension(1, &isAutomatic), "uint") == 0 && isAutomatic == 0, "second");
  expect(strcmp(amalgam_app_extension(3, NULL), "series") == 0, "last");
  expect(!amalgam_app_extension(4, NULL) && !amalgam_app_extension(-1, NULL), "and no more");
  sqlite3_close(asker);
  sqlite3_close(other);
}

/* A connection of another copy is refused, and is as it was. */
static void foreign(void) {
  static const char words[] = "belongs to another SQLite in the program";
  sqlite3 *db;
  twin_sqlite3_open(":memory:", &db);
  expect(amalgam_app_register(db, "map") == SQLITE_MISMATCH, "a foreign connection is refused");
  expect(amalgam_app_register(db, NULL) == SQLITE_MISMATCH, "for all as well");
  expect(!amalgam_app_registered(db, "regexp"), "nothing is registered on it");
  expect(checks(db, NULL, SQLITE_MISMATCH, words), "check says so");
  expect(twin_sqlite3_close(db) == SQLITE_OK, "it can be closed");
}

/* Automatic and asked for, a locked file and one that is no database are opened all the same. */
static void locked(const char *file) {
  sqlite3 *holder, *db;
  FILE *strange;
  sqlite3_open(file, &holder);
  expect(
    runs(holder, "PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE t(a); COMMIT"), "held"
  );
  expect(sqlite3_open(file, &db) == SQLITE_OK, "a locked file is opened");
  expect(amalgam_app_register(db, "map") == SQLITE_OK, "and gets a set");
  expect(checks(db, "map", SQLITE_OK, NULL), "which is checked");
  sqlite3_close(db);
  sqlite3_close(holder);
  strange = fopen(file, "w");
  for (int i = 0; i < 400; i++) fputs("no database\n", strange);
  fclose(strange);
  expect(sqlite3_open(file, &db) == SQLITE_OK, "a file that is no database is opened");
  expect(amalgam_app_register(db, "map") == SQLITE_OK, "and gets a set");
  expect(checks(db, "map", SQLITE_OK, NULL), "which is checked");
  sqlite3_close(db);
}

static sqlite3_mem_methods usual;
static int left = -1;

static int fails(void) { return left >= 0 && left-- == 0; }
static void *faulty_malloc(int size) { return fails() ? NULL : usual.xMalloc(size); }
static void *faulty_realloc(void *block, int size) {
  return fails() ? NULL : usual.xRealloc(block, size);
}

/* Opens, asks for everything and uses it; whether all of it went well. */
static int whole_life(void) {
  sqlite3 *db = NULL;
  char *message = NULL;
  int code = sqlite3_open(":memory:", &db);
  if (code == SQLITE_OK) code = amalgam_app_register(db, NULL);
  if (code == SQLITE_OK && !(runs(db, distance) && runs(db, series) && runs(db, sorted)
      && runs(db, "SELECT 'abc' REGEXP 'b+', amalgam_manifest()"))) {
    code = sqlite3_errcode(db);
  }
  if (code == SQLITE_OK) code = amalgam_app_check(db, "map", &message);
  sqlite3_free(message);
  /* Upstream's regexp says it in words alone. */
  expect(
    code == SQLITE_OK || code == SQLITE_NOMEM || strcmp(sqlite3_errmsg(db), "out of memory") == 0,
    "what runs out of memory says so"
  );
  sqlite3_close(db);
  return code == SQLITE_OK;
}

/* The nth allocation fails, for each n until none is left to fail. */
static void memory(void) {
  sqlite3_mem_methods faulty;
  int n = 0;
  int isWhole;
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 1);
  sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &usual);
  faulty = usual;
  faulty.xMalloc = faulty_malloc;
  faulty.xRealloc = faulty_realloc;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &faulty);
  sqlite3_initialize();
  sqlite3_int64 before = sqlite3_memory_used();
  /* Some failures do no harm, as of a cache: the last round is the one in which none was met. */
  do {
    left = n++;
    isWhole = whole_life();
  } while (left < 0 && n < 100000);
  expect(isWhole, "what meets no failure goes well");
  left = -1;
  expect(n > 250, "more than 250 allocations were made to fail");
  expect(whole_life(), "with memory it works again");
  expect(sqlite3_memory_used() == before, "no memory is lost");
  printf("%d allocations failed\n", n - 1);
}

int main(int count, char **words) {
  const char *what = count > 1 ? words[1] : "";
  if (strcmp(what, "calls") == 0) calls();
  else if (strcmp(what, "foreign") == 0) foreign();
  else if (strcmp(what, "locked") == 0 && count > 2) locked(words[2]);
  else if (strcmp(what, "memory") == 0) memory();
  else return 64;
  return faults > 0;
}
