#!/bin/sh
# core.sh - the core builds with nauty and GMP alone, whatever else the machine has.
. "$(dirname "$0")/../cli/lib/tap.sh"
cd "$here/../.." || exit 1

build=build/core
configure() {
    cmake -G Ninja -S . -B "$build" -DDEMESNE_CORE_ONLY=ON && cmake --build "$build"
}
# Names that the core asks of libraries it must do without.
asks_for_more() {
    nm -u "$build/libdemesne.a" | grep -E ' (igraph|cairo|json|XML|gz|inflate|sqlite3|ccadical)_'
}
nothing_more() {
    ! asks_for_more
}

ok 'the core configures and builds' configure
ok 'it asks nothing of the other libraries' nothing_more
finish
