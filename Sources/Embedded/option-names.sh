#!/bin/sh
# Lists the macro names that a user may set, each with the releases of SQLite that look at it.
#
# Usage:   option-names.sh VERSION=FILE... >option-names.txt
# Input:   for each release its stock sqlite3.c.
# Output:  a line a name in byte order: the name, then the releases in the order of the operands.
#
# A name is listed for a release when a conditional of its sqlite3.c (#if, #ifdef, #ifndef, #elif)
# asks for it, and it begins with SQLITE_ or HAVE_ or stands in `others` below. Left out are
#   - names that make the file what it is, and the words of linkage: `reserved` below;
#   - include guards (SQLITE..._H) and names that end in an underscore;
#   - names that sqlite3.c settles for itself: one of its #defines of the name stands outside every
#     conditional that asks for that same name, and no other one inside such a conditional, which
#     would make it a default that a user overrides. The families of options (SQLITE_ENABLE_,
#     SQLITE_OMIT_, SQLITE_DISABLE_, SQLITE_DEFAULT_, SQLITE_MAX_, HAVE_) and the choice of a system
#     (SQLITE_OS_KV, _OTHER, _UNIX, _WIN) are options even so: one may switch another on, and a platform
#     sets some itself.
# A name is listed too when only the table behind PRAGMA compile_options asks for it: whether it has
# an effect is the catalogue's matter.
set -eu

[ $# -gt 0 ] || { echo 'usage: option-names.sh VERSION=FILE...' >&2; exit 64; }

# Names without the two prefixes that documentation or build scripts set, and some that one
# platform or another option settles too.
others='GEOPOLY_ENABLE_DEBUG LOCKPROXYDIR NDEBUG NO_GETTOD RBU_ENABLE_DELTA_CKSUM
  SESSIONS_STRM_CHUNK_SIZE SQLITE_4_BYTE_ALIGNED_MALLOC SQLITE_HOMEGROWN_RECURSIVE_MUTEX
  SQLITE_THREAD_MISUSE_WARNINGS STRERROR_R_CHAR_P THREADSAFE USE_PREAD USE_PREAD64 VDBE_PROFILE
  YYSTACKDEPTH YYTRACKMAXSTACKDEPTH _HAVE_SQLITE_CONFIG_H'

reserved='SQLITE_AMALGAMATION SQLITE_API SQLITE_APICALL SQLITE_CALLBACK SQLITE_CDECL SQLITE_CORE
  SQLITE_EXTERN SQLITE_PRIVATE SQLITE_STDCALL SQLITE_SYSAPI SQLITE_TCLAPI'

# Writes the names of one sqlite3.c, a line each, in any order.
names() {
  LC_ALL=C awk -v others="$(echo $others)" -v reserved="$(echo $reserved)" '
    # Returns `line` without its comments and with empty literals; keeps `in_comment` between lines.
    function code(line,    out, part) {
      out = ""
      while (line != "") {
        if (in_comment) {
          if (!(part = index(line, "*/"))) return out
          line = substr(line, part + 2)
          in_comment = 0
          continue
        }
        if (!match(line, /\/\*|\/\/|["\047]/)) return out line
        out = out substr(line, 1, RSTART - 1)
        part = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        if (part == "//") return out
        if (part == "/*") { in_comment = 1; out = out " "; continue }
        out = out part part
        if (part == "\"") match(line, /^([^"\\]|\\.)*"/)
        else match(line, /^([^\047\\]|\\.)*\047/)
        if (RLENGTH < 0) return out
        line = substr(line, RLENGTH + 1)
      }
      return out
    }

    # Whether a conditional around the current line asks for `name`.
    function asked_around(name,    level) {
      for (level = 1; level <= depth; level++)
        if (index(around[level], " " name " ")) return 1
      return 0
    }

    # Records the words of a condition as asked for; returns them between blanks.
    function ask(condition,    word, count, i, text) {
      gsub(/[^A-Za-z0-9_]+/, " ", condition)
      count = split(condition, word, " ")
      text = " "
      for (i = 1; i <= count; i++)
        if (word[i] !~ /^[0-9]/ && word[i] != "defined") {
          asked[word[i]] = 1
          text = text word[i] " "
        }
      return text
    }

    BEGIN {
      split(others, list, " ")
      for (i in list) taken[list[i]] = 1
      split(reserved, list, " ")
      for (i in list) left_out[list[i]] = 1
    }

    {
      line = $0
      while (line ~ /\\$/ && (getline more) > 0) line = substr(line, 1, length(line) - 1) " " more
      line = code(line)
      if (line !~ /^[ \t]*#/) next
      sub(/^[ \t]*#[ \t]*/, "", line)
      word = line
      sub(/[^a-z].*/, "", word)
      rest = substr(line, length(word) + 1)
      if (word == "if" || word == "ifdef" || word == "ifndef") around[++depth] = ask(rest)
      else if (word == "elif") around[depth] = around[depth] ask(rest)
      else if (word == "endif") depth--
      else if (word == "define") {
        gsub(/^[ \t]+/, "", rest)
        sub(/[^A-Za-z0-9_].*/, "", rest)
        if (asked_around(rest)) has_default[rest] = 1
        else settled[rest] = 1
      }
    }

    END {
      family = "^(SQLITE_(ENABLE|OMIT|DISABLE|DEFAULT|MAX)_|SQLITE_OS_(KV|OTHER|UNIX|WIN)$|HAVE_)"
      for (name in asked) {
        if (name in taken) { print name; continue }
        if (name !~ /^(SQLITE|HAVE)_[A-Z0-9_]*[A-Z0-9]$/ || name in left_out) continue
        if (name ~ /^SQLITE.*_H$/) continue
        if (name in settled && !(name in has_default) && name !~ family) continue
        print name
      }
    }' "$1"
}

for operand in "$@"; do
  file=${operand#*=}
  [ -r "$file" ] || { echo "option-names.sh: cannot read '$file'" >&2; exit 2; }
  names "$file" | LC_ALL=C sed "s/\$/ ${operand%%=*}/"
done |
  LC_ALL=C awk '
    { if (!($1 in releases)) order[++count] = $1; releases[$1] = releases[$1] " " $2 }
    END { for (i = 1; i <= count; i++) print order[i] releases[order[i]] }' |
  LC_ALL=C sort
