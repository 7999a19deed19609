/*
** Calls the functions of counted.c from many threads, and says what is not counted as it was called.
**
**   usage: client threads | memory | overhead ROWS
**
** Exits 0, or 1 after a line on standard error for each thing that is not so. 'overhead' prints the
** nanoseconds of a call.
*/
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "sqlite3.h"

static int faults;

static void expect(int isTrue, const char *what) {
  if (isTrue) return;
  faults++;
  fprintf(stderr, "not so: %s\n", what);
}

static sqlite3_int64 answer(sqlite3 *db, const char *sql) {
  sqlite3_stmt *statement;
  sqlite3_int64 value = -1;
  if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) return -2;
  if (sqlite3_step(statement) == SQLITE_ROW) value = sqlite3_column_int64(statement, 0);
  sqlite3_finalize(statement);
  return value;
}

enum { THREADS = 8, OPENS = 20, ROWS = 500 };

static const char *const calls =
  "WITH n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<500) "
  "SELECT count(own() || i) + plain_sum(i) + tenfold(i) + sum(alive()+i)*0 FROM n";

static void *work(void *unused) {
  for (int i = 0; i < OPENS; i++) {
    sqlite3 *db;
    if (sqlite3_open(":memory:", &db) != SQLITE_OK) exit(3);
    if (answer(db, calls) != 500 + 125250 + 1252500) exit(4);
    sqlite3_close(db);
  }
  return unused;
}

static void threads(void) {
  pthread_t all[THREADS];
  sqlite3 *db;
  for (int i = 0; i < THREADS; i++) pthread_create(&all[i], NULL, work, NULL);
  for (int i = 0; i < THREADS; i++) pthread_join(all[i], NULL);
  sqlite3_open(":memory:", &db);
  /* own() is deterministic and has no argument: once a statement. */
  expect(answer(db, "SELECT calls FROM amalgam_calls WHERE name='own'") == THREADS * OPENS, "own");
  expect(answer(db, "SELECT calls FROM amalgam_calls WHERE name='alive'") == THREADS * OPENS * ROWS, "alive");
  expect(answer(db, "SELECT steps FROM amalgam_calls WHERE name='plain_sum'") == THREADS * OPENS * ROWS,
         "steps");
  expect(answer(db, "SELECT calls FROM amalgam_calls WHERE name='plain_sum'") == THREADS * OPENS, "results");
  expect(answer(db, "SELECT min(nanoseconds) FROM amalgam_calls WHERE calls>0") > 0, "times");
  expect(answer(db, "SELECT alive()") == 1, "each destructor once");
  sqlite3_close(db);
}

/* An allocator that fails from the nth call on, or at the nth alone. */
static sqlite3_mem_methods real;
static int left = -1, forever;

static int fails(void) {
  if (left < 0) return 0;
  if (left > 0) {
    left--;
    return 0;
  }
  if (!forever) left = -1;
  return 1;
}
static void *take(int bytes) { return fails() ? NULL : real.xMalloc(bytes); }
static void *retake(void *old, int bytes) { return fails() ? NULL : real.xRealloc(old, bytes); }

static void memory(void) {
  sqlite3_mem_methods failing;
  sqlite3 *db;
  int done = 0;
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 1);
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real);
  failing = real;
  failing.xMalloc = take;
  failing.xRealloc = retake;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &failing);
  sqlite3_initialize();
  /* Opening registers, and both kinds of query run a part of the way. */
  for (forever = 0; forever < 2; forever++) {
    done = 0;
    for (int n = 0; n < 4000 && done < 3; n++) {
      left = n;
      if (sqlite3_open(":memory:", &db) == SQLITE_OK && answer(db, calls) > 0
          && answer(db, "SELECT sum(calls) FROM amalgam_calls") > 0 && left > 0) done++;
      left = -1;
      sqlite3_close(db);
      if (sqlite3_memory_used() != 0) {
        expect(0, "all memory is given back");
        n = 4000;
      }
    }
    expect(done == 3, "it ends");
  }
  sqlite3_open(":memory:", &db);
  expect(answer(db, "SELECT alive()") == 1, "each destructor once where memory failed");
  sqlite3_close(db);
}

static void overhead(int rows) {
  sqlite3 *db;
  char sql[200];
  double best = 1e9;
  sqlite3_open(":memory:", &db);
  snprintf(sql, sizeof sql,
           "WITH n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<%d) SELECT sum(alive()) FROM n",
           rows);
  for (int i = 0; i < 5; i++) {
    struct timespec a, b;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    answer(db, sql);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    double ns = ((b.tv_sec - a.tv_sec) * 1e9 + (b.tv_nsec - a.tv_nsec)) / rows;
    if (ns < best) best = ns;
  }
  printf("%.0f ns a row\n", best);
  sqlite3_close(db);
}

int main(int count, char **words) {
  if (count < 2) return 64;
  switch (words[1][0]) {
    case 't': threads(); break;
    case 'm': memory(); break;
    default: overhead(count > 2 ? atoi(words[2]) : 1000000);
  }
  return faults != 0;
}
