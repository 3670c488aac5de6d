#!/bin/sh
# degenerate.sh - boards and levels with almost nothing on them, and one whose symmetries nobody can list: every command ends
# within its time, with an answer or a message.
. "$(dirname "$0")/lib/tap.sh"

# ends_soon ARGUMENT...: with --time 1 the command ends by itself, and not by a failure of its own.
ends_soon() {
    timeout -s KILL 60 "$program" "$@" --time 1 >out 2>err
    status=$?
    case $status in [013]) ;; *) echo "status $status: $*" && head -n 3 err ;; esac
}

printf 'vertices 3\n' >islands.edges
printf 'vertex,value\n0,0\n' >zero.csv
every_board() {
    for board in path:1 path:2 islands.edges 'grid:4x4 --values zero.csv'; do
        # shellcheck disable=SC2086 # words of a command line
        for ask in 'arena --all' 'score --white 0' 'solve --rounds 1 --moves' 'solve --rounds 8 --per-turn 1' \
            'solve --rounds 1 --per-turn 2' 'reply --white 0 --count 1 --all' 'reply --white 0 --count 1 --rule huff' \
            'lead --count 1' 'lead --count 1 --reply 2' 'play --rounds 1 --white champion --black greedy' \
            'play --rounds 1 --white monte-carlo --black neighbour' 'draw -o board.svg' \
            'tournament --players greedy,random --rounds 1 --games 2'; do
            set -- $ask
            command=$1
            shift
            if [ $command = tournament ]; then
                ends_soon tournament --arena $board "$@"
            else
                ends_soon $command $board "$@"
            fi
        done
    done >bad
    ! [ -s bad ] || { cat bad && false; }
}
ok 'boards of one vertex, without edges, worth nothing' every_board

# A multipede over 173 pairs of feet (Neuen and Schweitzer, Benchmark graphs for practical graph isomorphism, 2017).
awk 'BEGIN { n = 173; id = 2 * n
    for (w = 0; w < n; w++) {
        foot[0] = (5 * w * w + 3) % n; foot[1] = (w * w * w + 7 * w) % n; foot[2] = (w * w * w * w * w + 1) % n
        if (foot[0] == foot[1] || foot[0] == foot[2] || foot[1] == foot[2])
            { foot[0] = w; foot[1] = (w + 1) % n; foot[2] = (w + 3) % n }
        for (side = 0; side < 4; side++) {
            print id, 2 * foot[0] + int(side / 2); print id, 2 * foot[1] + side % 2
            print id++, 2 * foot[2] + (int(side / 2) + side) % 2
        } } }' >multipede.edges
run timeout -s KILL 60 "$program" arena multipede.edges --json
is 'symmetries that take too long are left out' "$status $(field vertices symmetries | tr '\n' ' ')" '0 1038 null '
run timeout -s KILL 60 "$program" arena multipede.edges --all --time 0.3 --json
matches 'they stop with the run' "$status $err" '3 *stopped at the time limit*'
run timeout -s KILL 60 "$program" solve multipede.edges --rounds 1 --json
is 'and solve goes on without them' "$status $(field proven)" '0 true'

# A player without sites: the best rope lies on a ridge that small steps would follow for ever.
cat >no-sites.json <<'END'
{"vertices":[{"x":14,"y":32},{"x":15,"y":17},{"x":24,"y":10},{"x":29,"y":22},{"x":26,"y":24}],
"edges":[[1,0,15.033296],[2,1,11.401754],[3,2,13.0],[4,2,14.142136]],
"sites":[{"player":"blue","vertex":3},{"player":"green","vertex":0}],"players":["red","blue","green"],"me":"red"}
END
echo '{"vertices":[{"x":0,"y":0}],"edges":[],"sites":[],"players":["red","blue"],"me":"red"}' >point.json
echo '{"vertices":[{"x":0,"y":0},{"x":3,"y":4}],"edges":[[0,1]],"sites":[],"players":["red","blue"],"me":"red"}' >empty.json
echo '{"vertices":[{"x":0,"y":0},{"x":3,"y":4}],"edges":[[0,1]],"sites":[{"player":"blue","vertex":0}],"me":"red","players":["red","blue"],"moves":2}' >moves.json
every_level() {
    for level in no-sites.json point.json empty.json moves.json; do
        ends_soon lines score $level
        ends_soon lines solve $level
        for op in add cut remove rope; do
            ends_soon lines best $level --op $op
            ends_soon lines odds $level --op $op
        done
        ends_soon lines duel $level --rounds 1 --white greedy --black random
        ends_soon lines lead $level
    done >bad
    ! [ -s bad ] || { cat bad && false; }
}
ok 'levels of a point, without sites, without sites of the player who moves' every_level
run demesne lines best no-sites.json --op rope --time 20 --json
is 'the best rope of a player without sites is proven' "$status $(field proven)" '0 true'
ends_soon interval play circle --stones 1 --blue random --red keypoint >bad
ends_soon interval attack segment --stones 1 --blue greedy --red mirror >>bad
is 'one stone each on the circle and the segment' "$(cat bad)" ''
finish
