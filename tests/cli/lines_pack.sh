#!/bin/sh
# lines_pack.sh - `demesne lines pack`: every level is lost before its moves and proven to be won by
# them, the file and the book hold all of them, the same seed gives the same pack.
. "$(dirname "$0")/lib/tap.sh"

run demesne lines pack --count 4 --seed 5 --from easy --to fiendish -o pack.json --book book.html --json
status_is 'a pack' 0
is 'fields' "$(field)" 'seed count levels seconds written book'
demesne lines pack --count 4 --seed 5 -o again.json --quiet >again.txt
ok 'the same seed gives the same pack' cmp pack.json again.json
for seed in 5 6; do # two levels are made sooner
    demesne lines pack --count 2 --seed $seed -o seed-$seed.json --quiet >seed-$seed.txt
done
ok 'another seed another one' test "$(sed 's/"seed":[^,]*//' seed-5.json)" != "$(sed 's/"seed":[^,]*//' seed-6.json)"
is 'grades rise' "$(awk 'NR > 1 { print $2 }' again.txt | grep -v json | uniq | paste -sd' ' -)" 'easy medium hard fiendish'

# Each level by itself, one per file.
tr -d '\n' <pack.json | sed 's/"level": *{/\n{/g' | tail -n +2 | sed 's/}},\{0,1\} *{"name".*$/}/; $s/}\]}$//' >levels.txt
is 'four levels' "$(sort -u levels.txt | wc -l | tr -d ' ')" 4
number=0
while read -r level; do
    number=$((number + 1))
    echo "$level" >level.json
    run demesne lines solve level.json --count-solutions --json
    is "level $number is won, which is proven" "$(field winner proven)" '"red" true'
    matches "level $number is lost before" "$(field before)" '"-*'
done <levels.txt

# A level by its number.
run demesne lines solve pack.json:4 --count-solutions --json
is 'the fourth level' "$(field winner grade)" '"red" "fiendish"'
out=$(echo quit | demesne lines play pack.json:2)
matches 'the second one, played' "$out" 'pack.json:2: *red, move 1 of *'
run demesne lines score pack.json:5
is 'there is no fifth' "$err" 'demesne: error: pack.json: is a pack of 4 levels; name one of them, such as pack.json:1'
run demesne lines best pack.json
status_is 'a pack is no level' 1
matches 'a pack is no level' "$err" '*pack.json: is a pack of 4 levels; name one of them, such as pack.json:1'
run demesne lines score level.json:1
is 'a level is no pack' "$err" 'demesne: error: level.json: is no pack, so it has no level 1'
run demesne lines score nowhere.json:1
matches 'no such file' "$err" 'demesne: error: nowhere.json: cannot be opened: *'

is 'the book has every level and every solution' "$(grep -c '<section' book.html)" 8
is 'solutions are at the end' "$(grep -n -e 'id="l4"' -e '<h1.*Solutions' -e 'id="s1"' book.html | sed 's/.*\(l4\|Solutions\|s1\).*/\1/' | paste -sd' ' -)" 'l4 Solutions s1'

# One solution, one kind of move.
run demesne lines pack --count 4 --seed 3 --from medium --unique --op cut -o unique.json --json
is 'only levels with one solution' "$(grep -o '"unique":[a-z]*' unique.json | sort -u)" '"unique":true'
is 'only cuts' "$(grep -o '"op":"[a-z]*"' unique.json | sort -u)" '"op":"cut"'
run demesne lines pack --count 2 --to easy --op rope --quiet -o ropes.json
is 'ropes' "$(grep -o '"op":"[a-z]*"' ropes.json | sort -u)" '"op":"rope"'
run demesne lines pack --count 1 --to easy --unique --op remove
matches 'a wish that nothing fits' "$err" '*none of 10000 levels with moves of the kind remove is easy and has one solution; try other grades or another seed*'
run demesne lines pack --unique --op rope
status_is 'solutions with ropes are not counted' 2

# Levels of one's own: files and packs in their order, with their names.
levels=$here/../../examples/levels
run demesne lines pack --levels "$levels/bridge.json" "$levels/causeway.json" unique.json --title 'Cuts & <more>' \
    -o own.json --book own.html --json
status_is 'a pack of own levels' 0
is 'fields of it' "$(field)" 'title count levels left_out seconds written book'
is 'names and order' "$(grep -o '"name":"[^"]*"' own.json | cut -d '"' -f 4 | paste -sd, -)" 'bridge,causeway,1 medium,2 hard,3 hard,4 fiendish'
matches 'it has its title' "$(cat own.json)" '*"title":"Cuts & <more>"*'
is 'the book has the names' "$(grep -c '<h2>2. causeway (medium)' own.html)" 2
is 'and the title' "$(grep -c '<h1>Cuts &amp; &lt;more&gt;</h1>' own.html)" 1
run demesne lines solve own.json:2 --json
is 'its levels are levels' "$(field winner)" '"red"'
printf '{"vertices":[{},{}],"edges":[[0,1,4]],"sites":[{"player":"red","vertex":0},{"player":"blue","vertex":1}],"me":"red"}' >one.json
run demesne lines pack --levels one.json
matches 'one edge, one move' "$out" '*1 * one:  1 edge, 1 move of any kind; *'
run demesne lines pack --levels own.json "$levels/rope.json" --unique
matches 'what cannot be won is left out' "$out" '*left out: rope: it cannot be won with its moves*'
matches 'what has several solutions too' "$out" '*left out: causeway: it has 2 solutions*'
run demesne lines pack --levels own.json --op cut
matches 'and what has other moves' "$out" '*left out: causeway: its moves are not all of the kind cut*'
run demesne lines pack --levels one.json nowhere.json
status_is 'a file is missing' 1
matches 'a file is missing' "$err" '*nowhere.json: cannot be opened*'
sed 's/"blue","vertex":1/"blue","vertex":7/' one.json >bad.json
run demesne lines pack --levels bad.json
matches 'a bad level' "$err" 'demesne: error: bad.json: *vertex*7*'
status_is 'a bad level' 1

# Whole packs: an answer per level, and a bad one does not stop the others.
for question in score odds solve; do
    demesne lines $question own.json --json >all.txt
    for number in 1 2 3 4 5 6; do
        demesne lines $question own.json:$number --json
    done >each.txt
    is "lines $question of a pack" "$(sed 's/"seconds":[^,}]*//' all.txt)" "$(sed 's/"seconds":[^,}]*//' each.txt)"
done
printf '{"demesne":"pack","version":1,"levels":[{"level":%s},{"level":%s},{"level":%s}]}' "$(cat one.json)" "$(cat bad.json)" "$(cat one.json)" >mixed.json
run demesne lines score mixed.json --json
status_is 'a pack with a bad level' 1
is 'the others are answered' "$(echo "$out" | cut -d : -f 1 | paste -sd ' ' -)" '{"level" {"error" {"level"'
matches 'the bad one is named' "$out" '*{"error":"*vertex*7*","board":1}*'
run demesne lines score own.json -o picture.svg
status_is 'no picture of a pack' 2
printf '{"demesne":"pack","version":1,"levels":[{"level":%s}]}' "$(cat one.json)" >single.json
run demesne lines best single.json
matches 'a pack of one level' "$err" '*is a pack of 1 level; name one of them, such as single.json:1'

run demesne lines pack --count 0
status_is 'no levels' 2
run demesne lines pack --from brutal
status_is 'no such grade' 2
run demesne lines pack --book book.txt
status_is 'a book is HTML' 2
run demesne lines pack --count 1000 --time 0.05 --quiet
status_is 'stopped' 3
finish
