#!/bin/sh
# stream.sh - files of many boards: one answer per board, and bad ones do not stop the others.
. "$(dirname "$0")/lib/tap.sh"

printf 'DQc\nBw\nD?{\n' >three.g6
run demesne score three.g6 --white 0 --black 1 --json
status_is 'three boards' 0
is 'one answer each, numbered' "$(field board vertices)" '0 5
1 3
2 5'
run sh -c "'$program' score - --white 0 --black 1 --json <three.g6"
status_is 'from standard input' 0
is 'the same boards' "$(field board vertices edges | wc -l)" 3
run demesne score three.g6 --white 4 --json
status_is 'a vertex that one board lacks' 1
is 'an error for that board, answers for the others' "$(field error board | cut -c1-20)" 'absent 0
"--white: there is n
absent 2'
run demesne score three.g6 --white 4
status_is 'the same as text' 1
matches 'the message is on stderr' "$err" 'demesne: error: board 1: *'
is 'there are two answers' "$(printf '%s\n' "$out" | grep -c vertices)" 2

printf 'DQc\n!!!\nBw\n' >bad.g6
run demesne score bad.g6 --white 0 --json
status_is 'a bad board' 1
is 'the other boards are answered' "$(field board vertices)" '0 5
1 absent
2 3'
matches 'stderr says where' "$err" 'demesne: error: board 1: bad.g6:2: *'
: >empty.g6
run demesne score empty.g6 --white 0 --json
status_is 'a stream of no boards' 0
is 'no answers' "$out$err" ''
run sh -c ": | '$program' solve - --rounds 1 --json"
status_is 'no boards on standard input' 0
is 'no answers either' "$out$err" ''
run demesne solve three.g6 --rounds 1 --json
is 'answers repeat the line' "$(field graph6)" '"DQc"
"Bw"
"D?{"'
run demesne solve three.g6 --rounds 1 --json --threads 2
is 'several threads repeat it too' "$(field graph6)" '"DQc"
"Bw"
"D?{"'
run demesne solve path:3 --rounds 1 --json
is 'a family has no line' "$(field graph6)" absent

if command -v nauty-geng >/dev/null; then
    run sh -c "nauty-geng -cq 5 | '$program' score - --white 0 --black 1 --json"
    status_is 'geng' 0
    is 'geng: all 21 connected graphs' "$(printf '%s\n' "$out" | wc -l)" 21
    ok 'geng: every line is JSON' field value
    run sh -c "nauty-geng -cq 8 | '$program' score - --white 0 --black 1 --json | head -n 2"
    is 'head: two lines, no error' "$(printf '%s\n' "$out" | wc -l) $err" '2 '
fi
run demesne play three.g6 --rounds 1 --white random --black greedy --json
status_is 'games on many boards' 0
is 'one game per board' "$(field board outcome | wc -l)" 3
run demesne play three.g6 --rounds 1 --white random --black greedy --record g.json
status_is 'one record cannot hold many games' 2
finish
