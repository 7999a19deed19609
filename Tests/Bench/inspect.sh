#!/usr/bin/env bash
# Measures `amalgam inspect` of a program of 250 MB, warm: time and peak memory.
#
# usage: inspect.sh TOOL [ROUNDS]     ROUNDS defaults to 9; medians are printed
#
# The programs are the largest of the Swift toolchain, as it is, and the hardest case: one that is
# data from end to end, all of which has to be searched.
set -euo pipefail
tool=$(realpath "$1")
rounds=${2:-9}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
toolchain=$(dirname "$(readlink -f "$(command -v swift)")")
largest=$(find "$toolchain" -maxdepth 1 -type f -printf '%s %p\n' | sort -n | tail -n 1 | cut -d' ' -f2)

cat >"$work/data.c" <<C
__asm__(".section .rodata\n.incbin \"$largest\"\n.text");
int main(void) { return 0; }
C
clang -fuse-ld=lld -o "$work/data" "$work/data.c"

measure() { # measure NAME FILE
  local start end
  "$tool" inspect "$2" >/dev/null
  for _ in $(seq "$rounds"); do
    start=$EPOCHREALTIME
    "$tool" inspect "$2" >/dev/null
    end=$EPOCHREALTIME
    awk -v a="$start" -v b="$end" 'BEGIN { printf "%.0f\n", (b - a) * 1000 }'
  done | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }' >"$work/median"
  # /usr/bin/time is not everywhere; Python's resource module is.
  peak=$(python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)' "$tool" inspect "$2")
  echo "inspect, $1 of $(($(stat -c %s "$2") / 1000000)) MB: $(cat "$work/median") ms, peak $peak MB"
}
measure "$(basename "$largest")" "$largest"
measure "a program that is all data" "$work/data"
