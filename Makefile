# amalgam's targets:
#   make            fetch SQLite, build the tool, build and verify the three variants, report
#   make test       every kind of test once, at most 15 minutes on 2 cores
#   make test-fast  the pure tests, seconds
#   make tool       the binary alone: no network, no SQLite
#   make install    the binary to $(PREFIX)/bin
#   make dist       one static file and its digest, in dist/
#   make lint       formatter and linter, as CI runs them;  make format  mends what can be mended
#   make bench      the figures of the README, measured here
#   make fuzz       the readers of object files against mutated input, RUNS each (20000)
#   make mutants    libraries that are wrong on purpose, each of which verify must catch
#   make catalogue  the option catalogue against SQLite itself, of RELEASE (3.46.1)
#   make soak       the large numbers that make test has no time for, as a table
#   make embedded   the list of data files that the binary carries
#   make clean      everything that was made, but for fetched sources

PREFIX ?= /usr/local
RUNS ?= 20000
RELEASE ?= 3.46.1
JOBS ?= $(shell getconf _NPROCESSORS_ONLN)
TOOL := .build/release/amalgam
SWIFT_BUILD := swift build --jobs $(JOBS)
# A static program starts in a millisecond and needs no Swift on the machine it is copied to;
# macOS has no static programs.
STATIC := $(if $(filter Linux,$(shell uname -s)),-Xswiftc -static-executable -Xswiftc -use-ld=lld -Xlinker --strip-all)
# Apple's toolchain has no fuzzer.
FUZZ := $(if $(filter Linux,$(shell uname -s)),Tests/Fuzz/run $(RUNS))
SOURCES := Sources Tests Package.swift

.PHONY: all tool test test-fast install dist lint format bench fuzz mutants catalogue soak embedded clean

all: tool
	release=$$($(TOOL) releases fetch --newest) && $(TOOL) verify --sqlite "$$release"

tool:
	$(SWIFT_BUILD) -c release --product amalgam $(STATIC)

# Tests that need a release which no origin serves say "not run".
test: tool
	-$(TOOL) releases fetch 3.46.1
	-$(TOOL) releases fetch --newest
	swift test --jobs $(JOBS)
	$(FUZZ)

test-fast:
	swift test --jobs $(JOBS) --filter 'ObjectFilesTests|AmalgamCoreTests'

install: tool
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 $(TOOL) "$(DESTDIR)$(PREFIX)/bin/amalgam"

dist: tool
	mkdir -p dist
	cp $(TOOL) dist/amalgam
	cd dist && { command -v sha256sum >/dev/null && sha256sum amalgam || shasum -a 256 amalgam; } > amalgam.sha256

lint:
	swift format lint --strict --recursive --parallel $(SOURCES)

format:
	swift format --in-place --recursive --parallel $(SOURCES)

bench: tool
	Tests/Bench/bench.sh $(TOOL)
	Tests/Bench/inspect.sh $(TOOL)
	Tests/Bench/extensions.sh $(TOOL)

fuzz:
	Tests/Fuzz/run $(RUNS)

mutants: tool
	$(TOOL) releases fetch 3.46.1
	JOBS=$(JOBS) Tests/Mutants/run

catalogue: tool
	$(TOOL) releases fetch $(RELEASE)
	$(SWIFT_BUILD) -c release --product catalogue $(STATIC)
	.build/release/catalogue $(RELEASE) --jobs $(JOBS)

soak: tool
	$(TOOL) releases fetch 3.46.1
	-$(TOOL) releases fetch 3.53.4
	JOBS=$(JOBS) Tests/Soak/run $(LINES)

embedded:
	Sources/Embedded/list-files.sh

clean:
	rm -rf .build build dist
