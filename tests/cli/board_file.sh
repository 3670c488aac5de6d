#!/bin/sh
# board_file.sh - .board files through the tool: written, read from everywhere, checked when used.
. "$(dirname "$0")/lib/tap.sh"

town=$here/../golden/boards/version-1.board

run demesne arena road:200 --seed 3 --to road.board --json
status_is 'a board is written' 0
is 'the answer names the file' "$(field written)" '"road.board"'
demesne arena road:200 --seed 3 --to road.gr --quiet >/dev/null
run demesne score road.gr --white 5 --black 9 --json
expected=$(field owner)
run demesne score road.board --white 5 --black 9 --json
is 'a .board file is a board' "$(field owner)" "$expected"
run demesne score - --white 5 --black 9 --json <road.board
is 'it is read from standard input' "$(field owner)" "$expected"
gzip -k road.board
run demesne score road.board.gz --white 5 --black 9 --json
is 'it may be packed' "$(field owner)" "$expected"
cp road.board road.anything
run demesne score road.anything --white 5 --black 9 --json
is 'its first bytes name the format' "$(field owner)" "$expected"
run demesne arena road.board --to road.board --quiet
status_is 'a file may replace itself' 0
demesne arena road.board --to - --format board --quiet >again.board
is 'what is read is written again' "$(cmp road.board again.board && echo same)" same

run demesne arena "$town" --check --json
is 'all sections are checked' "$status $(field checked)" '0 true'
run demesne arena "$town" --to town.edges --directed
matches 'a note tells what another format loses' "$err" '*: the format edges cannot hold streets; left out*'
run demesne arena "$town" --to town.json
matches 'only .board files have values with decimals' "$err" \
    '*json stores only whole vertex values, and this board has decimals'
run demesne arena "$town" --measure seconds
is 'a measure that the file does not have is refused' "$status$out ${err#*board: }" \
    '1 its lengths are metres; write it again from the map with --measure seconds'

# change FILE OFFSET: damages the byte there
change() {
    printf '\377' | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

size=$(wc -c <road.board)
cp road.board places.board
change places.board $((size - 100))
run demesne score places.board --white 5 --black 9 --json
is 'damage of what is not needed does no harm' "$status $(field owner)" "0 $expected"
run demesne score places.board --white 5 --black 9 -o map.svg
is 'a picture needs the places' "$status $err" \
    '1 demesne: error: places.board: section places: the checksum is wrong: the file is damaged'
is 'and is not written without them' "$(ls map.svg 2>&1 | grep -c 'No such')" 1
run demesne score places.board --white 5 --black 9 --csv table.csv
is 'nor is a table' "$status $(ls table.csv 2>&1 | grep -c 'No such')" '1 1'
run demesne score places.board --white 5 --black 9 --report page.html
is 'nor is a page' "$status $(ls page.html 2>&1 | grep -c 'No such')" '1 1'
run demesne arena places.board --check
is 'a check finds it' "$status$out $err" \
    '1 demesne: error: places.board: section places: the checksum is wrong: the file is damaged'
run demesne arena places.board --to copy.board
is 'a copy is refused' "$status $(ls copy.board 2>&1 | grep -c 'No such')" '1 1'

cp road.board graph.board
change graph.board 1000
graph='1 demesne: error: graph.board: section graph: the checksum is wrong: the file is damaged'
for question in 'score --white 5 --black 9' 'score --white 5 --black 9 --json' \
    'arena' 'arena --undirected' 'reply --white 5 --count 1' 'lead --count 1' 'solve --rounds 1' \
    'draw -o map.svg' 'play --rounds 1 --white greedy --black greedy'; do
    # shellcheck disable=SC2086 # several words
    set -- $question
    command=$1
    shift
    run demesne "$command" graph.board "$@"
    is "a damaged graph has no answer: $question" "$status$out $err" "$graph"
done
printf 'vertex\n5\n' >sites.csv
run demesne score graph.board --white @sites.csv --values sites.csv
is 'damage counts before other failures' "$status$out" 1
finish
