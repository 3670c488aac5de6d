#!/bin/sh
# map_files.sh - what is written about a map: GeoJSON with areas, pictures, reports.
. "$(dirname "$0")/lib/tap.sh"

cat >town.osm <<'END'
<osm version="0.6">
<node id="1" lon="7.410" lat="43.730"/><node id="2" lon="7.420" lat="43.730"/>
<node id="3" lon="7.430" lat="43.730"/><node id="4" lon="7.420" lat="43.738"/>
<way id="10"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/><tag k="name" v="Rue &lt;A&gt;"/></way>
<way id="11"><nd ref="2"/><nd ref="4"/><tag k="highway" v="residential"/></way>
<way id="12"><nd ref="4"/><nd ref="3"/><tag k="highway" v="residential"/><tag k="oneway" v="yes"/></way>
</osm>
END
printf 'lon,lat,label\n7.4101,43.7301,West & Co\n' >white.csv
printf 'lon,lat,demand\n7.415,43.7302,2\n7.428,43.7301,3.5\n7.42,43.736,1\n9,50,1\n' >people.csv

run demesne score town.osm --white @white.csv --black 2 --customers people.csv --json --geojson map.json --areas \
    --report map.html -o map.svg
status_is 'a map in three files' 0
is 'files are named' "$(field geojson file report)" '"map.json" "map.svg" "map.html"'
is 'rows used and left out' "$(field customers unsnapped)" '3 1'
is 'a feature for each kind' "$(grep -o '"kind":"[a-z_]*"' map.json | sort -u | tr '\n' ' ')" \
    '"kind":"area" "kind":"customer" "kind":"left_out" "kind":"site" "kind":"street" '
is 'one area of each site' "$(grep -c '"kind":"area","owner":"\(white","site":7,"label":"West & Co"\|black","site":2\)}' map.json)" 2
is 'rings are closed' "$(sed -n 's/.*"MultiPolygon","coordinates":\[\[\[\(\[[^]]*\]\).*,\(\[[^]]*\]\)\]\]\]}}.*/\1 \2/p' map.json |
    awk '$1 != $2' | wc -l)" 0
matches 'whom the map must name' "$(head -n 1 map.json)" '*"attribution":"© OpenStreetMap contributors"*'
for file in map.svg map.html; do
    matches "$file: names, scale, whom to name" "$(cat $file)" '*Rue &lt;A&gt;*200 m*© OpenStreetMap contributors*'
    matches "$file: labels of sites" "$(cat $file)" '*West &amp; Co*'
done
matches 'the page says on what terms' "$(cat map.html)" '*<h2>Terms</h2>*nearest site, ties neutral*profile*car*measure*metres*customers*3 rows*date*20[0-9][0-9]-*'
run demesne score town.osm --white 0 --areas
status_is 'areas without a file' 2
matches 'areas without a file: why' "$err" '*--areas adds polygons to --geojson FILE*'
run demesne score path:5 --white 0 --geojson map.json
status_is 'a board without a map' 1
run demesne reply town.osm --white 0 --count 1 -o reply.svg
matches 'a caption names streets, not ids of OpenStreetMap' "$(cat reply.svg)" '*The best new sites: Rue &lt;A&gt;*'
run demesne draw town.osm -o plain.png
status_is 'a map without sites' 0
finish
