#!/bin/sh
# map_rules.sh - what OpenStreetMap forbids and slows: turns, barriers, ferries, speeds of one's own.
. "$(dirname "$0")/lib/tap.sh"

# A hundredth of a degree is 1112 m.  Way 1 leads from 1 to 2, way 2 from 2 to 3, way 3 from 2 to 4,
# way 4 from 3 to 4; a ferry, way 5, from 4 to 5.
#
#         4 ~~~~ 5
#         | \
#     1 - 2 - 3        2 is a junction; 6 lies on way 1, between 1 and 2
xml() { # ATTRIBUTES OF NODE 6, RELATIONS
    cat <<END
<osm><node id="1" lat="0" lon="0"/><node id="6" lat="0" lon="0.005">${1:-}</node><node id="2" lat="0" lon="0.01"/>
<node id="3" lat="0" lon="0.02"/><node id="4" lat="0.01" lon="0.01"/><node id="5" lat="0.01" lon="0.02"/>
<way id="1"><nd ref="1"/><nd ref="6"/><nd ref="2"/><tag k="highway" v="residential"/></way>
<way id="2"><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/></way>
<way id="3"><nd ref="2"/><nd ref="4"/><tag k="highway" v="residential"/></way>
<way id="4"><nd ref="3"/><nd ref="4"/><tag k="highway" v="unclassified"/></way>
<way id="5"><nd ref="4"/><nd ref="5"/><tag k="route" v="ferry"/><tag k="motor_vehicle" v="yes"/><tag k="duration" v="00:10"/></way>
${2:-}</osm>
END
}
tag() {
    echo "<tag k=\"$1\" v=\"$2\"/>"
}
turn() { # KIND FROM VIA TO
    echo "<relation id=\"1\"><member type=\"way\" ref=\"$2\" role=\"from\"/><member type=\"node\" ref=\"$3\" role=\"via\"/>" \
        "<member type=\"way\" ref=\"$4\" role=\"to\"/>$(tag type restriction)$(tag "${5:-restriction}" "$1")${6:-}</relation>"
}
xml >open.osm
# distances SITE OPTIONS..: from every vertex by its name, to the site.
distances() {
    demesne score "$@" --csv - --quiet | sed 1d | cut -d , -f 2,7 | tr '\n' ' '
}

is 'without rules' "$(distances open.osm --white 1)" '1,1112 2,0 3,1112 4,1112 5,2224 '
xml '' "$(turn no_left_turn 1 2 3)" >left.osm
is 'no left turn: round by 3' "$(distances left.osm --white 3)" '1,3796.5 2,1112 3,1572.5 4,0 5,1112 '
is '.. which is as if unknown for other sites' "$(distances left.osm --white 1)" "$(distances open.osm --white 1)"
is '.. and none on foot' "$(distances left.osm --white 3 --profile foot)" "$(distances open.osm --white 3 --profile foot)"
is '.. and none undirected' "$(distances left.osm --white 3 --undirected)" "$(distances open.osm --white 3)"
is 'goods come the other way' "$(distances left.osm --white 0 --direction from-site)" '1,0 2,1112 3,2224 4,3796.5 5,4908.5 '
run demesne score left.osm --white 3 --json --quiet
is 'copies are not seen' "$(field vertices edges white_score owner)" '5 5 5 "WWWWW"'
run demesne score left.osm --white 5 --quiet
matches '.. nor taken' "$status $err" '1 *there is no vertex 5; this board has 5*'
run demesne reply left.osm --white 3 --count 4 --json --quiet
is '.. nor chosen' "$(field black)" '[0,1,2,4]'
demesne arena left.osm --to left.board --quiet >left.txt
matches 'arena counts' "$(cat left.txt)" '*respected * turn restrictions 1, barriers 0, ferries 1*'
is 'a .board file keeps them' "$(distances left.board --white 3)" "$(distances left.osm --white 3)"

xml '' "$(turn only_straight_on 1 2 2)" >only.osm
is 'only straight on' "$(distances only.osm --white 3)" "$(distances left.osm --white 3)"
xml '' "$(turn only_straight_on 1 2 2 restriction "$(tag except 'psv;motorcar')")" >except.osm
is 'except cars' "$(distances except.osm --white 3)" "$(distances open.osm --white 3)"
is '.. not bikes' "$(distances except.osm --white 3 --profile bike)" "$(distances left.osm --white 3 --profile bike)"
xml '' "$(turn no_left_turn 1 2 3 restriction:motorcar)" >cars.osm
is 'for cars' "$(distances cars.osm --white 3)" "$(distances left.osm --white 3)"
is '.. not bikes' "$(distances cars.osm --white 3 --profile bike)" "$(distances open.osm --white 3 --profile bike)"
xml '' "$(turn no_left_turn 1 2 3 restriction:conditional)" >timed.osm
run demesne arena timed.osm
matches 'at some times' "$err" '*turn restrictions ignored: at some times only 1*'

# A customer and a shop on the streets before and behind the turn.
printf 'lon,lat\n0.005,0\n0.01,0.002\n' >people.csv
printf 'lon,lat\n0.01,0.005\n' >shop.csv
is 'on the streets' "$(demesne score left.osm --white @shop.csv --customers people.csv --csv - --quiet | sed 1d | cut -d , -f 7 | tr '\n' ' ')" \
    '3336 333.6 '

xml "$(tag barrier bollard)" >bollard.osm
is 'a bollard stops cars' "$(distances bollard.osm --white 0)" '1,0 6,556 2, 3, 4, 5, '
is '.. but is reached from both sides' "$(distances bollard.osm --white 1)" '1,556 6,0 2,556 3,1668 4,1668 5,2780 '
is '.. not bikes' "$(distances bollard.osm --white 0 --profile bike)" "$(distances open.osm --white 0 --profile bike)"
xml "$(tag barrier lift_gate)$(tag motorcar no)" >gate.osm
is 'a gate that is closed to cars' "$(distances gate.osm --white 0)" "$(distances bollard.osm --white 0)"
xml "$(tag barrier gate)" >gate.osm
is 'a gate that is not' "$(distances gate.osm --white 0)" "$(distances open.osm --white 0)"

is 'a ferry takes its time' "$(distances open.osm --white 4 --measure seconds | tr ' ' '\n' | sed -n 4p)" '4,600'
printf 'lon,lat\n0.015,0.0099\n' >sea.csv
run demesne score open.osm --white @sea.csv --snap-limit 100
matches 'no place is moved to it' "$status $err" '1 *sea.csv:2: the nearest street is * m away*'

# Speeds of one's own: way 1 at 20 km/h, way 2 at 40, the junction 2 takes 4 s, the signal on way 1 30 s.
xml "$(tag highway traffic_signals)" >signal.osm
cat >speeds.csv <<END
kind,kmh,seconds
residential,20,
primary,40,
ferry,10,
junction,,4
signal,,30
END
is 'speeds and delays' "$(distances signal.osm --white 2 --measure seconds --speeds speeds.csv)" \
    '1,334.3 2,102.1 3,0 4,285.1 5,687.4 '
is '.. in minutes' "$(distances signal.osm --white 2 --measure minutes --speeds speeds.csv)" \
    '1,5.57167 2,1.70167 3,0 4,4.75167 5,11.45667 '
refuses() { # MESSAGE TABLE
    printf '%b' "$2" >bad.csv
    run demesne arena open.osm --measure seconds --speeds bad.csv --quiet
    matches "$1" "$status $err" "1 demesne: error: bad.csv$1*"
}
refuses ":2: there is no kind of street 'lane'; expected one of motorway, *, ferry, other, junction, signal" 'kind,kmh\nlane,3\n'
refuses ":3: primary is listed twice; expected it once" 'kind,kmh\nprimary,3\nprimary,3\n'
refuses ":2: kmh of primary is '-3'; expected a positive number up to 1000" 'kind,kmh\nprimary,-3\n'
refuses ":2: primary has seconds; expected kmh alone" 'kind,kmh,seconds\nprimary,3,4\n'
refuses ":2: seconds of signal is ''; expected a non-negative number up to 86400" 'kind,seconds\nsignal,\n'
refuses ":1: expected a header line: kind,kmh,seconds" 'street,speed\nprimary,3\n'
refuses ": the table is empty; expected a header line: kind,kmh,seconds" ''
run demesne arena open.osm --speeds speeds.csv
matches 'metres take no time' "$status $err" '1 *speeds.csv: speeds count on a map in seconds or minutes*'
finish
