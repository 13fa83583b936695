# A thin face of the CMake presets: sets the machine up once, then configures, builds and runs.
#
# `make demo` and `make test` are all that a newcomer needs; both work in a fresh clone on Debian 12 or newer.
# SPDX-License-Identifier: MIT
PREFIX ?= /usr/local
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
TEST_JOBS ?= 2
CTEST = ctest --output-on-failure --no-tests=error -j $(TEST_JOBS) --timeout 900
STAMPS = build/.stamps

# Clones in different folders share what ccache has.
export CCACHE_BASEDIR ?= $(CURDIR)
export CCACHE_NOHASHDIR ?= 1
export CCACHE_SLOPPINESS ?= pch_defines,time_macros

.DEFAULT_GOAL := help
.PHONY: help demo build test install bench format lint asan tsan clean

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-9s %s\n", $$1, $$2}' Makefile

demo: build/build.ninja  ## set up, build, and run the demonstration on the cpu device
	@echo "demo: building (the first time takes some minutes)"
	@cmake --build build -j $(JOBS) --target demo_programs -- $$(test -t 1 || echo --quiet)
	@build/bin/vgpu_demo
	@echo && echo "The simulated GPU with a sample of two streams; the page shows host, rings, engines and units as they work:"
	@build/bin/vgpu sim trace -o build/sim_timeline.html

build: build/build.ninja  ## everything: libraries, command line, Python, tests, benchmarks
	@cmake --build build -j $(JOBS)

test: $(STAMPS)/test $(STAMPS)/partners build  ## set up, build, and run every test
	@$(CTEST) --test-dir build

install: build/build.ninja  ## install to PREFIX (default /usr/local)
	@cmake --build build -j $(JOBS) --target installed_programs
	@cmake --install build --prefix $(PREFIX)

bench: $(STAMPS)/bench build  ## benchmarks, beside the peers that are installed
	@for program in build/bin/bench_*; do echo "== $$program"; $$program || exit 1; done

format:  $(STAMPS)/lint ## format all C and C++ sources
	@git ls-files -co --exclude-standard '*.cpp' '*.h' '*.hpp' '*.c' | xargs clang-format-19 -i

lint: $(STAMPS)/lint build/build.ninja  ## clang-tidy over the sources
	@tools/lint build

asan: $(STAMPS)/sanitize  ## build and test with AddressSanitizer and UBSan, in build-asan
	@cmake --preset asan && cmake --build --preset asan -j $(JOBS)
	@$(CTEST) --test-dir build-asan -LE house

tsan: $(STAMPS)/sanitize  ## build and test with ThreadSanitizer, in build-tsan
	@cmake --preset tsan && cmake --build --preset tsan -j $(JOBS)
	@$(CTEST) --test-dir build-tsan -LE house

clean:  ## remove all build folders
	rm -rf build build-asan build-tsan

build/build.ninja: $(STAMPS)/build
	@cmake --preset release

$(STAMPS)/%: tools/setup
	@tools/setup build $(filter-out build,$*)
	@mkdir -p $(STAMPS) && touch $@
	@# Packages that came after the first configure may bring tests and peers with them.
	@if [ -f build/build.ninja ]; then cmake --preset release; fi
