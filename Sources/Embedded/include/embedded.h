/* The data that an installed binary carries, so that it needs no file beside it.
 *
 * Each entry is a text file of the project under the name that the tool knows it by: its path
 * below Sources, or below the project's root for profiles and the release lock. */
#ifndef AMALGAM_EMBEDDED_H
#define AMALGAM_EMBEDDED_H

#include <stddef.h>

typedef struct {
  const char *name;
  const char *text;
} amalgam_embedded_file;

/* The number of files. */
size_t amalgam_embedded_count(void);

/* The file at `index`, which is below the count. */
const amalgam_embedded_file *amalgam_embedded_file_at(size_t index);

#endif
