/* Carries the project's data files in the binary, by C23's #embed. */
#include "embedded.h"

static const amalgam_embedded_file files[] = {
#include "files.inc"
};

size_t amalgam_embedded_count(void) { return sizeof(files) / sizeof(files[0]); }

const amalgam_embedded_file *amalgam_embedded_file_at(size_t index) { return &files[index]; }
