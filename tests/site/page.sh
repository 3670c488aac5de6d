#!/bin/sh
# page.sh - the page without a server, in a browser, from a plain web server:  page.sh PROGRAM
#
# Needs the module of `make site`, which takes minutes to build: without it, or with an old one, nothing is tested, and a line
# says so.  The page is the one of this build.  `make test-long` runs all scenarios that need no server, otherwise few.
set -u
program=$(realpath "$1")
cd "$(dirname "$0")/../.." || exit 1
module=build/wasm/demesne.wasm
skip() {
    echo "ok 1 - the page without a server # SKIP $1: run make site"
    echo "1..1"
    exit 0
}
[ -f "$module" ] || skip 'the module was not built'
newer=$(find src answer question server wasm -newer "$module" \( -name '*.[ch]' -o -name '*.def' \) | head -n 1)
[ -z "$newer" ] || skip "the module is older than $newer"

site=$(mktemp -d)
trap 'rm -rf "$site"' EXIT
wasm/site.sh "$(dirname "$program")/page" "$module" "$site/files" || exit 1

# What the first visit loads.
bytes=$(find "$site/files" -type f | while read -r file; do gzip -9c "$file" | wc -c; done | awk '{ sum += $1 } END { print sum }')
most=920000
if [ "$bytes" -le "$most" ]; then sign="ok"; else sign="not ok"; fi
size="$sign - the first visit loads $bytes bytes, compressed; at most $most"

few="05-plane 06-plane 10-play 95-site 96-site 97-site 98-site"
[ -n "${DEMESNE_LONG:-}" ] && few=""
# shellcheck disable=SC2086 # a list of names
SITE=$site/files tests/web/page.sh "$program" $few >"$site/tap"
status=$?
# One plan for both.
count=$(sed -n 's/^1\.\.//p' "$site/tap")
grep -v '^1\.\.' "$site/tap"
echo "$size" | sed "s/ok - /ok $((count + 1)) - /"
echo "1..$((count + 1))"
[ "$status" -eq 0 ] && [ "$sign" = ok ]
