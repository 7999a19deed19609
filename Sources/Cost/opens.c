/*
** Says what opening a connection costs: "heap BYTES" held by one connection in memory, then
** "nanoseconds N" for opening and closing one, the best of seven rounds.
**
** usage: opens COUNT      opens in a round
**
** What the library registers on every connection is part of it, and so is what it registers where it
** is asked for, if AMALGAM_REGISTER is the name of the function that asks. Prints nothing else; exits 1 with a
** message when a connection does not open.
*/
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "sqlite3.h"

#ifdef AMALGAM_REGISTER
int AMALGAM_REGISTER(sqlite3*, const char*);
#endif

static double now(void){
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec*1e9 + t.tv_nsec;
}

static sqlite3 *opened(void){
  sqlite3 *db = 0;
  if( sqlite3_open(":memory:", &db)!=SQLITE_OK ){
    fprintf(stderr, "opens: %s\n", db ? sqlite3_errmsg(db) : "no memory");
    exit(1);
  }
#ifdef AMALGAM_REGISTER
  if( AMALGAM_REGISTER(db, 0)!=SQLITE_OK ){
    fprintf(stderr, "opens: nothing is registered\n");
    exit(1);
  }
#endif
  return db;
}

int main(int argc, char **argv){
  int count = argc>1 ? atoi(argv[1]) : 1000;
  double best = 0;
  sqlite3_int64 before;
  sqlite3 *db;
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 1);
  sqlite3_initialize();
  before = sqlite3_memory_used();
  db = opened();
  printf("heap %lld\n", (long long)(sqlite3_memory_used() - before));
  sqlite3_close(db);
  for(int round=0; round<7; round++){
    double start = now();
    double took;
    for(int i=0; i<count; i++) sqlite3_close(opened());
    took = (now() - start)/count;
    if( round==0 || took<best ) best = took;
  }
  printf("nanoseconds %.0f\n", best);
  return 0;
}
