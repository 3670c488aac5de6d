#!/bin/sh
# page_size.sh - all files of the page together stay under 150 kB, each compressed by itself.
. "$(dirname "$0")/../cli/lib/tap.sh"
cd "$here/../.." || exit 1

bytes=0
for file in $(git ls-files web); do
    bytes=$((bytes + $(gzip -9 -c "$file" | wc -c)))
done
ok "the page is smaller than 150 kB ($bytes bytes)" test "$bytes" -lt 150000
finish
