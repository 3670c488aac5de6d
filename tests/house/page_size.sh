#!/bin/sh
# page_size.sh - all files of the page together, as a browser gets them and compressed, stay under 150 kB.
. "$(dirname "$0")/../cli/lib/tap.sh"
. "$here/../server/lib/server.sh"
top=$(cd "$here/../.." && pwd)

start
mkdir page
for file in $(git -C "$top" ls-files web); do
    name=${file#web/}
    mkdir -p "page/$(dirname "$name")"
    ask GET "/$name"
    tail -n +2 answer >"page/$name"
    [ "$code" = 200 ] || missing="$name"
done
stop
is 'every file of web/ is served' "${missing:-none}" none
bytes=$(tar -c page | gzip -9 | wc -c)
ok "the page is smaller than 150 kB ($bytes bytes)" test "$bytes" -lt 150000
finish
