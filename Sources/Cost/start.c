/*
** Registers on every connection what a variant registers there, in an SQLite that was compiled
** without the hook for it: as the program starts, before another thread can open a connection.
** AMALGAM_AUTOEXT is the name of the variant's function.
*/
#include "sqlite3.h"

int AMALGAM_AUTOEXT(sqlite3*);

static int registered(sqlite3 *db, char **message, const struct sqlite3_api_routines *api){
  (void)message;
  (void)api;
  return AMALGAM_AUTOEXT(db);
}

__attribute__((constructor)) static void begin(void){
  sqlite3_auto_extension((void (*)(void))registered);
}
