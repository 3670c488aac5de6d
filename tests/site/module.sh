#!/bin/sh
# module.sh - the engine in WebAssembly, where `make site` or wasm/build.sh built it: its size, its worker in Node, and the
# same answers as the native server gives.  With DEMESNE_LONG 500 questions in place of 60, and two builds in two folders
# that are equal byte for byte.
. "$(dirname "$0")/../cli/lib/tap.sh"
. "$here/../server/lib/server.sh"
root=$(cd "$here/../.." && pwd)
module=$root/build/wasm/demesne.wasm
most=750000 # bytes, compressed, of the module and its two scripts: all of the site may have 920 kB

if [ ! -f "$module" ] || ! command -v node >/dev/null; then
    skip 'the module: its size, worker and answers' 'it was not built: run make site'
    finish
    exit
fi

# What the module was built from is the code that is there.
newer=$(cd "$root" && find src answer question server wasm -newer "$module" \( -name '*.[ch]' -o -name '*.def' \) | head -n 3)
if [ -n "$newer" ]; then
    skip 'the module: its size, worker and answers' "it is older than $(echo "$newer" | head -n 1): run make site"
    finish
    exit
fi

mkdir site
cp "$root"/wasm/engine.js "$root"/wasm/worker.js "$module" site
echo '{"type":"module"}' >site/package.json
bytes=$(cat "$module" "$root"/wasm/engine.js "$root"/wasm/worker.js | gzip -9 | wc -c)
ok "the module is smaller than $most bytes compressed ($bytes)" test "$bytes" -lt "$most"
ok 'no path of the machine is in it' sh -c "! grep -q '$root' '$module'"

node "$here"/worker.mjs site >worker.out 2>&1
status=$?
while read -r line; do
    case $line in
    'ok '*) report 0 "worker: ${line#* - }" ;;
    'not ok '*) report 1 "worker: ${line#* - }" ;;
    '#'*) echo "$line" ;;
    esac
done <worker.out
is 'the worker ended well' "$status" 0

# The native server answers the same questions.
start
map=$root/build/maps/monaco.osm.pbf
[ -f "$map" ] || map=""
count=60
[ -z "${DEMESNE_LONG:-}" ] || count=500
# shellcheck disable=SC2086 # no map, no argument
node "$here"/questions.mjs site/engine.js site/demesne.wasm "$port" "$count" 3 $map >questions.out 2>&1
report $? "answers equal those of the native server: $(tail -n 1 questions.out | cut -c 1-60)"
grep -A 2 '^differs' questions.out | cut -c 1-300 | sed 's/^/# /'
stop

if [ -n "${DEMESNE_LONG:-}" ] && command -v emcc >/dev/null; then
    git clone -q "$root" second
    mkdir second/build
    cp -r "$root"/build/site-sources second/build
    ok 'it can be built in another folder' second/wasm/build.sh
    ok 'both builds are equal byte for byte' cmp second/build/wasm/demesne.wasm "$module"
fi
finish
