#!/bin/sh
# Builds the module, build/wasm/demesne.wasm.  It needs Emscripten and, the first time, a mirror of the distribution:
# `make site` sees to both.
set -eu
cd "$(dirname "$0")/.."
wasm/sources.sh build/site-sources
cmake --preset wasm >/dev/null
cmake --build build/wasm
