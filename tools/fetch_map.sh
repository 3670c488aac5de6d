#!/bin/sh
# fetch_map.sh - real maps for the demo and the tests, out of npm packages; never committed.
#
#     tools/fetch_map.sh monaco.osm.pbf     prints the path of the file in build/maps
#
# Status 1 and a reason on standard error if npm cannot give the package.  OpenStreetMap data is
# under the Open Database License, (c) OpenStreetMap contributors.
set -u
cd "$(dirname "$0")/.." || exit 1
case $1 in # package, the file inside it, its checksum
monaco.osm.pbf)
    set -- "$1" osm2geojson@1.0.3 test/fixtures/monaco.osm.pbf \
        3f5ecf8c2c35f5cae3640caab6c276c74428df51464bd2aee18de6fe6ec0b224
    ;;
gothenburg.geojson)
    set -- "$1" geojson-path-finder@2.1.0 test/large-network.json \
        e43f69b9b18a6b37d6a73fcb95631389be2ebae44cb3b74efc3b493d6033c1e4
    ;;
*)
    echo "fetch_map.sh: no map is called $1" >&2
    exit 2
    ;;
esac

matches() {
    [ -f "build/maps/$1" ] && [ "$(sha256sum <"build/maps/$1")" = "$2  -" ]
}

mkdir -p build/maps
exec 9>build/maps/lock # several tests may start at once
flock 9
if ! matches "$1" "$4"; then
    folder=$(mktemp -d build/maps/pack.XXXXXX)
    trap 'rm -rf "$folder"' EXIT
    timeout 120 npm pack --silent --fetch-retries=1 --fetch-timeout=30000 --pack-destination "$folder" "$2" >/dev/null 2>&1 &&
        tar -xzf "$folder"/*.tgz -C "$folder" && cp "$folder/package/$3" "build/maps/$1"
fi
matches "$1" "$4" || {
    echo "npm cannot give $2" >&2
    exit 1
}
realpath "build/maps/$1"
