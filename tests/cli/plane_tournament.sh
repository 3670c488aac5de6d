#!/bin/sh
# plane_tournament.sh - tournaments in the plane: games, continuing, records, pages, workers, faults.
. "$(dirname "$0")/lib/tap.sh"

run demesne tournament --players random,greedy,grid --plane square --rounds 3 --games 4 --db t.db --json
status_is 'a tournament' 0
is 'a line per pairing, and the ratings' "$(printf '%s\n' "$out" | wc -l)" 4
matches 'the first pairing' "$out" '{"arena":"plane:square","first":"random","second":"greedy","games":4,"first_wins":0,"second_wins":4,*"played_now":4}*'
is 'nothing on stderr' "$err" ''
run demesne tournament --players random,greedy,grid --plane square --rounds 3 --games 6 --db t.db --json
matches 'it continues' "$out" '*"games":6,*"played_now":2}*'
run demesne tournament --players random,greedy --plane square --min-distance 1/5 --rounds 3 --games 2 --db t.db --json
matches 'another distance is another event' "$out" \
    '{"arena":"plane:square min-distance=1/5",*"games":2,*"played_now":2}*'
run demesne tournament --players random,greedy --plane rect:2x1 --rounds 1 --per-turn 3 --rule gravity --lattice 50 \
    --metric manhattan --games 2 --db t.db --game 1,2 --record game.json --json
matches 'rules of the plane' "$out" '{"arena":"plane:rect:2x1 metric=manhattan rule=gravity lattice=50",*'
run demesne replay game.json --json
is 'the record of a game' "$(field white_player black_player metric rule lattice per_turn finished)" \
    '"greedy" "random" "manhattan" "gravity" 50 3 true'

run demesne tournament --players random,greedy --plane triangle --rounds 2 --games 2 --db pages.db --html pages
status_is 'pages' 0
ok 'which know that it is the plane' grep -q '"plane":true' pages/data/g1.js
run demesne tournament --players random,greedy --plane triangle --rounds 2 --games 4 --db queue.db --queue
status_is 'games for workers' 0
run demesne work --db queue.db --quiet
status_is 'a worker plays them' 0
run demesne tournament --players random,greedy --plane triangle --rounds 2 --games 4 --db queue.db --json
matches 'all of them' "$out" '*"games":4,*"played_now":0}*'

# Programs.
run demesne tournament --players "cmd:$program bot greedy,random" --plane square --rounds 2 --games 2 --sandbox none --json
matches 'a program plays' "$out" '*"first_wins":2,*"first_faults":0,*'
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
run demesne tournament --players "cmd:sh bad.sh,random" --plane square --rounds 2 --games 2 --sandbox none --json
matches 'faults are counted' "$out" '*"first_wins":0,*"first_faults":4,*'

bad() { # NAME STATUS MESSAGE WORDS...
    name=$1
    expected=$2
    message=$3
    shift 3
    run demesne tournament "$@"
    status_is "$name" "$expected"
    matches "$name: why" "$err" "demesne: error: *$message*"
}
bad 'a player of boards' 2 "unknown player of the plane 'mcts'" --players random,mcts --plane square --rounds 2
bad 'a player of the plane' 2 "unknown player 'row'" --players random,row --arena path:9 --rounds 2
bad 'no such board' 2 "circle" --players random,greedy --plane circle --rounds 2
bad 'an arena too' 2 'takes the place of --arena' --players random,greedy --plane square --arena path:5 --rounds 2
bad 'a bad distance' 2 'at least 0' --players random,greedy --plane square --rounds 2 --min-distance -1
finish
