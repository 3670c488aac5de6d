#!/bin/sh
# install.sh - `make install PREFIX=...` installs everything, and programs build against it.
. "$(dirname "$0")/../cli/lib/tap.sh"
root=$(cd "$here/../.." && pwd)
prefix=$work/prefix

ok 'make install' make -s -C "$root" install PREFIX="$prefix"
pc=$(find "$prefix" -name demesne.pc)
lib=$(dirname "$(dirname "$pc")")
for file in bin/demesne bin/demesne-bench bin/demesne-mpi share/man/man1/demesne.1 share/bash-completion/completions/demesne \
    share/zsh/site-functions/_demesne; do
    ok "$file" test -s "$prefix/$file"
done
for file in libdemesne.a libdemesne.so libdemesne-core.a libdemesne-core.so pkgconfig/demesne-core.pc; do
    ok "$file" test -s "$lib/$file"
done
for file in LICENSE docs/GAME.md; do
    ok "$file" test -s "$prefix/share/doc/demesne/$file"
done
for header in "$root"/include/demesne/*.h; do
    ok "include/demesne/$(basename "$header")" cmp "$header" "$prefix/include/demesne/$(basename "$header")"
done
version=$(PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --modversion demesne)
is 'the installed tool has the version of the library' "$("$prefix/bin/demesne" --version)" "demesne $version"
is 'the newest release in CHANGELOG.md' "$(grep '^## [0-9]' "$root/CHANGELOG.md" | head -n 1 | cut -d' ' -f2)" "$version"
is 'docs/openapi.yaml' "$(sed -n 's/^  version: "\(.*\)"/\1/p' "$root/docs/openapi.yaml")" "$version"

flags=$(PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --cflags --libs demesne)
# Each example is compiled as a user would, and run.
example() { # NAME OUTPUT [ARGUMENT..]
    sample=$1 printed=$2
    shift 2
    # shellcheck disable=SC2086 # the flags are words
    ok "$sample.c builds by pkg-config" cc -std=c17 -Wall -Wextra -Werror -o "$work/$sample" "$root/examples/$sample.c" $flags
    is "$sample.c runs" "$(LD_LIBRARY_PATH=$lib "$work/$sample" "$@" 2>/dev/null)" "$printed"
}
example score 'path:5: White 2, Black 2, tied 1
WW.BB' path:5
example solve_deadline 'White minus Black is 0
line: 5 6 7 4' grid:3x4 2 1000
example player_loop 'white takes 12
black takes 0
white takes 1
black takes 2
white takes 3
black takes 4
minimax (White) minus greedy (Black): 8'
example board_from_arrays 'open in Cedar: 410 customers, 290 stay with the rival'
# Without pkg-config: by CMake, and the core alone.
by_cmake() {
    cat >"$work/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(example LANGUAGES C)
find_package(demesne $version REQUIRED)
add_executable(by-cmake $root/examples/score.c)
target_link_libraries(by-cmake PRIVATE demesne::demesne)
END
    cmake -S "$work" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$prefix" && cmake --build "$work/cmake"
}
ok 'find_package(demesne) works' by_cmake
is 'and what it builds runs' "$("$work/cmake/by-cmake" path:5 | tail -n 1)" WW.BB
# shellcheck disable=SC2046 # words
ok 'a program links the core alone' cc -std=c17 -o "$work/core" "$root/examples/board_from_arrays.c" \
    $(PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --cflags --libs demesne-core)
is 'and runs' "$(LD_LIBRARY_PATH=$lib "$work/core")" 'open in Cedar: 410 customers, 290 stay with the rival'
for file in "$root"/examples/*.c; do
    ok "$(basename "$file") is compiled above" test -x "$work/$(basename "$file" .c)"
done
finish
