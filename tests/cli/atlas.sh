#!/bin/sh
# atlas.sh - tables of solved games: values, resuming after kills, foreign files, exports.
. "$(dirname "$0")/lib/tap.sh"
nauty=$(command -v nauty-gentreeg || command -v gentreeg || true)

run demesne atlas run paths --to 12 --json
status_is 'run' 0
is 'run counts' "$(field table boards solved known unproven)" '"paths" 11 36 0 0'
ok 'the seconds are those spent solving' awk "BEGIN { exit !($(field seconds) > 0.0005) }"
ok 'the default database' test -s demesne.db
run demesne atlas run paths --to 12 --json
is 'a second run solves nothing' "$(field solved known)" '0 36'
run demesne atlas run paths --vertices 13-14 --rounds 2-3 --json
is 'ranges of sizes and rounds' "$(field boards solved)" '2 4'
run demesne atlas show paths --vertices 9
is 'show prints the values' "$out" 'paths: 1 board of 9 to 9 vertices, 4 games, ties neutral
  rounds   1   2   3   4
  path:9  +1   0   0   0
  White wins 1, tie 3, Black wins 0'
run demesne atlas show paths --vertices 9 --json
is 'show as JSON' "$(field rounds white tie black)" '1 1 0 0
2 0 1 0
3 0 1 0
4 0 1 0'
run demesne atlas show paths --winner white --vertices 2-12 --json
is 'one outcome only' "$(field vertices rounds)" '3 1
5 1
7 1
9 1
11 1'
run demesne atlas run grids --cells 6 --ties black --per-turn 2 --json
is 'other rules' "$(field boards solved known)" '2 2 0'
run demesne atlas show grids
matches 'the games of other rules are unchanged' "$out" 'grids: 0 boards, 0 games*'
run demesne atlas show
status_is 'show everything' 0
matches 'show everything: one table each' "$out" 'paths: *cycles: 0 boards*graphs: 0 boards*'

for bad in 'run' 'run paths' 'run pathes --to 5' 'run open-trees --to 5' 'run paths --to x' \
    'run paths --vertices 9-5' 'run paths --to 5 --rounds 0' 'walk paths' 'export paths' \
    'export paths --to x.txt' 'run paths --to 5000' 'run paths --to 5 --winner me'; do
    # shellcheck disable=SC2086 # the words are meant to split
    run demesne atlas $bad
    status_is "refused: $bad" 2
    matches "explained: $bad" "$err" 'demesne: error: *'
done
run demesne atlas run pathes --to 5
is 'the nearest table is suggested' "$err" "demesne: error: there is no table 'pathes'; did you mean 'paths'?"

echo 'my diary' >diary.txt
cp diary.txt copy.txt
for verb in 'run paths --to 5' 'show paths'; do
    # shellcheck disable=SC2086
    run demesne atlas $verb --db diary.txt
    status_is "a text file: $verb" 1
    matches "a text file is named: $verb" "$err" '*diary.txt: not a database of Demesne*'
done
ok 'the text file is unchanged' cmp diary.txt copy.txt
run demesne atlas show paths --db nosuch.db
status_is 'no database' 1
ok 'show creates no database' test ! -e nosuch.db
run demesne atlas run paths --to 5 --db /nosuch/folder/a.db
status_is 'a missing folder' 4
run sh -c "'$program' atlas export paths --to - >/dev/full"
status_is 'full disk' 4
run demesne atlas export paths --to /nosuch/folder/a.csv
status_is 'export to a missing folder' 4

# A full disk: the run fails, and what it wrote before is intact.
demesne atlas run paths --to 12 --db full.db --quiet >/dev/null
run sh -c "trap '' XFSZ; ulimit -f 64; '$program' atlas run complete-trees --to 120 --rounds 1-2 --db full.db --quiet"
status_is 'a full disk' 4
matches 'the message says so' "$err" 'demesne: error: full.db: *'
run demesne atlas run paths --to 12 --db full.db --json
is 'no game is lost' "$(field solved known)" '0 36'
run demesne atlas run complete-trees --to 120 --rounds 1-2 --db full.db --json
status_is 'the run continues once there is space' 0

demesne atlas run complete-trees --to 9 --quiet >/dev/null
run demesne atlas export complete-trees --vertices 2-5 --to -
is 'CSV' "$out" 'table,board,vertices,edges,rounds,per_turn,ties,lower,upper,proven
complete-trees,"tree:2,1",3,2,1,1,neutral,1,1,1
complete-trees,"tree:3,1",4,3,1,1,neutral,2,2,1
complete-trees,"tree:3,1",4,3,2,1,neutral,0,0,1
complete-trees,"tree:4,1",5,4,1,1,neutral,3,3,1
complete-trees,"tree:4,1",5,4,2,1,neutral,1,1,1'
run demesne atlas export paths --vertices 9 --summary --to -
is 'CSV of counts' "$(printf '%s\n' "$out" | sed -n 1,2p)" \
    'table,vertices,boards,rounds,per_turn,ties,white,tie,black,unproven
paths,9,1,1,1,neutral,1,0,0,0'
run demesne atlas export paths complete-trees --to all.json
status_is 'export JSON' 0
out=$(tr -d '\n' <all.json)
matches 'JSON is one object with all games' "$(field demesne games)" '"0.*" \[\{*"board":"path:12"*"board":"tree:2,2"*\}\]'
run demesne atlas export paths --summary --to counts.json
out=$(tr -d '\n' <counts.json)
matches 'JSON of counts' "$(field counts)" '\[\{"table":"paths"*'
run demesne atlas export paths open-trees --to all.html
status_is 'export HTML' 0
matches 'the page has its title' "$(cat all.html)" '<!DOCTYPE html>*<th>path:9</th><td class="w">+1</td>*</html>'
ok 'the page loads nothing' sh -c '! grep -E "(src|href)=" all.html'

if [ -n "$nauty" ]; then
    demesne atlas run trees --to 11 --quiet >/dev/null
    run demesne atlas show trees --json
    is 'all free trees' "$(printf '%s\n' "$out" | grep '"rounds":1,' | "$json_lines" vertices white tie black complete | tail -n 2)" \
        '10 61 45 0 true
11 235 0 0 true'
    is 'the smallest trees that Black wins' "$(printf '%s\n' "$out" | grep black_wins | "$json_lines" rounds black_wins_from boards)" '2 11 4'
    run demesne atlas show trees --rounds 2
    matches 'show draws them' "$out" '*smallest that Black wins with 2 rounds: 11 vertices, 4 boards*(-1)*'
    run demesne atlas export trees --winner black --to black.html
    matches 'the page draws them' "$(cat black.html)" '*<figure><svg*</svg>*(-1)</figcaption>*'
else
    skip 'all free trees' 'no gentreeg'
fi
run env PATH=/nosuch "$program" atlas run graphs --to 4 --db other.db
status_is 'without geng' 1
matches 'the message names it' "$err" "*needs nauty's geng*package nauty*"

run demesne atlas run grids --vertices 36 --rounds 9 --time 0.3 --db slow.db
status_is 'the time limit' 3
run demesne atlas run grids --vertices 36 --rounds 9 --game-time 0.1 --db slow.db
status_is 'games with only bounds' 3
matches 'they are counted' "$out" 'grids: 4 boards, * 4 with only bounds'

# rows DB: all games of a database, one per line, with their seconds.
rows() {
    demesne atlas export cycles trees --db "$1" --to rows.json 2>/dev/null || return 1
    sed 's/},$/}/' rows.json | grep '"board"' | sort
}

# Runs a table and kills it, a little later each time, until a run ends by itself.
kills=0
changed=0
: >before.rows
run_killed() {
    table=$1
    wait_for=$2
    shift 2
    while :; do
        "$program" atlas run "$table" "$@" --db killed.db --threads 2 --quiet >killed.log 2>&1 &
        pid=$!
        sleep "$(printf '%d.%02d' $((wait_for / 100)) $((wait_for % 100)))"
        kill -KILL $pid 2>/dev/null
        wait $pid 2>/dev/null
        [ $? -eq 137 ] || break
        kills=$((kills + 1))
        wait_for=$((wait_for * 3 / 2 + 1))
        # Stored games are never solved again: even their seconds stay the same.
        if [ -s killed.db ] && rows killed.db >after.rows; then
            changed=$((changed + $(comm -23 before.rows after.rows | wc -l)))
            cp after.rows before.rows
        fi
        [ $kills -lt 200 ] || break
    done
}

cycles=20 trees=10
[ -z "${DEMESNE_LONG:-}" ] || cycles=24 trees=12
for db in undisturbed killed; do
    if [ $db = killed ]; then
        run_killed cycles 1 --to $cycles
        [ -z "$nauty" ] || run_killed trees 1 --to $trees
    else
        demesne atlas run cycles --to $cycles --db $db.db --quiet >/dev/null
        [ -z "$nauty" ] || demesne atlas run trees --to $trees --db $db.db --quiet >/dev/null
    fi
    demesne atlas export cycles trees --db $db.db --to $db.csv
done
rows killed.db >after.rows
ok 'runs were killed' test $kills -ge 2
is 'stored games stay unchanged however often a run is killed' "$changed" 0
is 'and are unchanged at the end' "$(comm -23 before.rows after.rows | wc -l | tr -d ' ')" 0
ok 'the tables equal those of an undisturbed run' cmp undisturbed.csv killed.csv
run demesne atlas run cycles --to $cycles --db killed.db --json
is 'the tables are complete' "$(field solved known)" "0 $(grep -c '^cycles' undisturbed.csv)"
echo "# $kills kills"
# Without a database: the tables of data/, which the program has.
mkdir without && cd without || exit 1
run demesne atlas show paths --vertices 6 --json
status_is 'tables without a database' 0
matches 'a note says so' "$err" '*no demesne.db*'
is 'games of paths' "$(printf '%s\n' "$out" | "$json_lines" rounds white tie black | tr '\n' ' ')" '1 0 1 0 2 0 1 0 3 0 1 0 '
is 'trees are counted as data/counts.csv has them' "$(demesne atlas show trees --vertices 11 --rounds 2 --json --quiet | head -n 1 |
    "$json_lines" white tie black)" "$(awk -F, '$1 == "trees" && $2 == 11 && $4 == 2 { print $7, $8, $9 }' "$here/../../data/counts.csv")"
run demesne atlas show paths --db none.db
status_is 'a database that is named must be there' 1
demesne atlas run paths --to 4 --quiet >/dev/null
is 'a database in the folder comes first' "$(demesne atlas show paths --quiet | head -n 1)" \
    'paths: 3 boards of 2 to 4 vertices, 4 games, ties neutral'
cd ..
finish
