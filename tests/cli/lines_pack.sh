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
run demesne lines score pack.json
status_is 'a pack is no level' 1
run demesne lines score level.json:1
is 'a level is no pack' "$err" 'demesne: error: level.json: is no pack, so it has no level 1'
run demesne lines score nowhere.json:1
matches 'no such file' "$err" 'demesne: error: nowhere.json: cannot be opened: *'

is 'the book has every level and every solution' "$(grep -c '<section' book.html)" 8
is 'solutions are at the end' "$(grep -n -e 'id="l4"' -e '<h1.*Solutions' -e 'id="s1"' book.html | sed 's/.*\(l4\|Solutions\|s1\).*/\1/' | paste -sd' ' -)" 'l4 Solutions s1'

run demesne lines pack --count 0
status_is 'no levels' 2
run demesne lines pack --from brutal
status_is 'no such grade' 2
run demesne lines pack --book book.txt
status_is 'a book is HTML' 2
run demesne lines pack --count 1000 --time 0.05 --quiet
status_is 'stopped' 3
finish
