/*
** What driver.c and probes.c share.
*/
#ifndef AMALGAM_DRIVER_H
#define AMALGAM_DRIVER_H

#include <stdbool.h>
#include "sqlite3.h"

/*
** Marks a declaration of an API that not every variant has: its address is null where it is absent.
** Such an API is declared here whatever the header's own #ifdefs say, because the question is what
** the library has, not what the header admits.
*/
#if defined(__APPLE__)
#define OPTIONAL __attribute__((weak_import))
#else
#define OPTIONAL __attribute__((weak))
#endif

#define UNUSED __attribute__((unused))

/* In parentheses: with SQLITE_OMIT_COMPILEOPTION_DIAGS the header has a macro of this name. */
extern const char *(sqlite3_compileoption_get)(int) OPTIONAL;

/* What a probe works with (it is gone afterwards) and what it found. */
struct scene {
  sqlite3 *db;
  char path[420];
  sqlite3_int64 value;
  char text[64];     /* not empty: the value is this text */
  char failure[240]; /* not empty: there is no value, for this reason */
};

/* Runs the probe `name`. */
void run_probe(const char *name, struct scene *scene);

/* The run-time limits in the order of their numbers; the last has no name. */
struct named_id {
  const char *name;
  int id;
};
extern const struct named_id limits[];

/* Opens the database `name`; at failure *db still has to be closed, and has the message. */
int open_database(const char *name, int flags, sqlite3 **db);

/* Whether the first value that `sql` yields reads as `expected`. */
bool yields(sqlite3 *db, const char *sql, const char *expected);

/*
** Runs work(arguments), work(arguments + size) and so on, `count` of them, each in a thread of its
** own and all at once; one after the other where there are no threads. False: not all were started.
*/
enum { MOST_THREADS = 256 };
bool run_threads(size_t count, void (*work)(void *argument), void *arguments, size_t size);

/* Whether the library counted its memory before the driver configured anything. */
bool counts_memory_by_default(void);

/* Whether the library may be shut down: no connection is open. */
bool can_restart(void);

/* Shuts the library down and starts it with the memory statistics that the user asked for. */
int restart_as_asked(void);

#endif
