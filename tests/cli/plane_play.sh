#!/bin/sh
# plane_play.sh - `demesne plane play`: answers, presets, people, programs, records, bad input.
. "$(dirname "$0")/lib/tap.sh"

run demesne plane play square --rounds 2 --white greedy --black random --json
status_is 'play' 0
is 'one line' "$(printf '%s\n' "$out" | wc -l)" 1
is 'fields' "$(field board area rule rounds per_turn min_distance finished to_move left)" \
    '"square" "1" "nearest" 2 1 "0" true null 0'
is 'the middle comes first' "$(field moves | cut -c 1-23)" '[["white",["1/2","1/2"]'
first=$out
run demesne plane play square --rounds 2 --white greedy --black random --json
is 'the same for a seed' "$(field moves)" \
    "$(printf '%s\n' "$first" | sed 's/.*"moves":\(.*\),"finished".*/\1/')"

# Positions.
run demesne plane play square --rounds 2 --moves '1/4,1/2;0.75,0.5' --json
is 'a position needs no players' "$(field white_score black_score tied value winner finished to_move)" \
    '"1/2" "1/2" "0" "0" null false "white"'
run demesne plane play rect:2x1 --rounds 1 --moves '1/2,1/2;pass' --json
is 'a lost turn' "$(field moves finished white_score winner)" \
    '[["white",["1/2","1/2"]],["black",null]] true "2" "white"'
run demesne plane play square --rounds 1 --moves '1/2,1/2;0,0' --min-distance 1/2 --json
is 'far enough' "$(field finished)" true
run demesne plane play square --rounds 5 --moves '1/2,1/2' --min-distance 1 --json
is 'no place is left' "$(field finished to_move left winner)" 'true null 0 "white"'
run demesne plane play square --rounds 1 --moves '1/2,1/2;1/4,1/2' --rule gravity --lattice 4 --json
is 'gravity' "$(field rule lattice tied white_score)" '"gravity" 4 "1/4" "1/2"'

# One round, and the contest's preset.
run demesne plane play rect:4x1 --rounds 1 --per-turn 2 --white row --black grid --json
is 'a row' "$(field moves | cut -c 1-47)" '[["white",["1","1/2"]],["white",["3","1/2"]],["'
run demesne plane play --preset nyu --rounds 2 --white greedy --black random --json
is 'both orders' "$(field board area min_distance winner)" '"rect:1000x1000" "1000000" "66" "white"'
is 'two games' "$(printf '%s\n' "$out" | grep -o '"moves":' | wc -l)" 2

# People.
printf 'help\nfoo\n2,2\nundo\n0.2,0.3\nscore\nundo\n0.5,0.5\n0.2,0.2\n' >people
run demesne plane play square --rounds 2 --white human --black random <people
status_is 'a person' 0
matches 'what a person is told' "$out" "*'foo' is no point*outside the board*"
printf '0.5,0.5\n' >people
run demesne plane play square --rounds 2 --white human --black random --json <people
status_is 'the input ends' 1
is 'the game so far is reported' "$(field finished)" false

# Records.
run demesne plane play ngon:5 --rounds 2 --white balanced --black greedy --record game.json --json
is 'a record' "$(head -c 23 game.json)" '{"demesne":"plane-game"'
played=$(field moves white_score winner)
run demesne replay game.json --json
is 'replayed' "$(field moves white_score winner)" "$played"
sed 's/"white_score":"/"white_score":"1/' game.json >changed.json
run demesne replay changed.json
status_is 'a changed record' 1
matches 'what is wrong with it' "$err" '*changed.json: the moves give white_score*'
run demesne replay game.json --steps
status_is 'no steps' 2

# Programs.
run demesne plane play square --rounds 2 --white "cmd:$program bot greedy" --black random --sandbox none --json
is 'a program' "$(field finished)" true
is 'it plays as the player does' "$(field moves | cut -c 1-23)" '[["white",["1/2","1/2"]'
cat >bad.sh <<'END'
while read -r command rest; do
    case $command in
    plane) for i in 1 2 3 4; do read -r rest; done; echo '=' ;;
    protocol_version) echo '= 1' ;;
    genmove) echo '= 3,3' ;;
    *) echo '=' ;;
    esac
    echo
done
END
run demesne plane play square --rounds 1 --white "cmd:sh bad.sh" --black random --sandbox none --json
is 'an illegal move loses the turn' "$(field moves | cut -c 1-16)" '[["white",null],'
is 'its fault' "$(printf '%s\n' "$out" | grep -o '"fault":"illegal"')" '"fault":"illegal"'
sed 's/3,3/middle/' bad.sh >worse.sh
run demesne plane play square --rounds 1 --white "cmd:sh worse.sh" --black random --sandbox none --json
is 'nonsense' "$(printf '%s\n' "$out" | grep -o '"fault":"garbage"')" '"fault":"garbage"'
sed "s/plane) for .*/plane) echo '? unknown' ;;/" bad.sh >boards.sh
run demesne plane play square --rounds 1 --white "cmd:sh boards.sh" --black random --sandbox none
status_is 'a program for boards only' 1
matches 'it says so' "$err" '*does not play in the plane*'

bad() { # NAME STATUS MESSAGE WORDS...
    name=$1
    expected=$2
    message=$3
    shift 3
    run demesne plane play "$@"
    status_is "$name" "$expected"
    matches "$name: why" "$err" "demesne: error: *$message*"
    is "$name: no answer" "$out" ''
}
bad 'outside' 1 'point 2: 2,2 is outside the board' square --rounds 2 --moves '0,0;2,2'
bad 'occupied' 1 'is taken by site 1' square --rounds 2 --moves '1/2,1/2;0.5,0.5'
bad 'too close' 1 'nearer than 1/10 to site 1' square --rounds 2 --min-distance 0.1 --moves '0,0;0.09,0'
bad 'no point' 1 "'middle' is no point" square --rounds 2 --moves middle
bad 'too many' 1 'the game is over' square --rounds 1 --moves '0,0;1,0;1,1'
bad 'no such player' 2 "unknown player of the plane 'foo'" square --rounds 1 --white foo --black random
bad 'a player of boards' 2 'unknown player' square --rounds 1 --white mcts --black random
bad 'a bad parameter' 2 'champion' square --rounds 1 --white champion:ms=x --black random
bad 'nobody plays Black' 2 '--black is missing' square --rounds 1 --white random
bad 'no rounds' 2 '--rounds is missing' square --white random --black random
bad 'a bad distance' 2 'at least 0' square --rounds 1 --min-distance -1 --white random --black random
bad 'no board' 2 'a board is missing' --rounds 1 --white random --black random
bad 'no such board' 1 'circle' circle --rounds 1 --white random --black random
bad 'a preset with moves' 2 'two whole games' --preset nyu --moves 0,0 --white random --black random
bad 'no such program' 1 'cannot start' square --rounds 1 --white cmd:./missing --black random --sandbox none
finish
