/*
** cjk: an FTS5 tokenizer for Chinese, Japanese and Korean, also mixed with other text.
**
**   CREATE VIRTUAL TABLE doc USING fts5(body, tokenize='cjk');
**   CREATE VIRTUAL TABLE doc USING fts5(body, tokenize='cjk remove_diacritics 2');
**
** These scripts are written without blanks between words. A run of their characters becomes one
** token for each two that stand side by side; the rest is left to unicode61, which gets the
** tokenizer's arguments. A query is cut in the same way, so a word of two or more such characters
** is found wherever it stands, and as a phrase.
**
** A single character is found as a prefix: 'MATCH "x*"' for the character x finds every place where
** it stands, since the last character of a run is a token too, at the place of the last pair.
** highlight() and snippet() mark whole pairs.
**
** Characters: ideographs with their radicals and compatibility forms, kana with the half-width
** forms, bopomofo, hangul syllables and letters. Bytes that are no UTF-8 are left to unicode61.
**
** Errors: those of unicode61 for its arguments; where the library has no FTS5, registration does
** nothing. Limits: no folding of full-width and half-width or of traditional and simplified forms.
**
** Registration reads nothing from the database. From 3.51 on every SELECT reads the schema, also
** 'SELECT fts5(?1)', by which https://sqlite.org/fts5.html reaches the API; the file name of VACUUM
** INTO is evaluated before anything is read.
**
** Compiled in with SQLITE_CORE, else a loadable extension; the entry point is sqlite3_cjk_init.
*/
#include <stddef.h>
#include <string.h>
#include "sqlite3ext.h"
SQLITE_EXTENSION_INIT1

/* A table's tokenizer: unicode61 with the arguments of the table. */
struct cjk {
  fts5_tokenizer rest;
  Fts5Tokenizer *instance;
};

/* Reads one character of `text`, which has `size` bytes and at least one, into `*character`; returns
** its length. What is no UTF-8 is one byte, and no character of these scripts. */
static int read_character(const unsigned char *text, int size, unsigned *character) {
  unsigned first = text[0];
  int length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  *character = 0;
  if (first < 0x80) *character = first;
  if (first < 0xC2 || first > 0xF4 || length > size) return 1;
  unsigned value = first & (0x7Fu >> length);
  for (int i = 1; i < length; i++) {
    if ((text[i] & 0xC0) != 0x80) return 1;
    value = value << 6 | (text[i] & 0x3Fu);
  }
  *character = value;
  return length;
}

/* The blocks, from https://www.unicode.org/Public/UNIDATA/Blocks.txt, less their punctuation. */
static const struct { unsigned first, last; } blocks[] = {
  {0x1100, 0x11FF}, {0x2E80, 0x2FDF}, {0x3005, 0x3007}, {0x3021, 0x3029}, {0x3031, 0x3035},
  {0x3041, 0x309F}, {0x30A1, 0x30FA}, {0x30FC, 0x318F}, {0x31A0, 0x31BF}, {0x31F0, 0x31FF},
  {0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xA960, 0xA97F}, {0xAC00, 0xD7FF}, {0xF900, 0xFAFF},
  {0xFF66, 0xFFDC}, {0x1AFF0, 0x1B16F}, {0x20000, 0x323AF},
};

static int is_cjk(unsigned character) {
  if (character < blocks[0].first) return 0;
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
    if (character <= blocks[i].last) return character >= blocks[i].first;
  }
  return 0;
}

typedef int token_function(void *context, int flags, const char *token, int size, int start, int end);

/* A stretch of other text within the whole. */
struct stretch {
  token_function *token;
  void *context;
  int offset;
};

static int shifted_token(void *context, int flags, const char *token, int size, int start, int end) {
  struct stretch *stretch = context;
  return stretch->token(
    stretch->context, flags, token, size, start + stretch->offset, end + stretch->offset
  );
}

/* Returns the length of the run at the beginning of `text` whose characters are or are not `cjk`. */
static int run_length(const char *text, int size, int cjk) {
  int length = 0;
  while (length < size) {
    unsigned character;
    int step = read_character((const unsigned char *)text + length, size - length, &character);
    if (is_cjk(character) != cjk) break;
    length += step;
  }
  return length;
}

/* Gives a token for each pair of characters of text[from..<to], or for the only one. */
static int pairs(struct stretch *out, const char *text, int from, int to, int is_query) {
  unsigned ignored;
  const unsigned char *bytes = (const unsigned char *)text;
  int start = from;
  int second = start + read_character(bytes + start, to - start, &ignored);
  int code = SQLITE_OK;
  if (second == to) return out->token(out->context, 0, text + start, to - start, start, to);
  while (code == SQLITE_OK && second < to) {
    int end = second + read_character(bytes + second, to - second, &ignored);
    code = out->token(out->context, 0, text + start, end - start, start, end);
    start = second;
    second = end;
  }
  if (code != SQLITE_OK || is_query) return code;
  return out->token(
    out->context, FTS5_TOKEN_COLOCATED, text + start, to - start, start, to
  );
}

static int cjk_tokenize(
  Fts5Tokenizer *tokenizer, void *context, int flags, const char *text, int size,
  token_function *token
) {
  struct cjk *cjk = (struct cjk *)tokenizer;
  int is_query = (flags & FTS5_TOKENIZE_QUERY) != 0;
  int at = 0;
  while (at < size) {
    struct stretch out = {token, context, at};
    int length = run_length(text + at, size - at, 1);
    int code = SQLITE_OK;
    if (length > 0) {
      code = pairs(&out, text, at, at + length, is_query);
    } else {
      length = run_length(text + at, size - at, 0);
      code = cjk->rest.xTokenize(cjk->instance, &out, flags, text + at, length, shifted_token);
    }
    if (code != SQLITE_OK) return code;
    at += length;
  }
  return SQLITE_OK;
}

static void cjk_delete(Fts5Tokenizer *tokenizer) {
  struct cjk *cjk = (struct cjk *)tokenizer;
  if (cjk->instance) cjk->rest.xDelete(cjk->instance);
  sqlite3_free(cjk);
}

static int cjk_create(void *context, const char **arguments, int count, Fts5Tokenizer **made) {
  fts5_api *api = context;
  void *data = NULL;
  struct cjk *cjk = sqlite3_malloc(sizeof *cjk);
  if (!cjk) return SQLITE_NOMEM;
  memset(cjk, 0, sizeof *cjk);
  int code = api->xFindTokenizer(api, "unicode61", &data, &cjk->rest);
  if (code == SQLITE_OK) code = cjk->rest.xCreate(data, arguments, count, &cjk->instance);
  if (code != SQLITE_OK) {
    sqlite3_free(cjk);
    return code;
  }
  *made = (Fts5Tokenizer *)cjk;
  return SQLITE_OK;
}

/* Gets the connection's FTS5 API, or null where it has none; reads nothing of the database. */
static int find_fts5(sqlite3 *db, fts5_api **api) {
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(db, "VACUUM INTO fts5(?1)", -1, &statement, NULL);
  *api = NULL;
  if (code == SQLITE_OK) code = sqlite3_bind_pointer(statement, 1, api, "fts5_api_ptr", NULL);
  if (code == SQLITE_OK) code = sqlite3_step(statement);
  sqlite3_finalize(statement);
  /* It fails in any case, having no name of a file or no such function; only for want of memory is
   * nothing known. */
  if (!*api && (code & 0xff) == SQLITE_NOMEM) return SQLITE_NOMEM;
  /* That error is not to be the open's. */
  sqlite3_exec(db, "BEGIN; COMMIT", NULL, NULL, NULL);
  return SQLITE_OK;
}

#ifdef _WIN32
__declspec(dllexport)
#endif
int sqlite3_cjk_init(sqlite3 *db, char **message, const sqlite3_api_routines *api) {
  SQLITE_EXTENSION_INIT2(api);
  (void)message;
  fts5_api *fts5;
  fts5_tokenizer tokenizer = {cjk_create, cjk_delete, cjk_tokenize};
  int code = find_fts5(db, &fts5);
  if (code != SQLITE_OK) return code;
  return fts5 ? fts5->xCreateTokenizer(fts5, "cjk", fts5, &tokenizer, NULL) : SQLITE_OK;
}
