# Full-text search and JSON for an app that searches, and nothing else beside plain SQL.
inherit base
optimize size                     # -Os
extension regexp                  # the REGEXP operator: what full-text search cannot match

SQLITE_ENABLE_FTS5                # full-text search; JSON needs no option since 3.38

# What would make it grow comes in by name only.
forbid module:fts4
forbid module:rtree
forbid symbol:sqlite3session_create
