#!/bin/sh
# Writes files.inc, the list of the data files that the binary carries.
#
# Reads the names below Profiles, Vendor, Sources/{Driver,Suites,Upstream,Extensions,Cost,Runtime,Embedded};
# run it from the project's root after one is added or removed ('make embedded'). A test fails while
# the list and the folders differ. Only text can be carried: a file ends at its first NUL.
set -eu
cd "$(dirname "$0")"
{
  echo '/* Made by list-files.sh; do not edit. */'
  for path in ../../Profiles/*.profile ../../Vendor/releases.lock ../Driver/*.c ../Driver/*.h \
    ../Suites/*.test ../Suites/*.txt ../Upstream/*.tcl ../Extensions/*.c ../Cost/*.c \
    ../Runtime/*.swift ../Runtime/*/*.swift catalogue.txt \
    check-ins.txt extensions.txt faults.txt option-names.txt error-texts.txt recorded-lists.txt \
    file-kinds.txt; do
    [ -f "$path" ] || continue
    case $path in
      ../../*) name=${path#../../} ;;
      ../*) name=${path#../} ;;
      *) name=Embedded/$path ;;
    esac
    printf '{"%s", (const char[]){\n#embed "%s" suffix(, 0) if_empty(0)\n}},\n' "$name" "$path"
  done
} > files.inc
