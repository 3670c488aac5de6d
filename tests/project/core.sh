#!/bin/sh
# core.sh - the core needs only nauty and GMP, whatever else the machine has.  Its objects are
# those of the release build; with DEMESNE_LONG it is also built by itself.
. "$(dirname "$0")/../cli/lib/tap.sh"
cd "$here/../.." || exit 1
objects=$(dirname "$program")/CMakeFiles/demesne-core.dir

# Links every object of the core into one program.
links() {
    echo 'int main(void) { return 0; }' >"$work/main.c"
    # shellcheck disable=SC2046 # words
    cc -o "$work/core-program" "$work/main.c" $(sed "s|.*|$objects/&.o|" "$work/sources") \
        $(pkg-config --libs nauty 2>/dev/null || echo -lnauty) -lgmp -lm -pthread
}

ok 'the core configures' cmake -G Ninja -S . -B "$work/core" -DDEMESNE_CORE_ONLY=ON
sed -n "s|.*\"file\": \"$PWD/\(.*\)\".*|\1|p" "$work/core/compile_commands.json" >"$work/sources"
is 'it has the files of all its modules' "$(sed 's|^src/||; s|^papers/|papers_|; s|/.*||; s|papers_|papers/|' "$work/sources" | sort -u | tr '\n' ' ')" \
    "$(sed -n 's/^set(core_modules \(.*\))/\1/p' CMakeLists.txt | tr ' ' '\n' | sort | tr '\n' ' ')"
ok 'it links with only nauty and GMP' links
[ -z "${DEMESNE_LONG:-}" ] || ok 'it builds' cmake --build "$work/core"
finish
