# The smallest variant that still reads every database with a plain schema that `full` writes:
# foreign keys, AUTOINCREMENT, generated columns, views, triggers, window functions, WAL, UTF-16 and
# auto_vacuum stay in, because a file that has one of them would become unreadable, or read-only.
# An option stands here only if it saves at least 1 % of text (clang -Os, 3.46.1 and 3.53.4), or if
# security asks for it.
inherit base
optimize size                     # -Os

SQLITE_OMIT_JSON                  # 4.9 %; what needs json_extract() is then readable, not writable
SQLITE_OMIT_SHARED_CACHE          # 1.1 %; upstream calls the mode obsolete
SQLITE_OMIT_LOAD_EXTENSION        # security: no code is loaded at run time (0.3 %)
SQLITE_OMIT_DEPRECATED            # security: no calls that exist for old programs only (0.2 %)

# Left in, though each saves more than 1 %:
#   WAL, FOREIGN_KEY, AUTOVACUUM  a file that uses it is unreadable or read-only without
#   DATETIME_FUNCS                schemas call date() in CHECK, DEFAULT and views
#   INTEGRITY_CHECK               an app has to be able to find out whether its file is sound
#   THREADSAFE=0                  no app has only one thread
# REINDEX, ANALYZE and other grammar options would each need an amalgamation of their own.
