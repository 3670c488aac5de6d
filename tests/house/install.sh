#!/bin/sh
# install.sh - `make install PREFIX=...`: everything is there, and a program builds against it.
. "$(dirname "$0")/../cli/lib/tap.sh"
root=$(cd "$here/../.." && pwd)
prefix=$work/prefix

ok 'make install' make -s -C "$root" install PREFIX="$prefix"
pc=$(find "$prefix" -name demesne.pc)
lib=$(dirname "$(dirname "$pc")")
for file in bin/demesne bin/demesne-bench share/man/man1/demesne.1 share/bash-completion/completions/demesne \
    share/zsh/site-functions/_demesne; do
    ok "$file" test -s "$prefix/$file"
done
ok 'the library' test -s "$lib/libdemesne.a" -o -s "$lib/libdemesne.so"
for header in "$root"/include/demesne/*.h; do
    ok "include/demesne/$(basename "$header")" cmp "$header" "$prefix/include/demesne/$(basename "$header")"
done
version=$(PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --modversion demesne)
is 'the installed tool has the version of the library' "$("$prefix/bin/demesne" --version)" "demesne $version"
is 'the newest section of CHANGELOG.md' "$(grep -m 1 '^## ' "$root/CHANGELOG.md" | cut -d' ' -f2)" "$version"
is 'docs/openapi.yaml' "$(sed -n 's/^  version: "\(.*\)"/\1/p' "$root/docs/openapi.yaml")" "$version"

flags=$(PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --cflags --libs demesne)
# shellcheck disable=SC2086 # the flags are words
ok 'a program builds by pkg-config' cc -std=c17 -o "$work/score" "$root/examples/score.c" $flags
is 'and runs' "$(LD_LIBRARY_PATH=$lib "$work/score" path:5)" 'path:5: White 2, Black 2, tied 1
WW.BB'
finish
