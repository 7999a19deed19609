# Everything an app can want, and all that Apple's system copy has in SQL and C calls, so that
# leaving that copy loses nothing; what is left out all the same stands at the end, with the reason.
inherit base
optimize speed                    # -O2
extension regexp                  # the REGEXP operator and regexpi(): SQLite has the syntax only
extension geo                     # distance_km()

# Search. JSON needs no option since 3.38.
SQLITE_ENABLE_FTS5                # full-text search for new tables
SQLITE_ENABLE_FTS4                # for tables that exist; FTS3 comes with it
SQLITE_ENABLE_FTS3_PARENTHESIS    # AND, NOT and parentheses in their queries, as in Apple's copy
SQLITE_ENABLE_RTREE               # indexes of ranges: maps, times
SQLITE_ENABLE_GEOPOLY             # polygons; needs R*Tree

# SQL.
SQLITE_ENABLE_MATH_FUNCTIONS      # sin(), log(), pow(), ...; needs -lm, as FTS5 does
SQLITE_ENABLE_UPDATE_DELETE_LIMIT # DELETE ... LIMIT; amalgam generates the parser that it needs
SQLITE_ENABLE_STAT4               # better plans where values are unevenly spread, after ANALYZE
SQLITE_ENABLE_DBSTAT_VTAB         # which table takes how much of the file
SQLITE_ENABLE_BYTECODE_VTAB       # which tables a statement uses, by SQL; as in Apple's copy
SQLITE_USE_URI=1                  # file: names work without a flag, as in Apple's copy
SQLITE_MAX_VARIABLE_NUMBER=500000 # parameters of a statement; as in Apple's copy, not 32766
SQLITE_MAX_LENGTH=2147483645      # a value of 1 to 2 GB that Apple's copy wrote stays readable

# C calls.
SQLITE_ENABLE_API_ARMOR           # a bad handle is an error, not a crash; as in Apple's copy
SQLITE_ENABLE_COLUMN_METADATA     # the table and column behind a result: wrappers ask for it
SQLITE_ENABLE_PREUPDATE_HOOK      # a row before and after its change; SESSION needs it
SQLITE_ENABLE_SESSION             # changes recorded and applied elsewhere: synchronisation
SQLITE_ENABLE_SNAPSHOT            # several reads of one state of a WAL database: GRDB uses it
SQLITE_ENABLE_UNLOCK_NOTIFY       # a callback instead of waiting for a shared cache
SQLITE_ENABLE_NORMALIZE           # statements without their literals, for logs; as in Apple's copy
SQLITE_ENABLE_STMT_SCANSTATUS     # how often each loop of a statement ran; as in Apple's copy

# Left out, though Apple's copy or others have it:
#   FTS3_TOKENIZER        security: SQL could hand FTS3 the address of code to run
#   LOAD_EXTENSION        loading stays possible without it, for the connection that asks; with it
#                         every connection may, unasked
#   UNKNOWN_SQL_FUNCTION  EXPLAIN would no longer tell that a function is missing
#   SETLK_TIMEOUT         stock SQLite has no lock that waits behind it; only Apple's source does
#   LOCKING_STYLE         macOS has it by default; elsewhere it does not compile (see base)
#   CKPTFULLFSYNC         is in base, for Apple systems: it does nothing elsewhere
#   DBPAGE_VTAB           security: SQL could write raw pages; a tool for repair, not for an app
#   STMTVTAB              an aid for debugging, and not in Apple's copy
#   PERCENTILE, CARRAY    unknown before 3.51, and this profile serves 3.46 too
#   SOUNDEX               English only; not in Apple's copy
#   OMIT_AUTORESET        takes away: a finished statement could not be stepped again
#   DEFAULT_CACHE_SIZE, DEFAULT_JOURNAL_SIZE_LIMIT, STMTJRNL_SPILL
#                         matters of the device; PRAGMA sets the first two
#   SQLLOG, CODEC, CCCRYPT256, HAS_CODEC_RESTRICTED, BUG_COMPATIBLE_20160819
#                         need Apple's own source, or keep a fault alive
