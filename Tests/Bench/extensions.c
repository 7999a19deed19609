/*
** Measures extensions against what a user would have without them, in one process.
**
**   usage: extensions ROWS POINTS DOCUMENTS
**
** regexp   REGEXP over ROWS rows against POSIX regcomp() and regexec() for each row, as a function
**          that keeps no compiled pattern does.
** growth   each pattern that is known to be slow in backtracking engines, over a text and one four
**          times as long.
** geo      the points of POINTS within 100 km, by distance_km() of each and by an index over
**          coordinates that is asked for the box first.
** cjk      DOCUMENTS of mixed text put into an FTS5 index with tokenize=cjk and with trigram.
**
** Prints a line for each and exits 1 where a bound of the README is not kept.
*/
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "sqlite3.h"

static int worst;

/* Processor time, since machines are shared. */
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static void run(sqlite3 *db, const char *sql) {
  if (sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK) return;
  fprintf(stderr, "extensions: %s: %s\n", sql, sqlite3_errmsg(db));
  exit(2);
}

/* The first value of a query. */
static long long answer(sqlite3 *db, const char *sql) {
  sqlite3_stmt *statement;
  long long value = -1;
  if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) run(db, sql);
  if (sqlite3_step(statement) == SQLITE_ROW) value = sqlite3_column_int64(statement, 0);
  sqlite3_finalize(statement);
  return value;
}

/* The least of three times, in seconds. */
static double timed(sqlite3 *db, const char *sql, long long *value) {
  double best = 1e9;
  for (int round = 0; round < 3; round++) {
    double start = now();
    *value = answer(db, sql);
    if (now() - start < best) best = now() - start;
  }
  return best;
}

static void bound(const char *what, int isKept) {
  if (isKept) return;
  printf("  NOT KEPT: %s\n", what);
  worst = 1;
}

static void posix_regexp(sqlite3_context *context, int count, sqlite3_value **values) {
  regex_t compiled;
  (void)count;
  if (regcomp(&compiled, (const char *)sqlite3_value_text(values[0]), REG_EXTENDED | REG_NOSUB)) {
    sqlite3_result_error(context, "bad pattern", -1);
    return;
  }
  sqlite3_result_int(
    context, regexec(&compiled, (const char *)sqlite3_value_text(values[1]), 0, NULL, 0) == 0
  );
  regfree(&compiled);
}

static void regexp(sqlite3 *db, int rows) {
  static const char *const patterns[] = {
    "row [0-9]*7 of", "(north|south|east)-[a-f]+9", "^row 1.*x$",
  };
  char sql[300];
  snprintf(
    sql, sizeof sql,
    "CREATE TABLE line(x); INSERT INTO line WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 "
    "FROM n WHERE i<%d) SELECT 'row ' || i || ' of north-' || hex(i*7919) || ' x' FROM n", rows
  );
  run(db, sql);
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
    long long own, other;
    snprintf(sql, sizeof sql, "SELECT count(*) FROM line WHERE x REGEXP '%s'", patterns[i]);
    double mine = timed(db, sql, &own);
    snprintf(sql, sizeof sql, "SELECT count(*) FROM line WHERE posix_regexp('%s', x)", patterns[i]);
    double theirs = timed(db, sql, &other);
    printf("regexp  %-28s %.3f s, regcomp a row %.3f s, %.0f times; %lld rows\n", patterns[i], mine,
           theirs, theirs / mine, own);
    bound("the same rows", own == other);
    bound("at least 5 times as fast", theirs >= 5 * mine);
  }
}

static void growth(sqlite3 *db) {
  static const char *const patterns[] = {
    "(a|a)*b", "(a*)*b", "(a+)+b", "a*a*a*a*b", "(a|aa)+b", "(.*)(.*)(.*)b",
  };
  char sql[200];
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
    double times[2];
    long long value;
    for (int long_ = 0; long_ < 2; long_++) {
      snprintf(sql, sizeof sql, "SELECT replace(hex(zeroblob(%d)), '0', 'a') REGEXP '%s'",
               long_ ? 400000 : 100000, patterns[i]);
      times[long_] = timed(db, sql, &value);
    }
    printf("growth  %-28s %.4f s, text four times as long %.4f s, %.1f times\n", patterns[i],
           times[0], times[1], times[1] / times[0]);
    bound("no more than 6 times for a text four times as long", times[1] < 6 * times[0] + 0.01);
  }
}

static void geo(sqlite3 *db, int points) {
  char sql[400];
  long long with, without;
  snprintf(
    sql, sizeof sql,
    "CREATE TABLE poi(id INTEGER PRIMARY KEY, lat REAL, lng REAL); INSERT INTO poi WITH RECURSIVE "
    "n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<%d) SELECT i, (i*7919 %% 180001)/1000.0-90, "
    "(i*104729 %% 359987)/1000.0-180 FROM n; CREATE INDEX poi_place ON poi(lat, lng)", points
  );
  run(db, sql);
  double scan = timed(
    db, "SELECT count(*) FROM poi WHERE distance_km(lat, lng, 48.8567, 2.3508) < 100", &without
  );
  double box = timed(
    db,
    "SELECT count(*) FROM poi WHERE lat BETWEEN box_south(48.8567, 2.3508, 100) AND "
    "box_north(48.8567, 2.3508, 100) AND lng BETWEEN box_west(48.8567, 2.3508, 100) AND "
    "box_east(48.8567, 2.3508, 100) AND distance_km(lat, lng, 48.8567, 2.3508) < 100", &with
  );
  printf("geo     within 100 km of %d points: %.4f s, by the box first %.4f s, %.0f times; %lld points\n",
         points, scan, box, scan / box, with);
  bound("the same points", with == without);
  bound("at least 20 times as fast", scan >= 20 * box);
}

static double indexed(sqlite3 *db, const char *tokenizer) {
  double best = 1e9;
  char sql[200];
  for (int round = 0; round < 3; round++) {
    run(db, "DROP TABLE IF EXISTS doc");
    snprintf(sql, sizeof sql, "CREATE VIRTUAL TABLE doc USING fts5(body, tokenize='%s')", tokenizer);
    run(db, sql);
    double start = now();
    run(db, "BEGIN; INSERT INTO doc SELECT body FROM mixed; COMMIT");
    if (now() - start < best) best = now() - start;
  }
  return best;
}

static void cjk(sqlite3 *db, int documents) {
  char sql[600];
  snprintf(
    sql, sizeof sql,
    "CREATE TABLE mixed(body); INSERT INTO mixed WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 "
    "FROM n WHERE i<%d) SELECT '全文检索 ' || i || ' 東京都に住んでいます SQLite search of text in ' || "
    "char(0x4E00 + i*7 %% 5000, 0x4E00 + i*11 %% 5000, 0x4E00 + i*13 %% 5000) || ' 한국어 검색 number ' || hex(i) "
    "FROM n", documents
  );
  run(db, sql);
  double mine = indexed(db, "cjk");
  double theirs = indexed(db, "trigram");
  printf("cjk     index of %d documents %.3f s, trigram %.3f s, %.2f of it\n", documents, mine, theirs,
         mine / theirs);
  bound("at least as fast as trigram", mine <= theirs);
}

int main(int count, char **words) {
  sqlite3 *db;
  if (count != 4) return 64;
  if (sqlite3_open(":memory:", &db) != SQLITE_OK) return 2;
  sqlite3_create_function(db, "posix_regexp", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, posix_regexp,
                          NULL, NULL);
  printf("SQLite %s\n", sqlite3_libversion());
  regexp(db, atoi(words[1]));
  growth(db);
  geo(db, atoi(words[2]));
  cjk(db, atoi(words[3]));
  sqlite3_close(db);
  return worst;
}
