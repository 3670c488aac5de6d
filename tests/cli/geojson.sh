#!/bin/sh
# geojson.sh - lines of GeoJSON as boards; a real town against networkx.
. "$(dirname "$0")/lib/tap.sh"
maps=$here/../maps

cat >town.geojson <<'END'
{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"highway":"primary","oneway":"yes","name":"Main Street"},
 "geometry":{"type":"LineString","coordinates":[[11.97,57.7],[11.975,57.701],[11.98,57.7]]}},
{"type":"Feature","properties":{"highway":"residential","maxspeed":30},
 "geometry":{"type":"LineString","coordinates":[[11.98,57.7],[11.98,57.71],[11.97,57.7]]}},
{"type":"Feature","properties":{"highway":"footway"},
 "geometry":{"type":"MultiLineString","coordinates":[[[11.975,57.701],[11.98,57.71]]]}},
{"type":"Feature","properties":{"population":9},"geometry":{"type":"Point","coordinates":[11.9,57]}}]}
END
run demesne arena town.geojson --json
is 'streets for cars' "$status $(field vertices edges oneway streets measure profile)" '0 2 2 2 2 "metres" "car"'
matches 'other geometries are noted' "$err" '*note: town.geojson: geometries that are no lines are left out: 1*'
run demesne arena town.geojson --profile foot --json
is 'streets on foot' "$(field vertices edges oneway streets)" '4 5 0 5'
run demesne arena town.geojson --profile foot --to - --format json
is 'lengths in decimetres' "$(printf '%s\n' "$out" | tail -n 5)" ' [0,1,"317.2"],
 [0,3,"1260.7"],
 [1,2,"317.2"],
 [1,3,"1043.9"],
 [2,3,1112]]}'
run demesne arena town.geojson --measure seconds --to - --format json
is 'speeds count' "$(printf '%s\n' "$out" | tail -n 2)" ' [0,1,"38.1"],
 [1,0,"284.7"]]}'
run demesne score town.geojson --profile foot --white 0 --black 2 --json
is 'a question about it' "$(field white_score black_score tied)" '1 2 1'

cp town.geojson town.json
run demesne arena town.json --json
is 'known by its content' "$(field vertices streets)" '2 2'
run demesne arena - --json <town.geojson
is 'from a pipe' "$(field vertices streets)" '2 2'
gzip -k town.geojson
run demesne arena town.geojson.gz --json
is 'packed' "$(field vertices streets)" '2 2'

gothenburg=$("$here/../../tools/fetch_map.sh" gothenburg.geojson 2>"$work/why")
if [ -z "$gothenburg" ]; then
    skip 'gothenburg' "$(cat "$work/why")"
elif ! python3 -c 'import networkx' 2>"$work/why"; then
    skip 'gothenburg' "$(tail -n 1 "$work/why")"
else
    set -- 250 car metres
    [ -z "${DEMESNE_LONG:-}" ] || set -- 1000 # all
    is "gothenburg: the board and $1 distances are those of networkx" \
        "$(echo "$gothenburg $*" | python3 "$maps/check_osm.py" "$program" 2>&1 | tail -n 1)" "$gothenburg same"
    run demesne arena "$gothenburg" --json --quiet
    is 'gothenburg: facts' "$(field vertices edges oneway streets attribution)" \
        '13939 16909 4690 17174 "© OpenStreetMap contributors"'
fi
finish
