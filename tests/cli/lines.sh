#!/bin/sh
# lines.sh - `demesne lines`: scores, best moves, odds, moves made, bad levels and bad options.
. "$(dirname "$0")/lib/tap.sh"
cp "$here"/../../examples/levels/*.json .

# Two sites on a line: 0 --8-- 1 --2-- 2, red at 0, blue at 1.
echo '{"vertices":[{},{},{}],"edges":[[0,1,8],[1,2,2]],"me":"red",
 "sites":[{"player":"red","vertex":0},{"player":"blue","vertex":1}]}' >line.json
# A cross whose third arm is tied: arms of 2, 2 and 3.
echo '{"vertices":[{},{},{},{}],"edges":[[0,1,2],[0,2,2],[0,3,3]],"me":"red",
 "sites":[{"player":"red","vertex":1},{"player":"blue","vertex":2}],"players":["red","blue","green"]}' >cross.json
# Three players; the best cut is inside an edge (te Kolste's lemmas are for two).
echo '{"vertices":[{},{},{},{},{}],"edges":[[0,1,1],[1,2,1],[1,3,1],[1,4,3]],
 "sites":[{"player":"me","vertex":0},{"player":"two","vertex":1},{"player":"three","vertex":4}]}' >three.json

# score
run demesne lines score line.json --json
status_is 'score' 0
is 'fields and their order' "$(field)" \
    'level vertices edges sites ties measured players tied unreached winner seconds'
is 'payoffs by hand' "$(field players tied unreached winner)" \
    '[{"name":"red","payoff":"4"},{"name":"blue","payoff":"6"}] "0" "0" "blue"'
run demesne lines score line.json
matches 'as text' "$out" 'line.json: 3 vertices, 2 edges, 2 sites, ties neutral*  red            4 *40.0 %*  winner         blue'
out=$(demesne lines score - --json <line.json)
is 'from standard input' "$(field level winner)" '"-" "blue"'
for rule in 'neutral "2" "2" "3" null' 'closed "5" "5" "0" null' 'split "7/2" "7/2" "0" null' \
    'own "5" "2" "0" "red"'; do
    # shellcheck disable=SC2086 # words
    set -- $rule
    run demesne lines score cross.json --ties "$1" --json
    is "ties $1" "$(field ties players tied winner)" \
        "\"$1\" [{\"name\":\"red\",\"payoff\":$2},{\"name\":\"blue\",\"payoff\":$3},{\"name\":\"green\",\"payoff\":\"0\"}] $4 $5"
done
run demesne lines score cross.json --ties own --player blue --json
is 'own ties go to the player who moves'"'"'s' "$(field winner)" '"blue"'
echo '{"vertices":[{"x":0,"y":0},{"x":1,"y":1},{"x":5,"y":4}],"edges":[[0,1],[1,2]],
 "sites":[{"player":"a","edge":0,"at":"1/2"}]}' >measured.json
run demesne lines score measured.json --json
is 'a missing length is measured, and reported' "$(field measured players unreached)" \
    'true [{"name":"a","payoff":"3207107/500000"}] "0"'
run demesne lines score measured.json
matches 'also as text' "$out" '*distances, rounded to 0.000001*'

# best
run demesne lines best line.json --op cut --json
status_is 'best cut' 0
is 'fields of best' "$(field)" 'level vertices edges sites ties measured op player objective move before after gain attained winner candidates proven seconds made'
is 'the best cut by hand' "$(field op player objective move before after gain attained proven)" \
    '"cut" "red" "margin" {"edge":0,"at":"1"} "-2" "6" "8" true true'
run demesne lines best line.json --op cut --objective payoff --player blue --json
is 'another player, another objective' "$(field player move before after gain)" \
    '"blue" {"edge":0,"at":"0"} "6" "10" "4"'
run demesne lines best line.json --op cut --objective rank --json
is 'ranks' "$(field before after gain margin_before margin_after)" '2 1 1 "-2" "6"'
run demesne lines best three.json --op cut --player me --json
is 'a cut inside an edge' "$(field move before after gain)" '{"edge":3,"at":"1/12"} "-7/2" "-9/4" "5/4"'
run demesne lines best three.json --op cut --player me
matches 'best as text' "$out" '*move           cut edge 3 (1-4) at 1/12*after          -9/4 (-2.25)*'

# odds
run demesne lines odds bridge.json --op cut --json
status_is 'odds' 0
is 'the winning cuts by hand' "$(field op player winning_fraction winning_moves regions winnable best_margin)" \
    '"cut" "red" "1/14" [{"edge":4,"from":"1/2","to":"1"}] 1 true "4"'
run demesne lines odds bridge.json
matches 'odds as text' "$out" '*winning moves  edge 4 (1-4) from 1/2 to 1*grade          hard*'
sed 's/"me"/"moves":3,"me"/' bridge.json >moves.json
run demesne lines odds moves.json --json
is 'only the next of several moves is considered' "$(field covers)" '"only the next move of 3"'

# apply
run demesne lines apply line.json --cut 0,1/4
status_is 'apply' 0
printf '%s\n' "$out" >after.json
run demesne lines score after.json --json
is 'the level after a cut' "$(field vertices edges players)" \
    '5 3 [{"name":"red","payoff":"2"},{"name":"blue","payoff":"8"}]'
run demesne lines apply line.json --cut 0:0.25 --json
is 'EDGE:AT and decimals, on one line' "$(printf '%s\n' "$out" | wc -l)" 1
is 'edges after the cut' "$(field edges)" '[[0,3,2],[1,2,2],[4,1,6]]'
run demesne lines apply line.json --add 1:1/2 --to after.json --json
is 'a site is added' "$(field op player move players winner written)" \
    '"add" "red" {"edge":1,"at":"1/2"} [{"name":"red","payoff":"11/2"},{"name":"blue","payoff":"9/2"}] "red" "after.json"'
run demesne lines score after.json --json
is 'the level is written' "$(field sites winner)" '3 "red"'
run demesne lines apply line.json --add 2 --player blue --to after.json --json
is 'on a vertex, by another player' "$(field move players)" \
    '{"vertex":2} [{"name":"red","payoff":"4"},{"name":"blue","payoff":"6"}]'
run demesne lines apply line.json --remove 0 --to after.json
matches 'a site is removed' "$out" "*remove site 0: red's, on vertex 0*"
run demesne lines score after.json --json
is 'blue owns everything' "$(field players)" '[{"name":"red","payoff":"0"},{"name":"blue","payoff":"10"}]'

# generate
run demesne lines generate gabriel:12 --share 0.05-0.3 --to new.json --json
status_is 'generate' 0
is 'a level of the kind asked for' "$(field kind seed vertices sites op player winnable written)" \
    '"gabriel" 1 12 2 "cut" "red" true "new.json"'
share=$(field winning_fraction)
run demesne lines odds new.json --json
is 'its share is the one reported' "$(field winning_fraction)" "$share"
run demesne lines generate tree:9 --players 3 --sites 2 --seed 7
status_is 'a level on standard output' 0
printf '%s\n' "$out" >tree.json
run demesne lines generate tree:9 --players 3 --sites 2 --seed 7 --to - --json
is 'the same seed gives the same level, on one line' "$out" "$(tr -d '\n' <tree.json | sed 's/\([[,]\) */\1/g')"
run demesne lines score tree.json --json
is 'it is a tree' "$(field vertices edges sites)" '9 8 6'
run demesne lines generate grid:9 --share 0.5-0.5000001 --tries 3 --quiet
status_is 'no level has such a share' 3
matches '--quiet does not hide the error' "$err" 'demesne: error: none of 3 levels of seed 1 fits; the nearest has a winning share of ?*'
won=0
for seed in 1 2 3 4 5 6 7 8; do
    run demesne lines generate tree:8 --seed "$seed" --to new.json --json
    [ "$(field winner)" = '"blue"' ] || won=$((won + 1))
done
is 'red is losing before the move' "$won" 0
run demesne lines generate tree:2
status_is 'a tie is not a puzzle' 3
matches 'a tie is not a puzzle: why' "$err" '*the player to move is losing none of them before the move'
for line in 'generate' 'generate grid' 'generate grid:x' 'generate maze:9' 'generate grid:1' \
    'generate grid:9 --share 1' 'generate grid:9 --share 0.5-0.1' 'generate grid:9 --player blue' \
    'generate grid:9 --players 1' 'generate tree:4 --sites 9'; do
    # shellcheck disable=SC2086 # words
    run demesne lines $line
    status_is "lines $line" 2
done

# A grade of one move or of several; the level made asks for these moves.
run demesne lines generate gabriel:12 --op add --grade hard --to hard.json --json
is 'a level of a grade' "$(field grade)" '"hard"'
is 'its odds have the same' "$(demesne lines odds hard.json --op add | sed -n 's/^  grade *//p')" hard
run demesne lines generate gabriel:12 --op cut --count 2 --grade medium --to two.json --json
is 'two moves' "$(field count all_needed grade)" '2 true "medium"'
run demesne lines solve two.json --count-solutions --json
is 'the search for them agrees' "$(field winner proven grade)" '"red" true "medium"'
out=$(printf 'grade\nquit\n' | demesne lines play two.json)
matches 'and the game, too' "$out" '*grade*
  medium
*'
run demesne lines odds two.json --op cut --count 2 --json
is 'a share of sets is no grade' "$(field winnable grade)" 'true absent'
run demesne lines generate gabriel:12 --op remove --grade fiendish
status_is 'a removal of 12 sites is never fiendish' 2
matches 'and why' "$err" '*such removals need 17 sites for each of 2 players*'

# add and remove
run demesne lines best bridge.json --op add --json
is 'the best site by hand' "$(field op before after gain attained proven)" '"add" "-3" "9" "12" true true'
run demesne lines best bridge.json --op remove --json
is 'the best removal' "$(field move after)" '1 "28"'
run demesne lines odds bridge.json --op remove --json
is 'winning removals' "$(field winning_fraction winning_moves)" '"1/2" [1]'
run demesne lines odds bridge.json --op add --json
is 'winning sites' "$(field winning_fraction regions)" '"4/7" 2'

run demesne lines best bridge.json --op add --count 2 --json
is 'two sites at once: a list, whose best value is not attained' "$(field after attained)$(field move | tr -cd '{')" '"21" false{{'
run demesne lines odds bridge.json --op cut --samples 500 --json
is 'random moves' "$(field samples proven winnable)" '500 false true'
matches 'their share is reported' "$(field winning_fraction)" '"*/*"'

# several moves
run demesne lines solve causeway.json --count-solutions --json
is 'the best set of moves' "$(field before after attained winner proven)" '"-117" "18" true "red" true'
is 'moves on the level after those before' "$(field moves)" '[{"op":"cut","move":{"edge":3,"at":"0"}},{"op":"add","move":{"edge":0,"at":"19/60"}}]'
is 'solutions and the key' "$(field solutions unique key)" '2 false 1'
is 'how hard it is, and why' "$(field all_needed greedy_wins tempting grade)" 'true true 3 "medium"'
run demesne lines solve causeway.json --explain --json
matches 'every move is explained on its own level' "$(field explain)" \
    '[[]{"type":"I",*"vertex":6,*"edge":3,"profile":*"op":"cut"},{"type":"none",*"vertex":7,*"edge":0,"profile":*"first":"18","last":"18"}*"op":"add"}]'
run demesne lines solve causeway.json --explain -o steps.svg
matches 'the moves and their charts as text' "$out" '*move 1: cut edge 3 (1-4) at 0
  type           I: *margin of a cut along edge 3 (1-4):
    from 0 to 1: -117
move 2: add a site on edge 0 (0-1) at 19/60*shortest paths*4: blue at 49, over edge 2*'
is 'each move is drawn before and after' "$(grep -o '>before<\|>after<\|>move [12]: ' steps.svg | tr -d '\n')" \
    '>before<>after<>move 1: >before<>after<>move 2: '
# The second cut is on an edge that the first one made: red cuts blue off on both sides.
echo '{"vertices":[{"x":0,"y":0},{"x":10,"y":0}],"edges":[[0,1,10]],"me":"red","moves":[{"op":"cut","count":2}],
 "sites":[{"player":"red","vertex":0},{"player":"blue","edge":0,"at":"1/2"},{"player":"red","vertex":1}]}' >both.json
run demesne lines solve both.json -o both.svg
status_is 'a move on an edge that another move made is drawn' 0
is 'two cuts are marked' "$(grep -c '>before<' both.svg)" 1
run demesne lines best both.json --op cut --count 3 -o both.svg
status_is 'and so are three of one kind' 0
run demesne lines solve causeway.json --objective win --json
is 'a set that wins' "$(field before after winner proven)" '"0" "1" "red" true'
run demesne lines solve causeway.json --objective rank --json
is 'ranks' "$(field before after margin_after)" '"2" "1" "18"'
sed 's/"moves".*/"moves":[{"op":"remove"},{"op":"cut"}],"ordered":true}/' causeway.json >ordered.json
run demesne lines solve ordered.json --json
is 'moves in their order' "$(field moves | grep -o '"op":"[a-z]*"' | tr '\n' ' ')" '"op":"remove" "op":"cut" '
sed 's/"moves".*/"moves":2}/' causeway.json >any.json
run demesne lines solve any.json --json
is 'moves of any kind: ropes are not compared' "$(field proven note)" 'false "sets with ropes were not compared"'
sed 's/{"x":[-0-9.]*,"y":[-0-9.]*}/{}/g; s/"op":"cut"/"op":"rope"/' causeway.json >flat.json
run demesne lines solve flat.json
status_is 'a rope without coordinates' 1
matches 'and why' "$err" '*flat.json: a rope needs coordinates*'
sed 's/"moves".*/"moves":[{"op":"remove","count":9}]}/' causeway.json >nine.json
run demesne lines solve nine.json
status_is 'too few sites' 1
is 'too few sites: the message' "$err" 'demesne: error: nine.json: 9 sites are to be removed; the level has 4'
run demesne lines best causeway.json --op cut --count 2 --json
is 'the best two cuts' "$(field after proven)$(field move | tr -cd '{')" '"-74" true{{'
run demesne lines odds causeway.json --op add --count 2 --json
matches 'the share of winning pairs' "$(field count winning_fraction proven)" '2 "*/*" true'

# ropes: red at (4,3), blue at (0,0) and (12,0); the best meets the foot at (4,0)
demesne lines generate gabriel:120 --to large.json --quiet >/dev/null
with_time '[ -n "$out$err" ]' demesne lines best large.json --op rope --quiet --json
is 'stopped before there is a bound: a rope and no error' "$(field proven error)" 'false null'
run demesne lines best rope.json --op rope --json
status_is 'best rope' 0
is 'the best rope by hand' "$(field move | sed 's/"at":"[^"]*"/"at"/') $(field before after gain attained)" \
    '{"from":{"vertex":0},"to":{"edge":1,"at"},"length":"3"} -12.0 -3.0 9.0 true'
run demesne lines odds rope.json --op rope --json
is 'if the best rope does not win, none does' "$(field winning_fraction winning_decimal winnable grade best_margin)" '"0" 0.0 false "unwinnable" -3.0'
run demesne lines apply rope.json --rope 0,1:1/3 --to after.json --json
is 'the rope is added' "$(field move players)" '{"from":{"vertex":0},"to":{"edge":1,"at":"1/3"},"length":"3"} [{"name":"red","payoff":"17/2"},{"name":"blue","payoff":"23/2"}]'
run demesne lines apply line.json --rope 0,1
status_is 'a rope without coordinates' 1
matches 'the message says why' "$err" 'demesne: error: line.json: *coordinates*'

# pictures
run demesne lines score bridge.json -o score.svg --animate film.svg --json
is 'a picture and an animation' "$(field file animation)" '"score.svg" "film.svg"'
ok 'the picture shows names and payoffs' grep -q 'blue 31/2' score.svg
ok 'the animation moves' grep -q '<animate ' film.svg
run demesne lines best bridge.json -o best.svg
ok 'before and after' grep -q 'red 16' best.svg
for ending in png pdf; do
    run demesne lines odds bridge.json -o odds.$ending
    status_is "odds as $ending" 0
    ok "odds.$ending is there" test -s odds.$ending
done
run demesne lines apply cross.json --cut 2,0 -o apply.svg
ok 'a level without coordinates is laid out' grep -q 'unreached 3' apply.svg
run demesne lines score bridge.json -o score.txt
status_is 'no such picture' 2
run demesne lines score bridge.json --animate film.png
status_is 'a bad ending of an animation' 2

# bad levels
echo '{"vertices":[{},{}],"edges":[[0,2,1]]}' >bad.json
run demesne lines score bad.json
status_is 'an edge to a missing vertex' 1
is 'the message names its place' "$err" \
    'demesne: error: bad.json: edge 0 ends at vertex 2; the level has vertices 0..1'
run demesne lines score none.json
status_is 'no such file' 1
printf '{"vertices":[],\n oops' >bad.json
run demesne lines best bad.json
status_is 'bad JSON' 1
matches 'the message has the line' "$err" '*bad.json:2: *'

# bad options
for line in 'score' 'win line.json' 'score line.json line.json' 'score line.json --values v.csv' \
    'score line.json --ties earlier' 'best line.json --op jump' 'best line.json --objective gold' \
    'apply line.json' 'apply line.json --cut 0,1/2 --add 1' 'apply line.json --cut 0' \
    'apply line.json --cut x,1/2' 'apply line.json --cut 0,half' 'apply line.json --add 1:2:3' \
    'apply line.json --remove -1' 'apply line.json --remove one' 'apply line.json --rope 1' \
    'apply line.json --rope 1,0:x' 'best three.json' 'odds three.json' \
    'apply three.json --add 2' 'odds line.json --epsilon 0' 'best line.json --method magic'; do
    # shellcheck disable=SC2086 # words
    run demesne lines $line
    status_is "lines $line" 2
done
# options that would have no effect
for line in 'odds rope.json --op rope --count 2' 'odds line.json --method all' 'best rope.json --op rope --method all' \
    'best line.json --samples 9' 'best rope.json --op rope --count 2' 'best line.json --count 2 --method all' 'score line.json --count 2' 'score line.json --op cut' \
    'score line.json --samples 9' 'score line.json --to x.json' 'apply line.json --cut 0,1/2 --op cut' \
    'odds line.json --objective margin' 'best line.json --cut 0,1/2' 'generate grid:9 --objective margin' \
    'best line.json --players 2'; do
    # shellcheck disable=SC2086 # words
    run demesne lines $line
    status_is "lines $line" 2
    matches "lines $line has a message" "$err" 'demesne: error: ?*'
done
run demesne lines score line.json --samples 9
is 'the message names the option' "$err" "demesne: error: lines score has no option --samples; 'demesne lines score -h' lists them"
run demesne lines best rope.json --op rope --method types
is 'the message names the kind of move' "$err" "demesne: error: rope.json: method 'types' is for cuts, not for 'rope'"
for line in 'best line.json --player green' 'apply line.json --cut 7,1/2' 'apply line.json --cut 0,3/2' \
    'apply line.json --add 9' 'apply line.json --add 0' 'apply line.json --remove 2'; do
    # shellcheck disable=SC2086 # words
    run demesne lines $line
    status_is "lines $line" 1
    matches "lines $line says why" "$err" 'demesne: error: line.json: ?*'
done
# A supremum on edges whose lengths have large common denominators: the move is as near as --epsilon asks.
awk 'BEGIN { n = split("2 3 5 7 11 13 17 19 23 29 31 37 41 43", p, " "); printf "{\"vertices\":["
    for (i = 0; i <= n; i++) printf "{}%s", i < n ? "," : "],\"edges\":["
    for (i = 1; i <= n; i++) printf "[%d,%d,\"1/%d\"]%s", i - 1, i, p[i], i < n ? "," : ""
    print "],\"me\":\"a\",\"sites\":[{\"player\":\"a\",\"edge\":3,\"at\":\"1/3\"},{\"player\":\"b\",\"vertex\":14}]}" }' >primes.json
for epsilon in 1e-6 1e-9; do
    run demesne lines best primes.json --op add --epsilon $epsilon --json
    short=$(field after reached | tr -d '"' | tr ' ' '\n' | awk -F/ -v most=$epsilon '{ v[NR] = $1 / $2 }
        END { near = v[1] >= v[2] && v[1] - v[2] <= 2 * most; print near }')
    is "the move is within --epsilon $epsilon of the supremum" "$status $(field attained) $short" '0 false 1'
done


# the parts of edges that one player owns
echo '{"vertices":[{},{},{}],"edges":[[0,1,"2"],[1,2,"1"]],"sites":[{"player":"red","vertex":0},{"player":"blue","vertex":2}]}' >three.json
run demesne lines score three.json --stretches
matches 'stretches, with their owners' "$out" '*edge 0 from 0 to 3/4: red*edge 0 from 1 to 3/4: blue*edge 1 from 1 to 0: blue*'
run demesne lines score three.json --stretches --json
matches 'and as JSON' "$(field stretches)" '*"edge":0,"from":"0","to":"3/4",*"owner":"red"*'
echo '{"vertices":[{}],"edges":[],"sites":[{"player":"red","vertex":0}],"players":["red","blue"]}' >point.json
matches 'one of a thing has no plural' "$(demesne lines score point.json)" '*: 1 vertex, 0 edges, 1 site, ties*'

# explain and split
run demesne lines explain gate.json --json
is 'fields of explain' "$(field)" \
    'level vertices edges sites ties measured player tree candidates changes simplified stretches seconds'
run demesne lines explain gate.json --edge 1 --vertex 2 --at 1/3 -o why.svg
matches 'f by both methods' "$out" '*f(1/3) = 50/3 by method 1, 50/3 by method 2*'
matches 'the picture has the tree and the charts' "$(cat why.svg)" \
    '*extended shortest-path tree*f(x), edge 1 from 2 to 1*'
run demesne lines explain gate.json --vertex 1
status_is 'a vertex without an edge' 2
run demesne lines explain gate.json --edge 1 --vertex 3
status_is 'a vertex elsewhere' 1
matches 'and why' "$err" '*vertex 3 is no end of edge 1*'
run demesne lines explain bridge.json --edge 0
status_is 'functions of a graph' 1
matches 'says that they are what is missing' "$err" "*edge 0 has no functions: method 'method-1' is for trees*"
run demesne lines explain gate.json --vertex 2
matches 'the option that is missing' "$err" '*--vertex goes with --edge*'
run demesne lines difficulty gate.json --samples 1
matches 'one play' "$out" '1 random play of each level*'
echo '{"vertices":[{},{}],"edges":[[0,1,4]],"sites":[{"player":"red","edge":0,"at":"1/4"}]}' >inside.json
run demesne lines split inside.json --json
is 'a site inside an edge becomes a vertex' "$(field edges sites)" '[[0,2,1],[2,1,3]] [{"player":"red","vertex":2}]'

# regions of pairs, difficulty, methods as printed
run demesne lines odds gate.json --op add --count 2 --regions --json
matches 'polygons of pairs' "$(field winning_pairs)" \
    '*"corners":*"share":"55/289"}*'
run demesne lines difficulty gate.json needle.json --samples 50 -o plot.svg --json
is 'fields of difficulty' "$(field)" 'samples seed levels grades file seconds'
matches 'the plot has the grades' "$(cat plot.svg)" '*random moves that win, by grade*easy*'
mkdir folder && cp gate.json folder
run demesne lines difficulty folder
matches 'a folder' "$out" '*gate *easy*'
run demesne lines best gate.json --op cut --method types:printed --mistake late
status_is 'a mistake of another method' 2
run demesne lines best --op cut --method types:printed
status_is 'no level' 2
run demesne lines best --op cut --method types:printed --find-counterexample -o found.json
status_is 'a counterexample' 0
run demesne lines best found.json --op cut --method types:printed --json
is 'it is one' "$(field gain claimed)" '"1" "1"'
run demesne lines best found.json --op cut --json
is 'and this is right' "$(field gain)" '"2"'
finish
