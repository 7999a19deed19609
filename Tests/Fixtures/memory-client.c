/*
** Runs SQL with an allocator that fails at the nth call, for n from 0 until nothing fails.
**
**   usage: client SQL…      each run on a new connection, in memory
**
** Exits 0 where each run ended well or for want of memory, and gave back all that it took; else 1
** after a line on standard error.
*/
#include <stdio.h>
#include <string.h>
#include "sqlite3.h"

static sqlite3_mem_methods usual;
static int left = -1, once, reached;

static int fails(void) {
  if (left < 0) return 0;
  if (left > 0) {
    left--;
    return 0;
  }
  reached = 1;
  /* From then on, or at that call alone. */
  if (once) left = -1;
  return 1;
}
static void *faulty_malloc(int size) { return fails() ? NULL : usual.xMalloc(size); }
static void *faulty_realloc(void *block, int size) {
  return fails() ? NULL : usual.xRealloc(block, size);
}

/* Runs it once; whether it went well. Sets *wrong where it ended for another reason than memory. */
static int whole_life(const char *sql, int *wrong) {
  sqlite3 *db = NULL;
  char *message = NULL;
  int code = sqlite3_open(":memory:", &db);
  if (code == SQLITE_OK) code = sqlite3_exec(db, sql, NULL, NULL, &message);
  if (code != SQLITE_OK && (code & 255) != SQLITE_NOMEM && !(message && strstr(message, "out of memory"))) {
    fprintf(stderr, "%s: %d %s\n", sql, code, message ? message : "");
    *wrong = 1;
  }
  sqlite3_free(message);
  left = -1;
  sqlite3_close(db);
  return code == SQLITE_OK;
}

int main(int count, char **words) {
  sqlite3_mem_methods faulty;
  int wrong = 0;
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 1);
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &usual);
  faulty = usual;
  faulty.xMalloc = faulty_malloc;
  faulty.xRealloc = faulty_realloc;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &faulty);
  sqlite3_initialize();
  if (count < 2) return 64;
  for (int i = 1; i < count && !wrong; i++) {
    int failed = 0;
    for (once = 0; once < 2; once++) {
      int isDone = 0;
      for (int n = 0; !isDone && !wrong && n < 20000; n++) {
        reached = 0;
        left = n;
        /* Some of what fails is made up for, as by a second try. */
        failed += !whole_life(words[i], &wrong);
        isDone = !reached;
        left = -1;
        if (sqlite3_memory_used() != 0) {
          fprintf(stderr, "%s: %lld bytes are held after call %d failed\n", words[i],
                  (long long)sqlite3_memory_used(), n);
          wrong = 1;
        }
      }
    }
    if (failed < 20) {
      fprintf(stderr, "%s: only %d runs failed\n", words[i], failed);
      wrong = 1;
    }
    printf("%d runs failed for want of memory\n", failed);
  }
  return wrong;
}
