#!/bin/sh
# directed.sh - boards with one-way arcs: reading, writing, directions, and what refuses them.
. "$(dirname "$0")/lib/tap.sh"

# A town of one-way streets: 0 -> 1 -> 2 -> 3 -> 0, and the street 1 - 4 both ways.
printf 'vertices 5\n0 1\n1 2\n2 3\n3 0\n1 4\n4 1\n' >town.edges

run demesne arena town.edges --json
is 'without --directed arcs become edges' "$(field edges oneway)" '5 0'
run demesne arena town.edges --directed --json
status_is 'directed' 0
is 'a street both ways is one edge' \
    "$(field vertices edges oneway components strong_components connected tree)" '5 5 4 1 1 true false'
is 'no note' "$err" ''
run demesne arena town.edges --directed
matches 'the text counts one-way arcs' "$out" '*one-way arcs   4*'
run demesne arena town.edges --directed --undirected --json
is '--undirected makes edges of them' "$(field edges oneway one_way_joined)" '5 0 4'
matches 'and says so' "$err" '*one-way arcs treated as edges: 4*'

run demesne score town.edges --directed --white 0 --black 2 --json
is 'customers travel to the stones' "$(field owner white_score black_score)" '"WBBWB" 2 3'
run demesne score town.edges --directed --white 0 --black 2 --direction from-site --json
is 'or goods travel from them' "$(field owner white_score black_score)" '"WWBBW" 3 2'
run demesne score town.edges --white 0 --black 2 --direction from-site --json
is 'on an undirected board both are the same' "$(field owner)" '"W.B.."'
run demesne score town.edges --direction back --white 0 --black 2
status_is 'an unknown direction' 2
run demesne arena town.edges --direction from-site
status_is 'arena has no direction' 2
run demesne interval play circle --stones 2 --directed
status_is 'nor have intervals' 2

for ending in edges gr graphml gml net json; do
    demesne arena town.edges --directed --to town2.$ending >/dev/null
    run demesne score town2.$ending --directed --white 0 --black 2 --json
    is "written and read: $ending" "$(field edges owner)" '5 "WBBWB"'
done
run demesne score town2.json --white 0 --black 2 --json
is 'JSON names its arcs, and needs no option' "$(field owner)" '"WBBWB"'
run demesne arena town.edges --directed --to town.graph
status_is 'METIS cannot store one-way arcs' 1
matches 'the message names --undirected' "$err" '*metis cannot store one-way arcs*--undirected*'
run demesne arena town.edges --directed --undirected --to town.graph
status_is 'the undirected board can be written' 0

run demesne reply town.edges --directed --white 0 --count 1 --json
is 'reply' "$(field black value method proven)" '[3] 3 "exact" true'
run demesne reply town.edges --directed --white 0 --count 1 --direction from-site --json
is 'reply, from the sites' "$(field black value proven)" '[1] 3 true'
for method in greedy local; do
    run demesne reply town.edges --directed --white 0 --count 1 --method $method --json
    is "reply, $method" "$(field black value)" '[3] 3'
done
for method in tree slides; do
    run demesne reply town.edges --directed --white 0 --count 1 --method $method
    status_is "method $method" 1
    matches "method $method names --undirected" "$err" "*method $method*--undirected*"
done
run demesne lead town.edges --directed --count 1 --json
is 'lead' "$(field white black value proven)" '[1] [0] -1 true'
run demesne solve town.edges --directed --rounds 1 --json
is 'solve agrees with lead' "$(field value proven)" '-1 true'
run demesne solve town.edges --directed --rounds 1 --moves --json
is 'every move' "$(field moves)" '[{"move":[0],"value":-3},{"move":[1],"value":-1},{"move":[2],"value":-3},{"move":[3],"value":-3},{"move":[4],"value":-3}]'

run demesne solve town.edges --directed --rounds 2 --certificate proof.json --json
status_is 'a certificate' 0
run demesne verify proof.json
status_is 'is verified' 0
run demesne play town.edges --directed --rounds 1 --white solver --black minimax --record game.json --json
status_is 'play' 0
run demesne replay game.json --json
status_is 'a record keeps the directions' 0
is 'of its board' "$(field edges)" '5'
run demesne review game.json
status_is 'review' 0
run demesne play town.edges --directed --rounds 1 --white median --black minimax
status_is 'a player for trees' 1
matches 'names --undirected' "$err" '*--undirected*'
run demesne play town.edges --directed --rounds 1 --white 'cmd:cat' --black minimax
status_is 'an outside program' 1
matches 'names --undirected too' "$err" '*outside program*--undirected*'
run demesne tournament --arena town.edges --directed --rounds 1 --players minimax,random --games 2 --json
status_is 'a tournament' 0
run demesne tournament --arena town.edges --directed --rounds 1 --players minimax,median --games 2
status_is 'with a player for trees' 1
matches 'says what it needs' "$err" '*--undirected*'
printf '0 1\n2 1\n' >in.edges
run demesne tournament --arena in.edges --directed --undirected --rounds 1 --players minimax,median --games 2 --json
status_is 'which --undirected gives' 0
printf '{"arena":"town.edges","white":[0],"black":[2],"scenarios":[{"name":"today","ask":"score"}]}' >plan.json
run demesne market plan.json --directed --json
matches 'a market on directed roads' "$out" '*"white_score":2,"black_score":3*'
run demesne market plan.json --directed --direction from-site --json
matches 'and deliveries' "$out" '*"white_score":3,"black_score":2*'
run demesne draw town.edges --directed --white 0 --black 2 -o town.svg
status_is 'draw' 0
run demesne arena town.edges --directed --rounds 2
status_is 'theory of complete trees' 1
matches 'needs an undirected board' "$err" '*--undirected*'
run demesne draw town.edges --directed
status_is 'draw with characters' 0

finish
