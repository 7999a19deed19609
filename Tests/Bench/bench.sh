#!/usr/bin/env bash
# Measures what the README says of amalgam's speed, interleaved with what it is compared with.
#
# usage: bench.sh TOOL [ROUNDS] [PART…]     ROUNDS defaults to 3, medians are printed; PART to all
#
# build    Cold `amalgam build` of the three profiles, release fetched and stock generated, against
#          `xargs -P clang -c` of the same three sqlite3.c with the same flags, plus one generation
#          of the amalgamation for each grammar set that the profiles need.
# idle     `amalgam build` with nothing to do, against `swift build` with nothing to do.
# memory   The peak memory of the tool itself, compilers apart.
# verify   `amalgam verify` of the three profiles, archive and shared library, all built and the
#          drivers compiled; the patterns of suite regexp-long, which are slow on purpose, apart.
# symbols  `amalgam symbols` on the Swift toolchain's static libraries, which have no name of SQLite's,
#          with an archive among them that has some, and for all names, against `llvm-nm -A` on the
#          same files, all writing to /dev/null.
# Machines are shared and noisy: look at the ratios, and at processor time where no ratio is given.
set -euo pipefail
tool=$(realpath "$1")
rounds=${2:-3}
shift $(($# < 2 ? $# : 2))
parts=${*:-build idle memory verify symbols}
for part in $parts; do
  case $part in build | idle | memory | verify | symbols) ;; *) echo "no part '$part'" >&2; exit 64 ;; esac
done
cd "$(dirname "$0")/../.."
jobs=$(getconf _NPROCESSORS_ONLN)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# BENCH_CACHE keeps what is built from one call to the next, as no measure of `build` may.
export AMALGAM_CACHE=${BENCH_CACHE:-$work/cache}
variants=${BENCH_CACHE:-$work}/build
release=none
[ "$parts" = symbols ] || release=$("$tool" releases fetch --newest --quiet | head -n 1 | awk '{print $1}')

seconds() { # seconds COMMAND…: prints how long it took
  local start end
  start=$EPOCHREALTIME
  "$@" >"$work/out" 2>&1 || { cat "$work/out" >&2; return 1; }
  end=$EPOCHREALTIME
  awk -v a="$start" -v b="$end" 'BEGIN { printf "%.3f\n", b - a }'
}
processor() { # processor COMMAND…: prints the processor time of it and its children, in seconds
  local TIMEFORMAT='%U %S'
  { time "$@" >"$work/out" 2>&1; } 2>&1 | awk '{ printf "%.3f\n", $1 + $2 }'
}
median() { sort -n | awk '{ v[NR] = $1 } END { print (NR % 2) ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
least() { sort -n | head -n 1; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }
amalgam() { "$tool" "$@" --sqlite "$release" --build-dir "$variants" --jobs "$jobs" --quiet; }

cold() { # what is fetched and the stock amalgamation stay; all else goes
  find "$AMALGAM_CACHE/amalgamations" -mindepth 2 -maxdepth 2 ! -name stock -exec rm -rf {} +
  rm -rf "$AMALGAM_CACHE/records" "$variants"
}
amalgam_cold() { cold; amalgam build; }

# The compiles that the plan itself names, run by xargs in a copy of the built variants.
reference() {
  for _ in $(seq "$sets"); do
    rm -rf "$work/generate"
    cp -Rp "$configured" "$work/generate"
    make -C "$work/generate" sqlite3.c OPT_FEATURE_FLAGS=-DSQLITE_UDL_CAPABLE_PARSER OPTS=
  done
  # The order that finishes soonest: the slow -O2 first.
  echo "$compiles" | sort -k2 | xargs -P "$jobs" -L 1 sh -c 'cd "$0" && clang -c "$1" -fPIC -o reference.o sqlite3.c'
}

bench_build() {
  cp -r "$variants" "$work/reference"
  compiles=$(cd "$work/reference" && for variant in *; do
    level=$(sed -n 's/.*"optimize": "\(.*\)".*/\1/p' "$variant/manifest.json")
    [ "$level" = size ] && flag=-Os || flag=-O2
    echo "$work/reference/$variant $flag"
  done)
  sets=$(ls "$AMALGAM_CACHE"/amalgamations/* | grep -vc '^stock$')
  configured=$(ls -d "$AMALGAM_CACHE"/configured/*/ | head -n 1)
  for _ in $(seq "$rounds"); do
    seconds amalgam_cold >>"$work/a"
    seconds reference >>"$work/b"
  done
  a=$(median <"$work/a"); b=$(median <"$work/b")
  echo "cold build of the three profiles:  $a s, the same compiles by xargs and $sets generation(s): $b s, ratio $(ratio "$a" "$b")"
}

bench_idle() {
  swift build >/dev/null 2>&1 || true
  for _ in $(seq $((rounds * 3))); do
    seconds amalgam build >>"$work/c"
    seconds swift build >>"$work/d"
  done
  c=$(median <"$work/c"); d=$(median <"$work/d")
  echo "nothing to do:                     $c s, swift build: $d s, ratio $(ratio "$c" "$d")"
}

# The high-water mark of the tool's own process, read while it runs.
bench_memory() {
  cold
  "$tool" build --sqlite "$release" --build-dir "$variants" --quiet >/dev/null &
  process=$!
  peak=0
  while now=$(awk '/VmHWM/ { print $2 }' "/proc/$process/status" 2>/dev/null) && [ -n "$now" ]; do
    peak=$now
    sleep 0.05
  done
  wait "$process"
  echo "peak memory of the tool itself:    $((peak / 1024)) MB, compilers apart"
}

# The requests of suite regexp-long, as PROTOCOL.md has them.
pattern_requests() {
  printf 'open main memory -\n'
  awk -v RS= '/^(statement ok|query )/ {
    sub(/^[^\n]*\n/, ""); sub(/\n----.*/, "")
    printf "sql %d main %d\n%s\n", NR, length($0), $0
  }' Sources/Suites/regexp-long.test
}

bench_verify() {
  amalgam verify >/dev/null
  for _ in $(seq "$rounds"); do
    seconds amalgam verify >>"$work/e"
    processor amalgam verify >>"$work/f"
  done
  pattern_requests >"$work/patterns"
  for driver in $(find "$AMALGAM_CACHE/drivers" -name driver -path '*/archive-*'); do
    answers=$("$driver" <"$work/patterns")
    [[ $answers == *error* ]] || for _ in $(seq "$rounds"); do
      seconds sh -c "'$driver' <'$work/patterns'" >>"$work/g"
    done
  done
  echo "verify of the three profiles:      $(median <"$work/e") s, least $(least <"$work/e") s; processor time $(median <"$work/f") s, least $(least <"$work/f") s"
  echo "  of it the pathological patterns: $(median <"$work/g") s a run of suite regexp-long"
}

bench_symbols() {
  local swift archives
  swift=$(dirname "$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')")
  mapfile -t archives < <(find "$swift/swift_static" -name '*.a' 2>/dev/null)
  if [ ${#archives[@]} -eq 0 ] || ! command -v llvm-nm >/dev/null; then
    echo "symbols against llvm-nm:           not run: no static libraries of Swift, or no llvm-nm"
    return
  fi
  echo 'int sqlite3_step(void) { return 0; }' | clang -x c -c -o "$work/sqlite3.o" -
  llvm-ar rcs "$work/libsqlite3.a" "$work/sqlite3.o"
  symbols() { "$tool" symbols "$@" "${archives[@]}" >/dev/null || [ $? -lt 2 ]; }
  names() { llvm-nm -A "${archives[@]}" >/dev/null 2>&1; }
  for _ in $(seq $((rounds * 3))); do
    seconds symbols >>"$work/h"
    seconds names >>"$work/i"
    seconds symbols --names '*' >>"$work/j"
    seconds symbols "$work/libsqlite3.a" >>"$work/k"
  done
  h=$(median <"$work/h"); i=$(median <"$work/i"); j=$(median <"$work/j"); k=$(median <"$work/k")
  echo "symbols of ${#archives[@]} archives:            $h s, llvm-nm -A: $i s, ratio $(ratio "$h" "$i"); with a SQLite: $k s, ratio $(ratio "$k" "$i"); with --names '*': $j s, ratio $(ratio "$j" "$i")"
}

[ "$parts" = symbols ] || amalgam build >/dev/null
echo "SQLite $release, $jobs jobs, medians of $rounds, load $(cut -d' ' -f1 </proc/loadavg 2>/dev/null || echo unknown)"
for part in $parts; do "bench_$part"; done
