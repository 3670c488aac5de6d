#!/bin/sh
# make_map.sh FILE - an OpenStreetMap file of about 55 MB for `demesne-bench map`: 256 copies of
# Monaco, each with ids of its own, made with osmium.  Status 1 with a reason if that cannot be done.
set -eu
command -v osmium >/dev/null || {
    echo 'osmium-tool is not installed' >&2
    exit 1
}
town=$("$(dirname "$0")/../tests/maps/fetch.sh" monaco.osm.pbf)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
osmium renumber "$town" -o all.osm.pbf
copies=1
while [ "$copies" -lt 256 ]; do # 16664 nodes, 2269 ways and 99 relations in each
    osmium renumber -s $((16664 * copies + 1)),$((2269 * copies + 1)),$((99 * copies + 1)) all.osm.pbf -o more.osm.pbf
    osmium merge all.osm.pbf more.osm.pbf -o both.osm.pbf
    rm more.osm.pbf
    mv both.osm.pbf all.osm.pbf
    copies=$((2 * copies))
done
cat all.osm.pbf >"$1"
