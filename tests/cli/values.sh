#!/bin/sh
# values.sh - `demesne values`: what a player compares, as text, JSON, CSV and picture; and --explain.
. "$(dirname "$0")/lib/tap.sh"

run demesne values star:5 enhanced --rounds 2 --white 1 --json
status_is 'values of a player' 0
is 'its own score, null for a taken vertex' "$(field side player meaning values)" \
    '"black" "enhanced" "score(v)" [4.0,null,2.0,2.0,2.0]'
run demesne values path:7 solver --rounds 2 --white 3 --black 2 --json
exact=$(demesne solve path:7 --rounds 2 --white 3 --black 2 --moves --json |
    sed 's/.*"moves":\[//; s/"move":\[\([0-9]*\)\],"value":\(-*[0-9]*\)/\n\1 \2\n/g' | grep -E '^[0-9]+ ' | sort -n | cut -d ' ' -f 2 | tr '\n' ' ')
is 'the exact solver: values of all moves' "$(field meaning) $(printf '%s' "$out" |
    sed 's/.*"values":\[\([^]]*\)\].*/\1/' | tr ',' '\n' | grep -v null | sed 's/\.0$//' | tr '\n' ' ')" "\"white-black\" $exact"
run demesne values path:5 expectation --rounds 1 --to-move black --json
is 'the side to move can be given' "$(field side)" '"black"'
run demesne values path:5 greedy --rounds 1 --csv values.csv -o values.svg --quiet
status_is 'a table and a picture' 0
is 'the table has a row per vertex' "$(cat values.csv)" "vertex,value
0,1
1,1
2,1
3,1
4,1"
ok 'the picture is there' grep -q '<svg' values.svg
run demesne values path:5 random --rounds 1
status_is 'a player that compares nothing' 1
matches 'is named' "$err" "*player 'random' gives moves no values*"
run demesne values path:5 nobody --rounds 1
status_is 'no such player' 2
run demesne values path:5 greedy --rounds 3
status_is 'too many stones' 1
run demesne values path:5 greedy
status_is 'rounds are needed' 2

run demesne play tree:3,3 --rounds 2 --white key-level --black enhanced --explain --json
is 'a stone per object, in the order of the moves' "$(printf '%s' "$out" | grep -o '"move":[0-9]*' | tr -d '"' | tr '\n' ' ')" \
    'move:1 move:2 move:3 move:4 '
matches 'with the names of the steps' "$out" '*"step":"(A)-1"*"step":"score(v)"*"step":"(A)-2"*'
run demesne play path:5 --rounds 2 --white human --black greedy --explain --json </dev/null
matches 'a game without stones has an empty trace' "$out" '*"trace":\[\]*'
printf '2\nundo\n1\n3\n' | demesne play path:6 --rounds 2 --white human --black greedy --explain --json 2>/dev/null >game.json
is 'stones that were taken back are forgotten' "$(grep -o '"step":[^,]*' game.json | tr '\n' ' ')" \
    '"step":null "step":"value(v)" "step":null "step":"value(v)" '
for command in play interval\ play; do
    matches "$command --help names the steps" "$(demesne $command --help)" '*steps *'
done
finish
