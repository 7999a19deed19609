#!/bin/sh
# Lists the check-in of every release of SQLite, from SQLite's own documentation pages.
#
# Usage:   check-ins.sh FOLDER >check-ins.txt
# Input:   FOLDER holds chronology.html and releaselog/ as sqlite.org serves them; Debian's source
#          package sqlite3 has them in its orig-www archive, folder www.
# Output:  a line a release, newest first: version, day, check-in. The check-in is whole where the
#          release's own page tells it, as pages do from 3.7.6.3 on, else its first ten digits as the
#          chronology links them.
#
# Where a page and the chronology name different check-ins the page's is taken, which is what
# sqlite3_sourceid() of the release returns; such releases are named on standard error.
set -eu

[ $# -eq 1 ] || { echo 'usage: check-ins.sh FOLDER' >&2; exit 64; }
chronology=$1/chronology.html
[ -r "$chronology" ] || { echo "check-ins.sh: cannot read '$chronology'" >&2; exit 2; }

echo '# Every release of SQLite: version, day, check-in or its first ten digits.'
echo "# Made by check-ins.sh from SQLite's chronology and release logs; do not edit."
LC_ALL=C awk '
  match($0, /timeline\?c=[0-9a-f]+/) {
    id = substr($0, RSTART + 11, RLENGTH - 11)
    match($0, /[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]/)
    day = substr($0, RSTART, RLENGTH)
  }
  /data-sortkey=.[0-9]+.>.*<\/tr>/ && id != "" {
    version = $0
    sub(/<\/td>.*/, "", version)
    sub(/<\/a>$/, "", version)
    sub(/.*>/, "", version)
    print version, day, id
    id = ""
  }' "$chronology" |
  while read -r version day id; do
    page=$1/releaselog/$(echo "$version" | tr . _).html
    whole=
    if [ -r "$page" ]; then
      whole=$(tr '\n' ' ' <"$page" |
        sed -n 's/.*SQLITE_SOURCE_ID:[ "]*\([0-9-]* [0-9:]* \)\{0,1\}\([0-9a-f]\{40,64\}\).*/\2/p')
    fi
    # A page on which a digit was lost tells no whole one.
    case ${#whole} in
      40 | 64) ;;
      *) whole=$id ;;
    esac
    case $whole in
      "$id"*) ;;
      *) echo "$version: the chronology says $id, its own page $whole" >&2 ;;
    esac
    echo "$version $day $whole"
  done
