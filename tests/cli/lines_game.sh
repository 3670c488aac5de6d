#!/bin/sh
# lines_game.sh - the game of two on edges: `demesne lines lead` and `demesne lines duel`.
. "$(dirname "$0")/lib/tap.sh"
cp "$here"/../../examples/levels/*.json .

# A path of length 10 without sites: the middle is best, and the other answers beside it.
echo '{"vertices":[{},{},{}],"edges":[[0,1,4],[1,2,6]],"sites":[],"players":["red","blue"],"me":"red"}' >path.json
run demesne lines lead path.json --json
is 'the middle of a path' "$(field player other move value attained reply_attained proven)" \
    '"red" "blue" {"edge":1,"at":"1/6"} "0" true false true'
run demesne lines lead path.json --player blue --json
is 'the other side' "$(field player other value)" '"blue" "red" "0"'
run demesne lines lead bridge.json
matches 'as text' "$out" '*move           vertex 5*reply          vertex 1*value          -4*proven         yes*'
run demesne lines lead bridge.json --json --time 0
status_is 'no time: status 3' 3
is 'no time: a site, and bounds' "$(field proven lower upper)" 'false "-28" "28"'
run demesne lines lead path.json --ties own --json
is 'ties of the first player' "$(field value proven)" '"0" true'
for line in 'lead' 'lead path.json --other red' 'duel path.json --ties own' \
    'duel path.json --rounds 0' 'duel path.json --white best' 'duel path.json --ops jump' 'duel path.json --ops ,' \
    'duel path.json --played 7' 'duel path.json --think x'; do
    # shellcheck disable=SC2086 # words
    run demesne lines $line
    status_is "lines $line" 2
done
for option in player other; do
    run demesne lines lead path.json --$option bleu
    status_is "an unknown player as --$option" 1
    is "and the message" "$err" \
        "demesne: error: path.json: there is no player 'bleu'; there are red, blue; did you mean blue?"
done
run demesne lines duel path.json --ops rope
is 'why there is no move' "$err" \
    "demesne: error: path.json: turn 1: no move is possible: ropes need coordinates, and the level's vertices have none"
run demesne lines duel path.json --ops remove
is 'no site to remove' "$err" 'demesne: error: path.json: turn 1: no move is possible: there is no site to remove'
echo '{"vertices":[{},{}],"edges":[],"sites":[],"players":["red","blue"]}' >bare.json
run demesne lines lead bare.json
status_is 'no edge' 1
matches 'no edge: why' "$err" '*bare.json: the level has no edge for a new site'
echo '{"vertices":[{},{}],"edges":[[0,1,1]],"sites":[{"player":"red","vertex":0}]}' >lonely.json
run demesne lines duel lonely.json
status_is 'one player' 1
matches 'one player: why' "$err" '*lonely.json: the game of two needs two players'

# The vertices-only game on the board with every unit of length divided into k comes near the value.
# A Y with arms of 2, 1 and 2 and red sites at two ends: red adds a site and has at least 5/3 more.
echo '{"vertices":[{},{},{},{}],"edges":[[0,1,2],[1,2,1],[1,3,2]],"players":["red","blue"],"me":"red",
 "sites":[{"player":"red","vertex":2},{"player":"red","vertex":0}]}' >y.json
run demesne lines lead y.json --json
is 'the value on edges' "$(field move value proven)" '{"edge":2,"at":"1/6"} "5/3" true'
for k in 1 4 16; do
    awk -v k=$k 'BEGIN { n = 4; split("0 1 2 1 2 1 1 3 2", e, " ")
        for (i = 1; i < 9; i += 3) { from = e[i]
            for (j = 1; j < e[i + 2] * k; j++) { print from, n; from = n++ }
            print from, e[i + 1] } }' >"y$k.edges"
    run demesne lead "y$k.edges" --count 1 --white 0,2 --json
    values="${values-} $(field value)/$k"
done
is 'values of divided boards: 3, 2, 1.75' "$values" ' 3/1 8/4 28/16'

# Games
run demesne lines duel bridge.json --rounds 2 --white one-round --black greedy --json
is 'a game' "$(field white black rounds ops over)" \
    '{"player":"red","plays":"one-round"} {"player":"blue","plays":"greedy"} 2 ["add"] true'
is 'two moves each' "$(field moves | grep -o '"player"' | wc -l | tr -d ' ')" 4
run demesne lines duel bridge.json --white random --black random --seed 5 --json
one=$(printf "%s" "$out" | sed "s,\"seconds\":[^\,]*,,")
run demesne lines duel bridge.json --white random --black random --seed 5 --json
is 'a seed repeats a game' "$(printf "%s" "$out" | sed "s,\"seconds\":[^\,]*,,")" "$one"
run demesne lines duel bridge.json --white random --black random --seed 6 --json
ok 'another seed gives another' test "$(printf "%s" "$out" | sed "s,\"seconds\":[^\,]*,,")" != "$one"
run demesne lines duel bridge.json --rounds 2 --turns 1 --to half.json --json
is 'part of a game' "$(field over)" false
run demesne lines duel half.json --rounds 2 --played 1 --json
is 'the rest of it' "$(field over)$(field moves | grep -o '"player":"[a-z]*"' | head -1)" 'true"player":"blue"'
run demesne lines duel bridge.json --ops add,cut,remove --white search --black one-round --think 0.01 --rounds 1
status_is 'other moves' 0
matches 'a record of moves' "$out" '*  1 red *  2 blue *winner *value *'
lost=0
for seed in 1 2 3 4; do
    run demesne lines duel lamp.json --rounds 3 --white random --black greedy --seed "$seed" --json
    case $(field value) in '"-'*) ;; *) lost=$((lost + 1)) ;; esac
done
is 'greedy beats random' "$lost" 0
run demesne lines duel bridge.json --time 0 --json
status_is 'stopped before the first move' 3
is 'and that is told' "$(field over moves)" 'false []'

# The puzzle at the terminal; every line of a record ends.
printf 'help\nadd 3\nnonsense\ncut 99,1/2\nhint\n0,1/2\nadd 1\nundo\nundo\nshow\ncut 4,3/4\nquit\n' >moves
demesne lines play bridge.json <moves >record
is 'a solved puzzle' "$(tail -1 record)" '  You win.'
is 'the last line ends' "$(tail -c 1 record | od -An -c | tr -d ' ')" '\n'
for words in 'here you may only cut' "'nonsense' is no move" 'the cut lies on edge 99' 'cut edge 4 (1-4) at 1: you can then have 4 more' \
    'You do not win: blue does' 'no moves are left' 'there is no move to take back' 'red 15, blue 13'; do
    ok "it tells: $words" grep -qF -- "$words" record
done
ok 'one answer per line' grep -qx 'red, move 1 of 1, cut> 0,1/2' record
out=$(demesne lines play bridge.json --json <moves 2>talk)
is 'as JSON' "$(field moves moves_made won winner)" '[{"op":"cut","move":{"edge":4,"at":"3/4"}}] 1 true "red"'
is 'the talk goes to standard error' "$(tail -1 talk)" '  You win.'
demesne lines play bridge.json </dev/null >record
is 'end of input ends it' $? 0
is 'and the line' "$(tail -c 1 record | od -An -c | tr -d ' ')" '\n'
sed 's/"me"/"moves":2, "me"/' bridge.json >two.json
printf 'remove 1\nadd 4:1/2\n' | demesne lines play two.json --op any >record
is 'two moves of any kind' "$(tail -1 record)" '  You win.'
ok 'the second is asked for' grep -q 'move 2 of 2> add 4:1/2' record
sed 's/"me"/"moves":[{"op":"cut","count":1},{"op":"remove","count":1}], "me"/' bridge.json >budget.json
printf 'add 1\nremove 0\nremove 1\nhint\n4,1/2\n' | demesne lines play budget.json >record
ok 'a budget: what is allowed' grep -q 'here you may only remove or cut' record
ok 'a budget: what is left' grep -q 'move 2 of 2, cut> remove 1' record
ok 'a budget: a hint about the rest' grep -q 'you can then have' record
sed 's/"moves"/"ordered":true, "moves"/' budget.json >ordered.json
printf 'remove 0\ncut 4,3/4\nremove 1\n' | demesne lines play ordered.json >record
ok 'in order' grep -q 'here you may only cut' record
is 'a budget is used up' "$(tail -1 record)" '  You win.'
run demesne lines play - --op cut
status_is 'the level is a file' 2
run demesne lines play three.json
status_is 'no such level' 1
finish
