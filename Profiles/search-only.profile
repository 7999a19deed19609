# Full-text search and JSON for an app that searches, and nothing else beside plain SQL.
inherit base
optimize size                     # -Os
extension regexp                  # the REGEXP operator: what full-text search cannot match

SQLITE_ENABLE_FTS5                # full-text search; JSON needs no option since 3.38

# No FTS3, FTS4, R*Tree and sessions: what a profile does not ask for is checked to be absent.
