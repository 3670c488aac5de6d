#!/bin/sh
# tables.sh - tables of nodes and edges, and Shapefiles, as boards.
. "$(dirname "$0")/lib/tap.sh"
maps=$here/../maps

cat >nodes.csv <<'END'
lat,population,id,lon
57.70,5,a,11.97
57.70,6,b,11.98
57.71,7,"c, the third",11.98
57.80,8,d,12
END
cat >edges.csv <<'END'
from,to,length,oneway
a,b,120.25,
b,"c, the third",,yes
a,"c, the third",99.949,0
a,a,3,
END
for file in nodes.csv edges.csv "$PWD/nodes.csv"; do
    run demesne arena "$file" --to - --format json
    is "${file##*/} opens both" "$(printf '%s\n' "$out" | sed 1d)" '"decimals":1,
"vertices":[
 {"x":11.97,"y":57.7,"name":"a"},
 {"x":11.98,"y":57.7,"name":"b"},
 {"x":11.98,"y":57.71,"name":"c, the third"},
 {"x":12,"y":57.8,"name":"d"}],
"edges":[
 [0,1,"120.3"],
 [0,2,"99.9"]],
"arcs":[
 [1,2,1112]]}'
done
matches 'what is not used is noted' "$err" \
    '*edges from a node to itself are left out: 1; columns not used: population*'
run demesne arena edges.csv --measure seconds --largest --json
is 'lengths in seconds' "$(field measure vertices length_min length_max)" '"seconds" 3 999 1334'
run demesne score nodes.csv --white a --black b --json
is 'ids are names' "$(field white black owner)" '[0] [1] "WBW-"'
run demesne score nodes.csv --white a --black b --quiet
matches 'names and shares in text' "$out" '*white          0
                 a
  black          1
                 b
*share          White 66.67 %, Black 33.33 %, tied 0 % of what is reached; 25 % of all is not*'
run demesne score nodes.csv --white 1 --black 2 --json
is 'distances keep directions' "$(field owner)" '"BWB-"'
cat nodes.csv edges.csv >both
run demesne arena - --json <both
is 'both in one input' "$(field vertices streets)" '4 3'
mkdir town
printf '\357\273\277id;lon;lat\r\n10;11.97;57.7\r\n20;11.98;57.7\r\n' >town/old-nodes.csv
printf 'to;from;highway\r\n10;20;footway\r\n20;10;primary\r\n' >town/old-edges.csv
run demesne arena town/old-edges.csv --json
is 'other separators, marks and names of files' "$(field vertices edges streets)" '2 1 1'
run demesne arena town/old-nodes.csv --profile foot --json
is 'profiles count' "$(field vertices edges streets)" '2 1 2'

if python3 "$maps/make_shapefile.py" roads; then
    run demesne arena roads.shp --to - --format json
    case $status$err in
    1*'built without shapelib'*) skip 'Shapefiles' 'the program was built without shapelib' ;;
    *)
        is 'a Shapefile' "$status $(printf '%s\n' "$out" | sed 1,2d)" '0 "vertices":[
 {"x":11.97,"y":57.7},
 {"x":11.98,"y":57.7},
 {"x":11.98,"y":57.71}],
"edges":[
 [1,2,1112]],
"arcs":[
 [0,1,"634.4"],
 [2,0,"1260.7"]]}'
        run demesne arena roads.shp --profile foot --json
        is 'its attributes count' "$(field vertices streets attribution)" '4 4 "© OpenStreetMap contributors"'
        for part in shp shx; do
            mkdir "cut-$part"
            cp roads.* "cut-$part"
            head -c 130 "roads.$part" >"cut-$part/roads.$part"
        done
        run demesne arena cut-shp/roads.shp
        is 'a cut .shp' "$status $err" '1 demesne: error: cut-shp/roads.shp: not a Shapefile, or cut'
        run demesne arena cut-shx/roads.shp
        is 'a cut .shx' "$status $err" \
            '1 demesne: error: cut-shx/roads.shx: missing or cut; a Shapefile needs its .shx beside the .shp'
        echo 'PROJCS["SWEREF99 TM"]' >roads.prj
        run demesne arena roads.shp
        is 'projected coordinates' "$status $err" \
            '1 demesne: error: roads.prj:1: the coordinates are projected; expected longitude and latitude (EPSG:4326)'
        run demesne arena - --json <roads.shp
        is 'not from a pipe' "$status" 1
        ;;
    esac
else
    skip 'Shapefiles' 'python3 is missing'
fi
finish
