#!/bin/sh
# snap.sh - places by lon and lat on the streets of a map: tables, limits, messages, GeoJSON out.
. "$(dirname "$0")/lib/tap.sh"

# On the equator a thousandth of a degree is 111.2 m, in both directions:
#
#       2 --- Loop ---.
#       |             |          One Way leads east
#     Lane            |
#       |             |
#       0 - High St - 1 -- One Way -> 3
cat >town.geojson <<END
{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"name":"High Street","highway":"primary"},
 "geometry":{"type":"LineString","coordinates":[[0,0],[0.005,0],[0.01,0]]}},
{"type":"Feature","properties":{"name":"Lane","highway":"residential"},
 "geometry":{"type":"LineString","coordinates":[[0,0],[0,0.01]]}},
{"type":"Feature","properties":{"name":"Loop","highway":"service"},
 "geometry":{"type":"LineString","coordinates":[[0,0.01],[0.01,0.01],[0.01,0]]}},
{"type":"Feature","properties":{"name":"One Way","highway":"tertiary","oneway":"yes"},
 "geometry":{"type":"LineString","coordinates":[[0.01,0],[0.02,0]]}}]}
END
cat >people.csv <<END
name,lon,lat,demand
Ann,0.002,0.0005,2.5
Bob,0.008,-0.0001,1
Far,0.5,0.5,4
Cy,0.015,0.0001,3
Dan,0.0000001,0.01,1
END
cat >shop.geojson <<END
{"type":"FeatureCollection","features":[{"type":"Feature","id":7,
 "properties":{"name":"Old Market","brand":"Acme","open":true,"tags":{"shop":"food"}},
 "geometry":{"type":"Point","coordinates":[0.001,0.0001,12]}}]}
END

# Notes except those about the map.
notes() {
    printf '%s\n' "$err" | grep -v 'note: town'
}

# Where places go
run demesne score town.geojson --white @shop.geojson --black 3 --customers people.csv --json
is 'the board is divided: customers first, then sites' "$(field vertices white black owner)" '8 [7] [3] "WWWBWWBW"'
is 'shares and customers' "$(field white_score black_score unreached customers unsnapped)" '4.5 3 0 4 1'
is 'the lengths are metres' "$(demesne score town.geojson --white @shop.geojson --black 3 --customers people.csv --csv - --quiet)" \
    'row,label,vertex,demand,owner,site,distance,site_label,snap_metres,street,lon,lat,site_lon,site_lat,unit
1,Ann,4,2.5,white,7,111.2,Old Market,55.6,High Street,0.002,0.0005,0.001,0,metres
2,Bob,5,1,white,7,778.4,Old Market,11.1,High Street,0.008,-0.0001,0.001,0,metres
4,Cy,6,3,black,3,556,,11.1,One Way,0.015,0.0001,0.02,0,metres
5,Dan,2,1,white,7,1223.2,Old Market,0.0,Loop,0.0000001,0.01,0.001,0,metres'
is 'what was left out, and columns without a meaning' "$(notes)" \
    "demesne: note: people.csv:4: 'Far' left out: the nearest street is 77052.8 m away
demesne: note: shop.geojson: features: columns that have no meaning here: open, tags"
run demesne score town.geojson --white @shop.geojson --black 3 --customers people.csv
matches 'as text' "$out" '*customers      4*unsnapped      1*'
run demesne score town.geojson --white @shop.geojson --black 3 --csv - --quiet
is 'a row per vertex has degrees' "$(printf '%s\n' "$out" | tail -1)" '4,,0.001,0,0,white,0,white,4,1,Old Market,metres'
run demesne score town.geojson --white @shop.geojson --customers people.csv --snap-limit 20 --json
is 'a limit in metres' "$(field customers unsnapped)" '3 2'
run demesne score town.geojson --white @shop.geojson --customers people.csv --snap-limit 80000 --json --quiet
is 'a large limit' "$(field customers unsnapped)" '5 0'
printf 'lon,lat\n1,1\n1,2\n1,3\n1,4\n0,0\n' >most.csv
run demesne score town.geojson --white 0 --customers most.csv --json
is 'the first are named, then all are counted' "$(notes | sed 's/is .* away/is .. away/') $(field unsnapped)" \
    "demesne: note: most.csv:2: place left out: the nearest street is .. away
demesne: note: most.csv:3: place left out: the nearest street is .. away
demesne: note: most.csv:4: place left out: the nearest street is .. away
demesne: note: most.csv: places left out because no street is within 500 m: 4 4"
printf 'lon,lat,vertex,label\n0.003,0,,a\n,,1,b\n0.004,0,0,c\n' >mixed.csv
run demesne score town.geojson --white @mixed.csv --json
is 'rows by vertex among them; a vertex counts first' "$(field white)" '[4,1,0]'
printf 'lon;lat\n0.003;0\n' >semi.csv
run demesne reply town.geojson --white @semi.csv --count 1 --forbid @semi.csv --json --quiet
is 'one place in two lists is one vertex' "$(field vertices white)" '5 [4]'
printf 'name,lon,lat\nnorth,0.012,0\n' | gzip >packed.csv
run demesne score town.geojson --white @packed.csv --json
is 'a packed table' "$(field white)" '[4]'

# Directions
printf 'lon,lat\n0.012,0\n' >w.csv
printf 'lon,lat\n0.018,0\n' >b.csv
printf 'lon,lat\n0.015,0\n' >c.csv
run demesne score town.geojson --white @w.csv --black @b.csv --customers c.csv --json
is 'customers go along a one-way street' "$(field white_score black_score)" '0 1'
run demesne score town.geojson --white @w.csv --black @b.csv --customers c.csv --direction from-site --json
is 'goods come along it' "$(field white_score black_score)" '1 0'
run demesne score town.geojson --white @w.csv --black @b.csv --customers c.csv --undirected --json
is 'both ways' "$(field white_score black_score tied)" '0 0 1'
run demesne score town.geojson --black @w.csv --customers c.csv --json
is 'no way' "$(field unreached)" '1'

# Lengths are typed in metres
for radius in 333.5 333.6 333.7; do
    run demesne score town.geojson --black @b.csv --customers c.csv --radius $radius --json
    echo "$radius $(field black_score)"
done >radii
is 'a radius of 333.6 m reaches 333.6 m' "$(cat radii)" '333.5 0
333.6 1
333.7 1'
printf 'lon,lat,offset\n0.012,0,0.1\n' >late.csv
run demesne score town.geojson --white @late.csv --black @b.csv --customers c.csv --undirected --json
is 'an offset of a decimetre' "$(field white_score black_score)" '0 1'
run demesne score town.geojson --white @w.csv --rule huff --customers c.csv --undirected --json
is 'the floor is one metre' "$(field floor)" '1'

# Candidates
printf 'lon,lat,cost,label\n0.003,0,3,x\n0.003,0.0001,2,y\n0.018,0,1,z\n9,9,1,far\n' >rents.csv
run demesne reply town.geojson --white @shop.geojson --budget 1 --candidates rents.csv --customers people.csv --json
matches 'sites have lon and lat' "$out" \
    '*"sites":\[{"vertex":7,*"before":4.5},{"vertex":9,"side":"black","label":"z","lon":0.018,"lat":0,"snap_metres":0,"street":"One Way","cost":1,"demand":3,"before":0,"new":true,"from":\[{"vertex":null,"side":null,"demand":3}\]}\]*'
is 'candidates left out are counted' "$(field unsnapped unsnapped_candidates)" '1 1'
matches 'candidates at one point' "$err" \
    '*rents.csv:5: '\''far'\'' left out*rents.csv: candidates skipped because another is at the same point of a street: 1 (the first is rents.csv:3)'
printf 'lon,lat,label\n0.001,0,same\n0.009,0,new\n' >near.csv
run demesne reply town.geojson --white @shop.geojson --count 1 --candidates near.csv --json
is 'a candidate where a site stands' "$(field sites | sed 's/.*"label":"\([a-z]*\)".*/\1/') $(printf '%s' "$err" | grep -c 'candidates skipped because a site stands there: 1 (4)')" 'new 1'
run demesne lead town.geojson --count 1 --candidates near.csv --rival-candidates rents.csv --customers people.csv --json --quiet
is 'the order of new vertices: customers, candidates, rival candidates' "$(field vertices white black)" '11 [7] [9]'

# columns with other names
printf 'id,x,y,population,area\nAnn,0.002,0.0005,2.5,7\nBob,0.008,-0.0001,1,\n' >odd.csv
printf 'NAME,long,lat\n060816029.00,0.001,0.0001\n' >spopt.csv
printf 'NAME;Longitude;LATITUDE;Einwohner\nAnn;0,002;0,0005;2,5\nBob;0,008;-0,0001;1\n' >german.csv
run demesne score town.geojson --white @shop.geojson --black 1 --customers odd.csv --lon x --lat y --name id --demand population --json
is 'columns are named' "$(field white_score black_score demand_column)" '2.5 1 "population"'
matches 'the rest has no meaning' "$err" '*odd.csv: columns that have no meaning here: area*'
run demesne score town.geojson --white @shop.geojson --black 1 --customers odd.csv --lon x --lat y --name id --csv -
is 'labels by name' "$(printf '%s\n' "$out" | cut -d , -f 2 | tr '\n' ' ')" 'label Ann Bob '
run demesne score town.geojson --white @shop.geojson --black 1 --customers odd.csv --lon x --lat y --json
is 'a demand is never guessed' "$(field white_score black_score demand_column)" '1 1 null'
matches 'columns with numbers are noted' "$err" \
    '*note: odd.csv: there is no column demand, so each row counts 1; columns with numbers: population, area (--demand COLUMN takes one as the demand)*'
run demesne score town.geojson --white @shop.geojson --black 1 --customers odd.csv --lon x --lat y --quiet
matches 'without notes the answer says so' "$out" '*customers      2, each counts 1*'
run demesne score town.geojson --white @spopt.csv --black 1 --customers german.csv --demand einwohner --json
is 'usual names, decimal commas' "$(field white_score black_score vertices)" '2.5 1 7'
run demesne score town.geojson --white @shop.geojson --black 1 --customers odd.csv --lon x --lat y --name nowhere
matches 'a name that no table has' "$status $(notes)" "1 demesne: error: --name: no table has a column 'nowhere'"
run demesne score town.geojson --white @shop.geojson --black 1 --customers odd.csv --lon x --lat y --demand people
matches 'a demand that customers lack' "$status $(notes)" \
    "1 demesne: error: odd.csv:1: there is no column 'people'; expected one of id, x, y, population, area"
printf '{"arena":"town.geojson","lon":"x","lat":"y","demand":"population","customers":"odd.csv","us":[0],"them":[1],
 "scenarios":[{"name":"a","ask":"reply","count":1,"candidates":"spopt.csv"}]}' >odd.json
run demesne market odd.json --json
matches 'a plan names columns, too' "$status $out" '0 *"today":*"demand_column":"population"*"us":\[*"them_score":*'
run demesne score path:5 --white 0 --black 4 --demand x
matches 'without any table' "$status $err" "1 demesne: error: --demand: no table of customers has a column 'x'"
printf 'vertex,value\n0,7\n4,2\n' >worth.csv
run demesne score path:5 --white 0 --black 4 --customers worth.csv --json
matches 'a value is no demand' "$(field white_score black_score) $err" '1 1 *columns with numbers: value (*'
run demesne score path:5 --white 0 --black 4 --customers worth.csv --demand value --json
is 'unless it is said' "$(field white_score black_score) $err" '7 2 '

# A plan
cat >plan.json <<END
{"arena":"town.geojson","customers":"people.csv","white":"shop.geojson","candidates":"near.csv","snap_limit":100,"scenarios":[
 {"name":"answer","ask":"reply","count":1},
 {"name":"there","ask":"score","black":[{"lon":0.006,"lat":0.0001}]},
 {"name":"east","ask":"score","black":"b.csv"}]}
END
run demesne market plan.json --json --quiet
is 'a plan: all tables are snapped at once' "$(field vertices) $(printf '%s' "$out" | grep -o '"black":\[[0-9]*\]' | tr '\n' ' ')" \
    '11 "black":[] "black":[8] "black":[9] "black":[10] '
sed 's/0.0001}/5}/' plan.json >far.json
run demesne market far.json
is 'a site of a scenario that is too far' "$status $(notes)" \
    "1 demesne: error: 'scenarios[1].black'[0]: the nearest street is 554863.5 m away; expected at most 100 m"

# GeoJSON out
run demesne score town.geojson --white @w.csv --black 0 --customers people.csv --radius 600 --geojson out.geojson --json --quiet
is 'the answer names the file' "$status $(field geojson)" '0 "out.geojson"'
is 'its features' "$(grep -o '"kind":"[a-z_]*"' out.geojson | sort | uniq -c | tr -s ' \n' ' ')" \
    ' 4 "kind":"customer" 1 "kind":"left_out" 2 "kind":"site" 12 "kind":"street" '
is 'a street is cut at the boundary' "$(grep '"kind":"street".*"street":"High Street"' out.geojson | sed 's/.*"owner":"\([a-z]*\)".*coordinates"://; s/}}.*//')" \
    '[[0.0000000,0.0000000],[0.0020000,0.0000000]]
[[0.0020000,0.0000000],[0.0050000,0.0000000],[0.0053957,0.0000000]]
[[0.0053957,0.0000000],[0.0066043,0.0000000]]
[[0.0066043,0.0000000],[0.0080000,0.0000000]]
[[0.0080000,0.0000000],[0.0100000,0.0000000]]'
is 'parts beyond the radius are nobody'\''s' "$(grep '"kind":"street".*"street":"High Street"' out.geojson | sed 's/.*"owner":"\([a-z]*\)".*/\1/' | tr '\n' ' ')" \
    'black black unreached white white '
run demesne score town.geojson --white @w.csv --black 0 --geojson - --quiet
matches 'to standard output' "$out" '{"type":"FeatureCollection",*'
run demesne score path:3 --white 0 --geojson x.geojson
is 'without a map' "$status $err" '1 demesne: error: path:3: --geojson needs a map; this board has no streets'
run demesne score town.geojson --white 0 --geojson - --csv -
status_is 'two tables on standard output' 2
matches 'two tables on standard output: why' "$err" '*--csv - and --geojson -: expected one of them*'

# What is refused
bad() { # MESSAGE OPTION: the table on standard input
    cat >bad.csv
    case $2 in
    --candidates) run demesne reply town.geojson --white 0 --count 1 --candidates bad.csv ;;
    --values) run demesne arena town.geojson --values bad.csv ;;
    --customers) run demesne score town.geojson --white 0 --customers bad.csv ;;
    *) run demesne score town.geojson "$2" @bad.csv ;;
    esac
    is "$1" "$status $(notes)" "1 demesne: error: bad.csv$1"
}
table() { # MESSAGE OPTION LINES..
    message=$1 option=$2
    shift 2
    printf '%s\n' "$@" | bad "$message" "$option"
    tests=$((tests + 1))
}
features() { # MESSAGE OPTION FEATURES
    printf '{"type":"FeatureCollection","features":[%s]}' "$3" | bad "$1" "$2"
    tests=$((tests + 1))
}
point='"geometry":{"type":"Point","coordinates":[0.001,0]}'
table ':1: there is a column lon, but none called lat; expected both' --customers lon,demand 1,2
table ':1: there is a column lat, but none called lon; expected both' --white lat,label 1,2
table ':1: there is no column vertex, name, or lon and lat; expected a header line such as lon,lat,demand; did you mean lon by '\'x\''? The options lon, lat and name say what columns are called' --customers x,y 1,2
table ':2: the vertices of this board have no names; expected a column vertex; if '\'x\'' is the longitude, name that column by the option lon' --candidates name,x,y 7.00,0,0
table ':1: there is a column lon, but none called lat; expected both' --candidates lng,lat2 1,2
table ':1: there is no column vertex, name, or lon and lat; expected a header line such as lon,lat,demand. The options lon, lat and name say what columns are called' --customers demand,label 1,2
table ':1: two columns are called lon; expected one' --customers lon,lat,lon 1,2,3
table ':2: lon is '\''x'\''; expected decimal degrees from -180 to 180' --customers lon,lat x,0
table ':2: lat is '\''x'\''; expected decimal degrees from -90 to 90' --customers lon,lat 0,x
table ':2: lon is '\''180.1'\''; expected decimal degrees from -180 to 180' --customers lon,lat 180.1,0
table ':2: lon is '\''-180.00001'\''; expected decimal degrees from -180 to 180' --customers lon,lat -180.00001,0
table ':2: lat is '\''90.5'\''; expected decimal degrees from -90 to 90' --white lon,lat 0,90.5
table ':2: lat is '\''-91'\''; expected decimal degrees from -90 to 90' --candidates lon,lat 0,-91
table ':3: lon is '\''367120.5'\''; expected decimal degrees from -180 to 180' --customers lon,lat 0,0 367120.5,5812000
table ':2: lon is '\''1.007,42'\''; expected degrees such as 7.42, without points between thousands' --customers 'lon;lat' '1.007,42;0'
table ':3: some numbers have a decimal comma, some a decimal point; expected one of the two in all rows' --customers 'lon;lat' '0,001;0' '0.001;0'
table ':2: lat is '\''43,7'\''; expected degrees such as 7.42, without commas' --customers lon,lat '0,"43,7"'
table ':2: lon is '\''7°25'\''; expected decimal degrees from -180 to 180' --customers lon,lat '7°25,0'
table ':2: lon is '\''7.4E'\''; expected decimal degrees from -180 to 180' --customers lon,lat 7.4E,0
table ':2: lon is '\''nan'\''; expected decimal degrees from -180 to 180' --customers lon,lat nan,0
table ':2: lon is '\''inf'\''; expected decimal degrees from -180 to 180' --customers lon,lat inf,0
table ':2: lon is '\''0x10'\''; expected decimal degrees from -180 to 180' --customers lon,lat 0x10,0
table ':3: lon is empty; expected decimal degrees from -180 to 180' --customers lon,lat 0,0 ,0
table ':2: lat is empty; expected decimal degrees from -90 to 90' --white lon,lat,label 0,,x
table ':3: vertex is empty; expected a vertex number, 0 or more' --white lon,lat,vertex,label 0,0,,x ,,,y
table ':2: vertex 99 does not exist; the board has vertices 0..3' --white lon,lat,vertex 0,0,99
table ':3: cells in this row: 1; expected 2, as in the first line' --customers lon,lat 0,0 5
table ':3: cells in this row: 3; expected 2, as in the first line' --customers lon,lat 0,0 7,42,0
table ':2: demand is '\''-1'\''; expected a number from 0 to 2^62 with at most 18 decimals' --customers lon,lat,demand 0,0,-1
table ': the demand adds up to 0; expected more' --customers lon,lat,demand 0,0,0
table ': the demand of the places near streets adds up to 0; expected more' --customers lon,lat,demand 0,0,0 5,5,1
table ':2: offset is '\''0.05'\''; expected at most 1 decimals, as lengths have on this board' --white lon,lat,offset 0,0,0.05
table ':2: the nearest street is 1112.0 m away; expected at most 500 m' --white lon,lat -0.01,0
table ':3: the nearest street is 501.0 m away; expected at most 500 m' --black lon,lat 0.01,0 0.001,-0.0045054
table ':2: the nearest street is 889.6 m away; expected at most 500 m (are lon and lat swapped?)' --white lon,lat 0.005,0.018
table ': no place is within 500 m of a street; the first is 1112.0 m away' --customers lon,lat -0.01,0 0.04,0
table ': no place is within 500 m of a street; the first is 1112.0 m away' --candidates lon,lat -0.01,0
table ':3: the same place as bad.csv:2; expected it once' --candidates lon,lat 0.001,0 0.001,0
table ':1: a table of values lists vertices, not places by lon,lat; expected a column vertex or name' --values lon,lat,value 0,0,1
table ':1: there is no column value; expected a header line such as vertex,value' --values lon,lat 0,0
# Polygons: the centroid of all but the hole; both parts of the second; outside of the third.
cat >tracts.geojson <<END
{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"label":"hole","demand":5},"geometry":{"type":"Polygon","coordinates":
 [[[0.001,0],[0.005,0],[0.005,0.002],[0.001,0.002],[0.001,0]],[[0.003,0.0005],[0.005,0.0005],[0.005,0.0015],[0.003,0.0015],[0.003,0.0005]]]}},
{"type":"Feature","properties":{"label":"parts"},"geometry":{"type":"MultiPolygon","coordinates":
 [[[[0.006,0],[0.006,0.001],[0.007,0.001],[0.007,0],[0.006,0]]],[[[0.007,0],[0.009,0],[0.009,0.001],[0.007,0.001],[0.007,0]]]]}},
{"type":"Feature","properties":{"label":"hook"},"geometry":{"type":"Polygon","coordinates":
 [[[0.012,0],[0.016,0],[0.016,0.003],[0.0155,0.003],[0.0155,0.0005],[0.0125,0.0005],[0.0125,0.003],[0.012,0.003],[0.012,0]]]}}]}
END
run demesne score town.geojson --white 0 --customers tracts.geojson --geojson -
is 'centroids' "$(printf '%s\n' "$out" | grep '"kind":"customer"' | sed 's/.*"coordinates":\(.*\)}}.*/\1/' | tr '\n' ' ')" \
    '[0.0026667,0.0010000] [0.0075000,0.0005000] [0.0140000,0.0010833] '
is 'their number' "$(notes)" 'demesne: note: tracts.geojson: features: polygons taken as their centroids: 3; centroids outside of theirs: 1'
flat='{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[2,0],[0,0]]]}}'
features ': features[0]: expected a polygon with an area: rings of four points or more, [[[lon, lat], ..], ..]' --customers "$flat"
features ': features[0]: the geometry is a LineString; expected a Point, a Polygon or a MultiPolygon' --customers '{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]}}'
features ': features[0]: the geometry is a thing without type; expected a Point, a Polygon or a MultiPolygon' --customers '{"type":"Feature","properties":{},"geometry":[0,0]}'
features ': features[0]: expected "coordinates": [lon, lat]' --customers '{"type":"Feature","geometry":{"type":"Point","coordinates":[0]}}'
features ': features[0]: expected "coordinates": [lon, lat]' --customers '{"type":"Feature","geometry":{"type":"Point","coordinates":["0","0"]}}'
features ': features[0]: expected "coordinates": [lon, lat]' --customers '{"type":"Feature","geometry":{"type":"Point"}}'
features ': features[0]: expected a Feature with a Point' --customers '{"type":"Point","coordinates":[0,0]}'
features ': features[1]: expected a Feature with a Point' --customers "{\"type\":\"Feature\",$point},7"
features ': features[0]: lat is '\''91'\''; expected decimal degrees from -90 to 90' --white '{"type":"Feature","geometry":{"type":"Point","coordinates":[0,91]}}'
features ': features[0]: lon is empty; expected decimal degrees from -180 to 180' --white '{"type":"Feature","geometry":null,"properties":{"label":"x"}}'
features ': features[0]: demand is '\''many'\''; expected a number from 0 to 2^62 with at most 18 decimals' --customers "{\"type\":\"Feature\",$point,\"properties\":{\"demand\":\"many\"}}"
features ': features[0]: demand is '\''{..}'\''; expected a number from 0 to 2^62 with at most 18 decimals' --customers "{\"type\":\"Feature\",$point,\"properties\":{\"demand\":{}}}"
features ': features[1]: the same place as bad.csv: features[0]; expected it once' --candidates "{\"type\":\"Feature\",$point},{\"type\":\"Feature\",$point}"
features ': features[0]: the nearest street is 1112.0 m away; expected at most 500 m' --white '{"type":"Feature","geometry":{"type":"Point","coordinates":[-0.01,0]}}'
features ': features: no places are listed; expected at least one' --customers ''
printf '{"type":"Feature"}' | bad ': expected a table, or GeoJSON with "features": a list of points' --customers
tests=$((tests + 1))
printf '{"features":[' | bad ":1: ']' expected near end of file" --customers
tests=$((tests + 1))

run demesne score path:3 --white @w.csv
is 'a board without a map' "$status $err" \
    '1 demesne: error: w.csv:1: places by lon,lat need a board with a map, and this board has none; expected a column vertex or name'
run demesne score town.geojson --white @w.csv --black @w.csv --ties black --geojson both.geojson --areas --csv both.csv --quiet
is 'streets and areas of both' "$status $(grep -o '"kind":"site"' both.geojson | wc -l)" '0 2'
run demesne score town.geojson --white @w.csv --black @w.csv --ties black --json
is 'both sides at one point' "$(field white black white_score owner)" '[4] [4] 0 "BBB-B"'
run demesne solve town.geojson --rounds 1 --white @w.csv --black 0 --undirected
matches 'a question that does not divide streets' "$status $err" \
    '1 *demesne: error: w.csv: --white takes no places by lon,lat; expected a column vertex or name'
run demesne score town.geojson --white 0 --snap-limit -1
status_is 'a limit that is no length' 2

# Kinds of streets
snapped() {
    demesne score town.geojson --white 0 --customers people.csv --csv - --quiet "$@" 2>&1 | cut -d , -f 2,9,10 | tr '\n' ' '
}
is 'all streets' "$(snapped)" 'label,snap_metres,street Ann,55.6,High Street Bob,11.1,High Street Cy,11.1,One Way Dan,0.0,Loop '
is 'only some' "$(snapped --snap-to residential,tertiary)" 'label,snap_metres,street Ann,222.4,Lane Bob,222.7,One Way Cy,11.1,One Way Dan,0.0,Lane '
is 'a kind that the map lacks' "$(snapped --snap-to motorway)" 'demesne: error: people.csv: no place is within 500 m of a street of these kinds '
run demesne score town.geojson --white 0 --snap-to primary,lane
is 'an unknown kind' "$status $err" \
    '2 demesne: error: --snap-to lane: expected kinds of streets, of motorway|trunk|primary|secondary|tertiary|residential|service|track|path|other|ferry'

# Lengths with a unit: what a unit means, and what does not fit the measure
who() {
    demesne score town.geojson --white 0 --quiet --json "$@" 2>&1 | sed 's/.*"owner":"\([^"]*\)".*/\1/'
}
is 'kilometres' "$(who --radius 1.112km)" "$(who --radius 1112)"
is 'a metre less' "$(who --radius 1.1119km) $(who --radius '1112 m')" 'W--- WWW-'
for length in 300 300s 5min; do
    is "seconds: $length" "$(who --profile foot --measure seconds --radius $length)" 'W---'
done
for length in 13.344 800.64s 13.344min; do
    is "minutes: $length" "$(who --profile foot --measure minutes --radius $length)" 'WWW-'
done
run demesne score town.geojson --white @shop.geojson --customers people.csv --snap-limit 80km --json --quiet
is 'a limit in kilometres' "$(field customers unsnapped)" '5 0'
refuses() { # MESSAGE WORDS..
    said=$1
    shift
    run demesne score "$@" --quiet
    is "$*" "$status $err" "2 demesne: error: $said"
}
refuses '--radius 5min: the lengths of this map are metres; expected m or km (--measure seconds makes them times)' \
    town.geojson --white 0 --radius 5min
refuses '--radius 5km: the lengths of this map are minutes; expected s or min (--measure metres makes them ways)' \
    town.geojson --white 0 --radius 5km --measure minutes
refuses '--radius 5ft: expected a number, perhaps with a unit: m, km, s or min' town.geojson --white 0 --radius 5ft
refuses '--radius 5km: expected a number without unit, as the lengths of this board have none' path:3 --white 0 --radius 5km
refuses "--radius: 'km': expected a number" town.geojson --white 0 --radius km
refuses '--floor 1h: expected a number, perhaps with a unit: m, km, s or min' town.geojson --white 0 --rule huff --floor 1h
refuses '--snap-limit 5min: expected metres, with m or km or no unit' town.geojson --white 0 --snap-limit 5min
run demesne score town.geojson --white 0 --black 3 --rule huff --measure minutes --json --quiet
minutes=$(field white_score)
run demesne score town.geojson --white 0 --black 3 --rule huff --measure seconds --json --quiet
is 'huff shares do not depend on the unit' "$(printf '%.4f' "$minutes")" "$(printf '%.4f' "$(field white_score)")"
run demesne arena town.geojson --measure minutes --profile foot --json --quiet
is 'a board in minutes' "$(field measure decimals length_min)" '"minutes" 5 1334333'
run demesne arena town.geojson --measure minutes --to town.board --quiet
run demesne arena town.board --measure seconds
matches 'a .board file keeps its measure' "$status $err" \
    '1 *its lengths are minutes; write it again from the map with --measure seconds*'
run demesne solve path:3 --rounds 1 --snap-limit 5
matches 'solve has no limit' "$status $err" '2 *solve does not use --snap-limit*'
finish
