#!/usr/bin/env bash
# Measures what the README says of amalgam's speed, interleaved with what it is compared with.
#
# usage: bench.sh TOOL [ROUNDS]     ROUNDS defaults to 3; medians are printed
#
# 1. Cold `amalgam build` of the three profiles, release fetched and stock generated, against
#    `xargs -P clang -c` of the same three sqlite3.c with the same flags, plus one generation of
#    the amalgamation for each grammar set that the profiles need.
# 2. `amalgam build` with nothing to do, against `swift build` with nothing to do.
# 3. The peak memory of the tool itself, compilers apart.
# Machines are shared and noisy: look at the ratios.
set -euo pipefail
tool=$(realpath "$1")
rounds=${2:-3}
cd "$(dirname "$0")/../.."
jobs=$(getconf _NPROCESSORS_ONLN)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export AMALGAM_CACHE=$work/cache
release=$("$tool" releases fetch --newest --quiet | head -n 1 | awk '{print $1}')

seconds() { # seconds COMMAND…: prints how long it took
  local start end
  start=$EPOCHREALTIME
  "$@" >"$work/out" 2>&1 || { cat "$work/out" >&2; return 1; }
  end=$EPOCHREALTIME
  awk -v a="$start" -v b="$end" 'BEGIN { printf "%.3f\n", b - a }'
}
median() { sort -n | awk '{ v[NR] = $1 } END { print (NR % 2) ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }

cold() { # what is fetched and the stock amalgamation stay; all else goes
  find "$AMALGAM_CACHE/amalgamations" -mindepth 2 -maxdepth 2 ! -name stock -exec rm -rf {} +
  rm -rf "$AMALGAM_CACHE/records" "$work/build"
}
amalgam_cold() { cold; "$tool" build --sqlite "$release" --build-dir "$work/build" --jobs "$jobs" --quiet; }

# The compiles that the plan itself names, run by xargs in a copy of the built variants.
"$tool" build --sqlite "$release" --build-dir "$work/build" --quiet >/dev/null
cp -r "$work/build" "$work/reference"
compiles=$(cd "$work/reference" && for variant in *; do
  level=$(sed -n 's/.*"optimize": "\(.*\)".*/\1/p' "$variant/manifest.json")
  [ "$level" = size ] && flag=-Os || flag=-O2
  echo "$work/reference/$variant $flag"
done)
sets=$(ls "$AMALGAM_CACHE"/amalgamations/* | grep -vc '^stock$')
configured=$(ls -d "$AMALGAM_CACHE"/configured/*/ | head -n 1)
reference() {
  for _ in $(seq "$sets"); do
    rm -rf "$work/generate"
    cp -Rp "$configured" "$work/generate"
    make -C "$work/generate" sqlite3.c OPT_FEATURE_FLAGS=-DSQLITE_UDL_CAPABLE_PARSER OPTS=
  done
  # The order that finishes soonest: the slow -O2 first.
  echo "$compiles" | sort -k2 | xargs -P "$jobs" -L 1 sh -c 'cd "$0" && clang -c "$1" -fPIC -o reference.o sqlite3.c'
}

: >"$work/a"; : >"$work/b"; : >"$work/c"; : >"$work/d"
for _ in $(seq "$rounds"); do
  seconds amalgam_cold >>"$work/a"
  seconds reference >>"$work/b"
done
swift build >/dev/null 2>&1 || true
for _ in $(seq $((rounds * 3))); do
  seconds "$tool" build --sqlite "$release" --build-dir "$work/build" --quiet >>"$work/c"
  seconds swift build >>"$work/d"
done
a=$(median <"$work/a"); b=$(median <"$work/b"); c=$(median <"$work/c"); d=$(median <"$work/d")
echo "SQLite $release, $jobs jobs, medians of $rounds"
echo "cold build of the three profiles:  $a s, the same compiles by xargs and $sets generation(s): $b s, ratio $(ratio "$a" "$b")"
echo "nothing to do:                     $c s, swift build: $d s, ratio $(ratio "$c" "$d")"

# The high-water mark of the tool's own process, read while it runs.
cold
"$tool" build --sqlite "$release" --build-dir "$work/build" --quiet >/dev/null &
process=$!
peak=0
while now=$(awk '/VmHWM/ { print $2 }' "/proc/$process/status" 2>/dev/null) && [ -n "$now" ]; do
  peak=$now
  sleep 0.05
done
wait "$process"
echo "peak memory of the tool itself:    $((peak / 1024)) MB, compilers apart"
