# Two commands do everything on a fresh machine:
#
#     make run     set up, build ./demesne, run the guided demo
#     make test    set up, build, run every test
#
# `make help` lists the rest.  CMake and Ninja do the building (CMakeLists.txt).

PREFIX ?= /usr/local
BUILD  := build
CMAKE_BUILD = cmake --preset $(1) $(2) >/dev/null && cmake --build $(BUILD)/$(1)

.PHONY: run test test-long build debug asan tsan fuzz bench atlas reproduce coverage install format lint python site stubs setup setup-bench setup-python setup-site setup-test clean help

run: build ## set up, build, run the guided demo
	@mkdir -p demo; cp "$$(tools/fetch_map.sh monaco.osm.pbf 2>/dev/null)" demo/ 2>/dev/null || true
	./demesne demo

build: setup ## build ./demesne
	@$(call CMAKE_BUILD,release,-DDEMESNE_TESTS=OFF)
	@ln -sf $(BUILD)/release/demesne demesne

test: setup-test ## set up, build, run every test
	@tests/run.sh

test-long: setup-test site ## the slow checks: long fuzzing, exhaustive sweeps, load
	@tests/run.sh --long

python: setup-python ## build and test the Python package
	@$(call CMAKE_BUILD,release,-DDEMESNE_TESTS=OFF) --target demesne-cli demesne-python
	@tests/project/python.sh $(BUILD)/release/demesne

stubs: setup-python ## write python/demesne/__init__.pyi anew from the tables of the questions
	@$(call CMAKE_BUILD,release,-DDEMESNE_TESTS=OFF) --target demesne-python
	@python3 tools/stubs.py

debug asan tsan: setup-test ## build with that preset and run the unit tests
	@$(call CMAKE_BUILD,$@,-DDEMESNE_TESTS=ON)
	@tests/run.sh --unit $(BUILD)/$@

fuzz: setup-test ## run every fuzz target for a minute (FUZZ_SECONDS=60)
	@$(call CMAKE_BUILD,asan)
	@tests/fuzz/run.sh $(BUILD)/asan $${FUZZ_SECONDS:-60}

bench: setup-bench build ## run all measurements
	./demesne bench

atlas: build ## solve the tables of data/ (goes on where it stopped)
	@tools/atlas.sh

reproduce: build ## the papers' claims solved again: docs/EXPERIMENTS.md
	@tools/reproduce.sh >$(BUILD)/EXPERIMENTS.md
	@mv $(BUILD)/EXPERIMENTS.md docs/EXPERIMENTS.md

coverage: setup-test ## line coverage of the unit tests, in build/coverage/report.txt
	@$(call CMAKE_BUILD,coverage)
	@tools/coverage.sh $(BUILD)/coverage

install: build ## install binary, library, headers, man page, completion (PREFIX=/usr/local)
	@$(call CMAKE_BUILD,release,-DDEMESNE_TESTS=OFF -DCMAKE_INSTALL_PREFIX=$(PREFIX))
	@cmake --install $(BUILD)/release

format: ## lay out all C code
	clang-format -i $$(git ls-files '*.c' '*.h')

lint: setup-test ## clang-format and clang-tidy; records the clean files in tools/tidied.txt
	@tools/lint.sh --record

site: setup-site ## the page without a server, in build/site: docs/SITE.md
	@wasm/build.sh
	@$(call CMAKE_BUILD,release,-DDEMESNE_TESTS=OFF) --target page
	@wasm/site.sh

setup:
	@tools/setup.sh build

setup-bench:
	@tools/setup.sh build bench peers

setup-python:
	@tools/setup.sh build python

setup-site:
	@tools/setup.sh build site

setup-test:
	@tools/setup.sh build bench python test

clean: ## remove everything that was built
	rm -rf $(BUILD) demesne demo

help: ## list the targets
	@awk -F':.*## ' '/^[a-z -]+:.*## /{printf "  make %-18s %s\n", $$1, $$2}' Makefile
