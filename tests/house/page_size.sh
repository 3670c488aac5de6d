#!/bin/sh
# page_size.sh - all files of the page together, compressed, stay under 150 kB.
. "$(dirname "$0")/../cli/lib/tap.sh"
cd "$here/../.." || exit 1

bytes=$(git ls-files web | tar -c -T - | gzip -9 | wc -c)
ok "the page is smaller than 150 kB ($bytes bytes)" test "$bytes" -lt 150000
finish
