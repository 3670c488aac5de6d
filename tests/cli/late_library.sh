#!/bin/sh
# lazy_library.sh - libraries that are loaded when they are needed: where one is missing or too old, what
# needs it says so, and the rest works.
. "$(dirname "$0")/lib/tap.sh"
town=town:200

# The file of a library, such as libpq.so.5, as the tool names it.
file_of() { # LIBRARY
    cat "$program" "$(dirname "$program")"/libdemesne.* | grep -aoE "$1\.so\.[0-9]+" | head -n 1
}

# without LIBRARY COMMAND...: runs it where the library is an empty file.
without() {
    mkdir -p empty
    rm -f empty/*
    : >"empty/$(file_of "$1")"
    shift
    LD_LIBRARY_PATH=$PWD/empty run "$@"
}

# refused NAME LIBRARY MESSAGE COMMAND...
refused() {
    name=$1 library=$2 message=$3
    shift 3
    without "$library" "$@"
    status_is "$name" 4
    matches "$name: says why" "$err" "demesne: error: *$message, which is not installed or cannot be loaded (*$(file_of "$library"):*)"
}

for library in libpq libcairo libgeos_c libmicrohttpd; do
    matches "$library has a version" "$(file_of $library)" "$library.so.[0-9]*"
done
is 'a start loads none of them' \
    "$(LD_DEBUG=files demesne solve path:4 --rounds 1 2>&1 | grep -cE '(libpq|libcairo|libgeos|libmicrohttpd)')" 0

pq='databases on a PostgreSQL server need libpq'
refused 'PostgreSQL without libpq' libpq "$pq" demesne atlas show paths --db postgresql://x@127.0.0.1:1/x
refused 'work without libpq' libpq "$pq" demesne work --db postgresql://x@127.0.0.1:1/x
refused 'serve --db without libpq' libpq "$pq" demesne serve --port 0 --db postgresql://x@127.0.0.1:1/x
without libpq demesne atlas run paths --vertices 2-4 --db atlas.db
status_is 'a database in a file needs no libpq' 0

cairo='PNG and PDF pictures need cairo'
for kind in png pdf; do
    refused "a picture.$kind without cairo" libcairo "$cairo" demesne score path:5 --white 0 -o "picture.$kind"
    ok "no picture.$kind is left" test ! -e "picture.$kind"
done
without libcairo demesne score path:5 --white 0 -o picture.svg
status_is 'SVG needs no cairo' 0

refused 'areas without GEOS' libgeos_c 'areas of a map need GEOS' demesne score $town --white 0 --black 9 --geojson map.json --areas
without libgeos_c demesne score $town --white 0 --black 9 --geojson map.json
status_is 'streets need no GEOS' 0

refused 'serve without libmicrohttpd' libmicrohttpd 'a server needs libmicrohttpd' demesne serve --port 0

# A library without the functions.
mkdir old
echo 'int nothing;' >old.c
if cc -shared -fPIC -o "old/$(file_of libcairo)" old.c 2>/dev/null; then
    LD_LIBRARY_PATH=$PWD/old run demesne score path:5 --white 0 -o picture.png
    status_is 'a cairo that is too old' 4
    matches 'it names what is missing' "$err" "*$cairo, which * cannot be loaded (*undefined symbol: cairo_*)"
else
    skip 'a cairo that is too old' 'no C compiler'
fi
finish
