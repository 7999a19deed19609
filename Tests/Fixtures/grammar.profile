# A profile with grammar options, for tests: the amalgamation is generated anew for it, and what
# they take away is a clean syntax error, not a wrong answer.
optimize debug

SQLITE_OMIT_REINDEX               # without regeneration it does not link
SQLITE_OMIT_RETURNING             # without regeneration it has no effect
