/* Carries the project's data files in the binary, by C23's #embed.
 *
 * A file is listed twice: once to be taken in, once to be found by its name. A test compares the
 * list with the folders. */
#include "embedded.h"

#define FILE_ENTRY(variable, name) {name, variable, sizeof(variable)}

static const unsigned char profile_base[] = {
#embed "../../Profiles/base.profile"
};

static const unsigned char release_lock[] = {
#embed "../../Vendor/releases.lock"
};

static const amalgam_embedded_file files[] = {
    FILE_ENTRY(profile_base, "Profiles/base.profile"),
    FILE_ENTRY(release_lock, "Vendor/releases.lock"),
};

size_t amalgam_embedded_count(void) { return sizeof(files) / sizeof(files[0]); }

const amalgam_embedded_file *amalgam_embedded_file_at(size_t index) { return &files[index]; }
