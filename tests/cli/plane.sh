#!/bin/sh
# plane.sh - `demesne plane`: areas, replies, openings, bad input.
. "$(dirname "$0")/lib/tap.sh"

# Whose land is whose.
run demesne plane score square --white '1/4,1/2' --black '3/4,1/2;1/2,1/5' --json --cells
status_is 'score' 0
is 'areas are fractions' "$(field area white_score black_score tied value winner exact)" \
    '"1" "181/480" "299/480" "0" "-59/240" "black" true'
is 'nothing on stderr' "$err" ''
is 'a cell' "$(field cells | sed 's/},{.*/}]/')" \
    '[{"site":["1/4","1/2"],"owner":"white","polygon":[["0","3/80"],["1/2","109/240"],["1/2","1"],["0","1"]],"area":"181/480"}]'
run demesne plane score square --white '1/4,1/4' --black '3/4,3/4' --metric manhattan --json
is 'Manhattan: the corners are tied' "$(field white_score tied winner)" '"7/16" "1/8" null'
run demesne plane score square --white '1/4,1/4' --black '3/4,3/4' --metric manhattan --ties earlier --json
is 'ties to the site placed first' "$(field white_score tied winner)" '"9/16" "0" "white"'
run demesne plane score triangle --sides 'red:0,0|blue:1,0|green:0,1' --json
is 'three sides' "$(field sides winner)" \
    '[{"name":"red","points":[["0","0"]],"score":"1/4"},{"name":"blue","points":[["1","0"]],"score":"1/8"},{"name":"green","points":[["0","1"]],"score":"1/8"}] "red"'
run demesne plane score rect:1000x1000 --white '300,500' --black '700,500' --rule gravity --json
is 'gravity' "$(field white_score black_score value lattice)" '"500000" "500000" "0" 1000'
run demesne plane score square --white '0.1,0.1' --black '0.9,0.9' --approximate --json
is 'with doubles' "$(field exact white_score winner)" 'false 0.5 null'

# Polygons from files, sites too.
printf 'x,y\n0,0\n3,0\n3,1\n1,1\n1,3\n0,3\n' >el.csv
printf 'x,y\n1/2,1/2\n5/2,1/2\n' >sites.csv
run demesne plane score polygon:el.csv --white @sites.csv --black '1/2,5/2' --json
is 'an L' "$(field area white_score black_score)" '"5" "7/2" "3/2"'
echo '{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[0,4],[0,0]],[[1,1],[2,1.5],[1,2],[1,1]]]}' >hole.geojson
run demesne plane score polygon:hole.geojson --white 3,1 --black 3,3 --json
is 'a hole' "$(field area)" '"31/2"'

# Replies: the enclosure of a supremum, and sites that come near.
run demesne plane reply square --white '1/2,1/2' --json
status_is 'reply' 0
is 'half, never reached' "$(field count attained proven winner)" '1 false true null'
run demesne plane reply rect:1x0.88 --white '1/4,0.44;3/4,0.44' --count 2 --epsilon 0.0001 --json
is 'Black wins above sqrt(3)/2' "$(field winner proven)" '"black" true'
run demesne plane reply rect:1.5x1 --white '0.375,1/2;1.125,1/2' --count 2 --metric manhattan --epsilon 0.01 --json
is 'Manhattan, rho below n: Black wins' "$(field winner)" '"black"'
run demesne plane reply square --white '1/4,1/2;3/4,1/2' --count 2 --epsilon 1e-9 --time 0.2 --json
status_is 'stopped: bounds' 3
is 'stopped: not proven' "$(field proven)" false

# Openings.
run demesne plane lead triangle --count 1 --epsilon 0.0001 --json
is 'the triangle: 4/9' "$(field lower upper | awk '{ print ($1 <= 4 / 9 && $2 >= 4 / 9 && $2 - $1 < 0.0001) }')" 1
is 'proven' "$(field proven)" true

# Bad input names what is wrong.
bad() { # NAME STATUS MESSAGE WORDS...
    name=$1
    expected=$2
    message=$3
    shift 3
    run demesne plane "$@"
    status_is "$name" "$expected"
    matches "$name: why" "$err" "demesne: error: *$message*"
}
bad 'a site outside' 1 '2,2 is outside the board square' score square --white 2,2
bad 'on each other' 1 '0.5,0.5 is taken by site 1' score square --white '1/2,1/2' --black '0.5,0.5'
bad 'not a number' 1 "'nan' is not a number" score square --white nan,0
bad 'half a point' 1 "'1/2' is no point" score square --white 1/2
bad 'no such board' 1 "no board of the plane is called 'disc'" score disc --white 0,0
bad 'a bad size' 1 'expected a positive number' score rect:0x1 --white 0,0
bad 'no board' 2 'an argument is missing' score --white 0,0
bad 'ties to White of three' 2 'ties cannot go to white' score triangle --sides 'a:0,0|b:1,0|c:0,1' --ties white
bad 'one side' 2 'two to 8 sides' score square --sides 'a:0,0'
bad 'no such file' 1 'none.csv: cannot be opened' score polygon:none.csv --white 0,0
printf 'x,y\n0,0\n1,1\n1,0\n0,1\n' >bow.csv
bad 'a polygon that crosses itself' 1 'bow.csv: the polygon touches or crosses itself: the side after corner 1' score polygon:bow.csv --white 0,0
printf 'x,y\n0,0\n1,0\nNaN,1\n' >nan.csv
bad 'not a number in a file' 1 "nan.csv:4: x: 'NaN' is not a number" score polygon:nan.csv --white 0,0
printf 'a,b\n0,0\n' >columns.csv
bad 'no columns' 1 'columns.csv:1: the header has no columns x and y' score polygon:columns.csv --white 0,0
{ echo x,y; awk 'BEGIN { for (i = 0; i < 1000000; i++) print i ",0" }'; } >long.csv
bad 'a million corners' 1 'more than 10000 corners' score polygon:long.csv --white 0,0
echo '{"type":"LineString","coordinates":[[0,0],[1,1]]}' >line.geojson
bad 'no polygon' 1 'line.geojson:1: the coordinates are those of no polygon' score polygon:line.geojson --white 0,0
printf 'x,y\n0,0\n1/2,3\n' >far.csv
bad 'a site of a file outside' 1 'far.csv:3: 0.5,3 is outside' score square --white @far.csv
bad 'a lattice of nothing' 2 'lattice' score square --white 0,0 --rule gravity --lattice 0
bad 'cells of gravity' 2 'is about the rule nearest' score square --white 0,0 --rule gravity --cells
bad 'no new sites' 2 'count' reply square --white 0,0 --count 0
finish
