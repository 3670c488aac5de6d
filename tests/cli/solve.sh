#!/bin/sh
# solve.sh - `demesne solve`: values, lines, given positions, bounds when stopped, many boards.
. "$(dirname "$0")/lib/tap.sh"

run demesne solve path:5 --rounds 2 --json
status_is 'a game' 0
is 'fields and their order' "$(field)" 'arena vertices edges ties seconds rounds per_turn value outcome line nodes proven'
is 'a path is a tie' "$(field value outcome proven)" '0 "tie" true'
run demesne solve path:5 --rounds 1 --json
is 'except one round on an odd path' "$(field value outcome line | cut -c1-14)" '1 "white" [[2]'
run demesne solve tree:3,2 --rounds 2
matches 'as text' "$out" '*value  *1*White wins*W *, B *, W *, B *proven  *yes*'
run demesne solve path:6 --rounds 1 --per-turn 2 --json
is 'two stones per turn, one round' "$(field value per_turn)" '1 2'
run demesne solve path:3 --rounds 1 --moves --json
is 'every move' "$(field moves)" '[{"move":[0],"value":-1},{"move":[1],"value":1},{"move":[2],"value":-1}]'
run demesne solve path:3 --rounds 1 --moves
matches 'every move as text' "$out" '*move 1  *1  best*'
run demesne solve path:6 --rounds 1 --outcome --json
is 'a tie by --outcome has its value' "$(field outcome value lower upper)" '"tie" 0 0 0'
run demesne solve grid:4x4 --rounds 2 --moves --time 0 --json
status_is 'stopped' 3
is 'stopped: there are bounds' "$(field lower upper | wc -w | tr -d ' ') $(field lower | grep -c absent)" '2 0'
run demesne solve tree:4,2 --rounds 1 --outcome --json
is 'only who wins' "$(field outcome proven value line)" '"white" true absent absent'
for ties in neutral earlier white black; do
    run demesne solve cycle:6 --rounds 1 --ties $ties --json
    echo "$(field ties value)"
done >ties
is 'tie rules' "$(tr '\n' ' ' <ties)" '"neutral" 0 "earlier" 0 "white" 0 "black" -2 '

# the line reaches the value: after its first moves the value is the same
run demesne solve grid:4x4 --rounds 3 --json
value=$(field value)
line=$(field line | tr -d '[]')
run demesne solve grid:4x4 --rounds 3 --white "$(echo "$line" | cut -d, -f1,3)" \
    --black "$(echo "$line" | cut -d, -f2)" --json
is 'along the line the value stays the same' "$(field value)" "$value"
is 'the stones determine whose turn it is' "$(field to_move)" '"black"'
run demesne score grid:4x4 --white "$(echo "$line" | cut -d, -f1,3,5)" \
    --black "$(echo "$line" | cut -d, -f2,4,6)" --json
is 'the end of the line scores the value' "$(field value)" "$value"

# given positions
run demesne solve path:9 --rounds 2 --white 4 --json
is 'Black to move' "$(field to_move white black)" '"black" [4] []'
run demesne solve path:9 --rounds 2 --white 4 --to-move white --json
is 'White moves again, Black places two at the end' "$(field to_move line | tr -d 0-9)" '"white" [[],[,]]'
run demesne solve path:9 --rounds 2 --black 4
status_is 'stones that cannot occur' 1
matches 'the message suggests --to-move' "$err" '*cannot arise*name the side to move*'
run demesne solve path:9 --rounds 2 --black 4 --to-move white --json
status_is 'they can be solved with --to-move' 0
run demesne solve path:9 --rounds 2 --white 0,1,2 --to-move black
status_is 'more stones than a side has' 1
matches 'the message says so' "$err" '*White has 3 stones; the game has 2 per side*'
run demesne solve path:9 --rounds 2 --white 0,2 --black 5,7 --json
is 'a game that is over' "$(field value line to_move)" '-1 [] absent'
run demesne solve path:9 --rounds 2 --per-turn 2 --white 4 --json
is 'a half-finished turn is completed' "$(field to_move line | sed 's/.*\[\[\([^]]*\)\].*/\1/' | tr -dc , | wc -c)" 0
run demesne solve path:8 --rounds 1 --per-turn 2 --white 0,4 --black 6,7 --ties earlier --json
is 'given stones are placed in the turns of the game' "$(field value)" 4
run demesne solve path:8 --rounds 1 --per-turn 2 --white 0,4 --ties earlier --moves --json
is 'as the value of the move that places them' "$(field moves | sed 's/.*\[6,7\],"value":\([0-9-]*\).*/\1/')" 4
run demesne solve path:8 --rounds 1 --per-turn 2 --white 0,4 --black 6,7 --order W0,B6,W4,B7 --ties earlier --json
is 'or in another order' "$(field value)" 2
run demesne solve path:8 --rounds 1 --per-turn 2 --order W0,B6,W4,B7 --ties earlier --json
is 'which can stand alone' "$(field value)" 2
run demesne solve path:8 --rounds 1 --per-turn 2 --white 0,4 --black 6,7 --order W0,B6,W4,B5 --ties earlier
matches 'an order of other stones' "$status $err" '2 *--order names other stones than --white and --black*'
run demesne solve path:8 --rounds 1 --order 0,1
matches 'an order without sides' "$status $err" "2 *--order: '0' is not a stone; expected a list such as W0,B4*"
run demesne solve path:40 --rounds 4 --per-turn 4 --time 0.2 --json
is 'a stopped search with several stones per turn shows a line of different vertices' \
    "$status $(field line | tr -cs 0-9 '\n' | grep . | sort | uniq -d | wc -l)" '3 0'
run demesne solve path:9 --rounds 2 --white 4 --black 4
status_is 'one vertex twice' 1
run demesne solve path:9 --rounds 2 --white 9
status_is 'no such vertex' 1
run demesne solve path:9 --rounds 2 --white x
status_is 'a word that is no vertex' 2
run demesne solve path:9 --rounds 5
status_is 'more stones than vertices' 1
matches 'the message has both numbers' "$err" '*5 rounds*9*'
run demesne solve path:9 --rounds 2147483647 --per-turn 2147483647
status_is 'very many rounds' 1
run demesne solve path:9
status_is 'no rounds' 2
run demesne solve path:9 --rounds 1 --memory 12Q
status_is 'a bad --memory' 2
run demesne solve path:9 --rounds 2 --memory 2M --json
is 'a small table' "$(field value)" 0
run demesne solve path:9 --rounds 2 --draw
matches 'the end of the line drawn' "$out" '*White 4*Black 4*'

# stopped: bounds, no value, status 3
run demesne solve grid:9x9 --rounds 12 --time 0.2 --json
status_is '--time' 3
is 'bounds instead of a value' "$(field proven value | tr -d '\n')" 'false absent'
[ "$(field lower)" -le "$(field upper)" ]
report $? 'lower is at most upper'
for seconds in 0.3 2 8 32; do # a slow machine takes longer to find a line
    "$program" solve grid:9x9 --rounds 12 --json >cut 2>err &
    pid=$!
    interrupt INT $pid $seconds
    out=$(cat cut)
    case $out in *'"line":[['*) break ;; esac
done
status_is 'Ctrl-C' 3
is 'Ctrl-C: a likely line, not proven' "$(field proven value line | sed 's/\[\[.*/a line/')" 'false absent a line'
is 'Ctrl-C: bounds' "$(field proven)" false

# many boards
printf 'DQc\nBw\n!!!\nD?{\n' >four.g6
for threads in 1 2 5; do
    run demesne solve four.g6 --rounds 2 --threads $threads --json
    status_is "$threads threads: a bad line and a small board" 1
    is "$threads threads: one answer per line, in order" "$(field board vertices value)" '0 5 0
1 absent absent
2 absent absent
3 5 1'
    matches "$threads threads: the errors" "$(field error)" '*2 rounds need 4 vertices; the board has 3*four.g6:3: *'
done
if command -v nauty-geng >/dev/null; then
    nauty-geng -cq 7 >all.g6
    # seconds, nodes and the choice among best lines may differ
    demesne solve all.g6 --rounds 3 --json | "$json_lines" board edges value outcome proven >one
    demesne solve - --rounds 3 --json --threads 4 <all.g6 |
        "$json_lines" board edges value outcome proven >several
    is 'all connected graphs of 7 vertices' "$(wc -l <one)" 853
    ok 'threads do not change the answers' cmp one several
    run sh -c "'$program' solve all.g6 --rounds 2 --threads 3 --json | head -n 2"
    is 'head: two lines, no error' "$(printf '%s\n' "$out" | wc -l) $err" '2 '
    nauty-geng -cq 9 >more.g6 # far more than can be solved before the signal
    "$program" solve more.g6 --rounds 4 --threads 2 --json >cut 2>err &
    pid=$!
    interrupt INT $pid
    status_is 'Ctrl-C in a stream' 3
    ok 'Ctrl-C in a stream: no partial line' "$json_lines" board <cut
fi
run demesne solve grid:4x5 --rounds 4 --threads 2 --json
two=$(field value outcome proven)
run demesne solve grid:4x5 --rounds 4 --json
is 'two threads on one board' "$two" "$(field value outcome proven)"
run demesne solve grid:9x9 --rounds 12 --threads 2 --time 0.2 --json
status_is 'one board and two threads' 3
: >empty.g6
run demesne solve empty.g6 --rounds 1 --threads 2
status_is 'no board at all' 0
finish
