#!/bin/sh
# score.sh - `demesne score`: its answer, stones, values, ties.
. "$(dirname "$0")/lib/tap.sh"

run demesne score path:5 --white 0 --black 4 --json
status_is 'json' 0
is 'one line' "$(printf '%s\n' "$out" | wc -l)" 1
is 'fields and their order' "$(field)" \
    'arena vertices edges ties seconds white black white_score black_score tied unreached value owner share sites'
is 'values' "$(field arena vertices edges ties white_score black_score tied unreached value owner)" \
    '"path:5" 5 4 "neutral" 2 2 1 0 0 "WW.BB"'
is 'nothing on stderr' "$err" ''

run demesne score path:5 --white 0 --black 4
is 'text' "$out" 'path:5: 5 vertices, 4 edges, ties neutral
  white          0
  black          4
  white score    2
  black score    2
  tied           1
  unreached      0
  value          0'

# the middle of a path of five is tied; each rule gives it to someone else
run demesne score path:5 --white 0 --black 4 --ties white --json
is 'ties white' "$(field ties owner white_score tied)" '"white" "WWWBB" 3 0'
run demesne score path:5 --white 0 --black 4 --ties black --json
is 'ties black' "$(field ties owner black_score tied)" '"black" "WWBBB" 3 0'
run demesne score path:5 --white 0 --black 4 --ties earlier --json
is 'ties earlier: W1 came first' "$(field owner)" '"WWWBB"'
# order W1=8 B1=4 W2=0: vertex 6 is B1's or W1's, 2 is B1's or W2's
run demesne score path:9 --white 8,0 --black 4 --ties earlier --json
is 'ties earlier: B1 before W2, W1 before B1' "$(field owner)" '"WWBBBBWWW"'
run demesne score path:3 --white '' --black 1 --json
is 'an empty list' "$(field white black owner value)" '[] [1] "BBB" -3'
run demesne score path:3 --json
is 'no stones: nobody reaches anything' "$(field owner unreached)" '"---" 3'

for bad in '--white 5' '--white -1' '--white 0,0' '--white 1 --black 1' '--white 99999999999999999999'; do
    # shellcheck disable=SC2086 # the words are meant to split
    run demesne score path:5 $bad --json
    status_is "refused: $bad" 1
    matches "message: $bad" "$err" 'demesne: error: *vertex*'
    is "no answer: $bad" "$out" ''
done
for bad in '--white x' '--white 1,,2' '--white 1,' '--white 1.5' '--white 0x1'; do
    # shellcheck disable=SC2086
    run demesne score path:5 $bad
    status_is "not vertices: $bad" 2
done
run demesne score nosuch:5
status_is 'no such family or file' 1
run demesne score grid:0x5
status_is 'bad size' 1
run demesne score /nosuch/file.edges
status_is 'no such file' 1
matches 'no such file is named' "$err" '*/nosuch/file.edges*'

printf '0,10\n2,0\n' >values.csv
run demesne score path:3 --white 0 --black 2 --values values.csv --json
is 'values; a vertex without one is worth 0' "$(field white_score black_score tied)" '10 0 0'
matches 'a note counts the vertices without a value' "$err" '*values.csv: vertices not listed, which are worth 0: 1*'
run demesne score path:3 --white 0 --black 2 --values values.csv --quiet
is 'no note with --quiet' "$err" ''
printf '0,10\n2,0\n1,1\n' >values.csv
run demesne score path:3 --white 0 --black 2 --values values.csv
is 'no note if all have a value' "$err" ''
printf 'A_\nBw\n' >two.g6
printf '0,3\n1,0\n' >values.csv
run demesne score two.g6 --white 0 --values values.csv --json
is 'values in a stream' "$(printf %s "$out" | grep -o 'white_score":[0-9]*' | tr '\n' ' ')" 'white_score":3 white_score":3 '
matches 'a note only about the second board' "$err" '*not listed*: 1'
printf '0,-1\n' >values.csv
run demesne score path:3 --white 0 --values values.csv
status_is 'negative value' 1
run demesne score path:3 --white 0 --values /nosuch.csv
status_is 'no such file of values' 1

printf '0 1 5\n1 2 7\n2 2 1\n0 1 6\n' >notes.edges
run demesne score notes.edges --white 0 --black 2 --json
is 'lengths decide' "$(field owner edges)" '"WWB" 2'
matches 'notes on stderr' "$err" '*note: notes.edges: loops dropped: 1*parallel*: 1*'
run demesne score notes.edges --white 0 --black 2 --json --quiet
is 'quiet: no notes' "$err" ''

echo '{"vertices":[{"name":"home"},{"name":"away"},{"name":"away"}],"edges":[[0,1],[1,2]]}' >named.json
run demesne score named.json --white home --black 2 --json
is 'names' "$(field white black)" '[0] [2]'
run demesne score named.json --white nowhere
status_is 'unknown name' 1
run demesne score named.json --white away
status_is 'a name that two vertices have' 1

run demesne score path:5 --white 0 --black 4 --draw
matches '--draw adds the picture' "$out" '*value          0
*'
[ "$(printf '%s\n' "$out" | wc -l)" -gt 8 ]
report $? 'which has lines of its own'
printf 'vertex,label\n0,West & <East>\n' >sites.csv
run demesne score path:5 --white @sites.csv --black 4 --report page.html --json
is 'a report is named' "$(field report)" '"page.html"'
matches 'it has shares, a picture and sites with their labels' "$(cat page.html)" \
    '*White 40.0 %, tied 20.0 %, Black 40.0 %*<svg*West &amp; &lt;East&gt;*vertex 4*'
is 'it loads nothing from the network' "$(grep -c 'https\?://[^w]' page.html)" 0
run demesne score path:5 --white 0 --report page.txt
status_is 'a report with another ending' 2
# the order of stones, which decides ties for the earlier one
run demesne score path:8 --white 0,4 --black 6,7 --ties earlier --json
is 'stones are placed in turns' "$(field value)" 2
run demesne score path:8 --white 0,4 --black 6,7 --ties earlier --per-turn 2 --json
is 'of several stones' "$(field value)" 4
for order in '--white 0,4 --black 6,7' ''; do
    # shellcheck disable=SC2086 # words of a command line
    run demesne score path:8 $order --order W0,W4,B6,B7 --ties earlier --json
    is "or in any order ($order)" "$(field value white black | tr '\n' ' ')" '4 [0,4] [6,7] '
done
printf 'vertex,label\n0,North\n4,South\n' >shops.csv
run demesne score path:8 --white @shops.csv --black 6,7 --order W4,W0,B6,B7 --ties earlier --json
is 'also of sites in a table' "$(field value)" 4
run demesne score path:8 --white 0,4 --black 6,7 --order W0,W4,B6
matches 'an order that leaves one out' "$status $err" '2 *--order names other sites than --white and --black*'
run demesne draw path:8 --white 0,4 --black 6,7 --order W0,W4,B6,B7 --ties earlier --json
is 'the same in pictures' "$(field white_score)" 6
finish
