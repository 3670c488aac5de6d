#!/bin/sh
# page_size.sh - all files of the page together, as a browser gets them and compressed, stay under 175 kB.
. "$(dirname "$0")/../cli/lib/tap.sh"
. "$here/../server/lib/server.sh"
built=$(dirname "$program")/page

start
mkdir page
for file in $(cd "$built" && find . -type f | sort); do
    name=${file#./}
    mkdir -p "page/$(dirname "$name")"
    ask GET "/$name"
    tail -n +2 answer >"page/$name"
    [ "$code" = 200 ] || missing="$name"
done
stop
is 'every file of the page is served' "${missing:-none}" none
unused=$(cd "$here/../../web" && find . -name '*.js' ! -path ./main.js | sed 's|^./||' | sort |
    while read -r name; do grep -q "^\$all\[\"$name\"\]" "$built/main.js" || echo "$name"; done)
is 'every module of web/ is used' "${unused:-none}" none
bytes=$(tar -c page | gzip -9 | wc -c)
ok "the page is smaller than 175 kB ($bytes bytes)" test "$bytes" -lt 175000
finish
