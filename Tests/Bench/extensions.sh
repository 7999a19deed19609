#!/usr/bin/env bash
# Measures what the README says of extensions: REGEXP against regcomp() a row, distance_km() behind a
# box, the tokenizer cjk against trigram. Exits 1 where a bound is not kept.
#
# usage: extensions.sh TOOL [ROWS [POINTS [DOCUMENTS]]]     200000, 1000000, 50000
set -euo pipefail
tool=$(realpath "$1")
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
release=$("$tool" releases fetch --newest --quiet | head -n 1 | awk '{print $1}')
cat >"$work/bench.profile" <<'PROFILE'
optimize speed
SQLITE_ENABLE_FTS5
extension regexp
extension geo
extension cjk
PROFILE
"$tool" build "$work/bench.profile" --sqlite "$release" --build-dir "$work/build" --quiet >/dev/null
variant=$(ls -d "$work"/build/*)
cc -O2 -Wall -Wextra -I"$variant" -o "$work/extensions" Tests/Bench/extensions.c \
  "$variant"/libsqlite3-bench.a -lm -lpthread -ldl
"$work/extensions" "${2:-200000}" "${3:-1000000}" "${4:-50000}"
