#!/bin/sh
# demesne arena: what it says about known boards, converting, streams, limits.
set -u
cd "$(dirname "$0")/../.."
. tests/support/tap.sh
demesne=$(pwd)/${1:-build/release/demesne}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# has WORDS COMMAND...: the command succeeds and prints WORDS.
has() {
    words=$1
    shift
    text=$("$@") || return 1
    case $text in *"$words"*) ;; *) echo "wanted: $words"; echo "$text"; return 1 ;; esac
}

# fails STATUS WORDS COMMAND...: that exit status, and WORDS on stderr.
fails() {
    wanted=$1
    words=$2
    shift 2
    text=$("$@" 2>&1 >/dev/null)
    got=$?
    [ "$got" -eq "$wanted" ] || { echo "status $got, not $wanted: $text"; return 1; }
    case $text in *"$words"*) ;; *) echo "wanted: $words"; echo "$text"; return 1 ;; esac
}

facts() {
    "$demesne" arena "$@" --json
}

whole_text() {
    "$demesne" arena grid:3x4 >"$work/text" || return 1
    diff - "$work/text" <<'TEXT'
grid:3x4: 12 vertices, 17 edges, ties neutral
  degree         2 to 4, mean 2.833
  lengths        1
  values         1, together 12
  components     1
  shape          connected, bipartite
  carries        coordinates
  diameter       5
  radius         3
  medians        5,6
  symmetries     4
  orbits         4
TEXT
}

# There and back again leaves the same facts.
round_trip() {
    facts road:50 --seed 3 | sed 's/.*"degree_min"/"degree_min"/' >"$work/before"
    "$demesne" arena road:50 --seed 3 --to "$work/road.json" >"$work/said" || return 1
    grep -q "written .*road.json" "$work/said" || return 1
    facts "$work/road.json" | sed 's/.*"degree_min"/"degree_min"/' >"$work/after"
    diff "$work/before" "$work/after"
}

stream() {
    printf 'C~\nC]\n!bad\nBw\n' | "$demesne" arena - --json >"$work/stream" 2>"$work/errors"
    [ $? -eq 1 ] || { cat "$work/stream" "$work/errors"; return 1; }
    [ "$(wc -l <"$work/stream")" -eq 4 ] && grep -q '^{"error".*"board":2}$' "$work/stream" &&
        sed -n 1p "$work/stream" | grep -q '"board":0,"vertices":4,"edges":6,.*"symmetries":24' &&
        sed -n 2p "$work/stream" | grep -q '"board":1,.*"bipartite":true.*"symmetries":8' &&
        sed -n 4p "$work/stream" | grep -q '"board":3,"vertices":3,"edges":3'
}

stopped() {
    "$demesne" arena road:20000 --all --time 0.05 --json >"$work/stopped" 2>/dev/null
    [ $? -eq 3 ] && grep -q '"diameter":null.*"medians":null,"symmetries":null' "$work/stopped"
}

check "the facts as text" whole_text
check "the facts as JSON" has '"diameter":2,"radius":2,"median_sum":15,"medians":[0,1,2,3,4,5,6,7,8,9],"symmetries":120,"orbits":1' facts petersen
check "a tree is bipartite too" has '"connected":true,"tree":true,"bipartite":true' facts tree:2,4
check "a board in several parts" has '"components":4,"connected":false,"tree":false' facts gnp:9,0.1
check "lengths count units" has '"decimals":9,"length_min":1' facts colby:30
check "lengths as decimals" has ', multiples of 10^-3' "$demesne" arena euclid:9
check "a large group by its logarithm" has '"symmetries":null,"orbits":1,"symmetries_log10":18.386' facts complete:20
check "a large board without the dear facts" has '"diameter":null,"radius":null,"median_sum":null,"medians":null,"symmetries":null,"orbits":null' facts road:20000
check "a large tree with them" has '"diameter":99999,' facts path:100000
check "converted and read back" round_trip
check "written to standard output alone" has 'vertices 2
0 1' "$demesne" arena path:2 --to - --format edges
check "a stream with a bad board" stream
check "stopped by --time" stopped
check "a bad family" fails 1 "grid:3x: expected grid:ROWSxCOLUMNS with positive whole numbers, e.g. grid:15x15" "$demesne" arena grid:3x
check "--format without --to" fails 2 "--format names the format of --to FILE" "$demesne" arena path:3 --format edges
check "an ending no format has" fails 1 "" "$demesne" arena path:3 --to "$work/a.nothing"
tap_end
