#!/bin/sh
# tournament.sh - many games: players, colours, pairings, resuming after kills, bad input.
. "$(dirname "$0")/lib/tap.sh"
small='--players greedy,random,minimax:depth=1 --arena gnp:20,0.2 --rounds 3'

# shellcheck disable=SC2086 # the words of $small are meant to split
run demesne tournament $small --games 40 --json
status_is 'a round robin' 0
is 'one line per pairing, and the ratings' "$(printf '%s\n' "$out" | wc -l | tr -d ' ')" 4
ratings=$(printf '%s\n' "$out" | tail -n 1)
out=$(printf '%s\n' "$out" | head -n 3)
is 'who meets whom' "$(field first second games)" '"greedy" "random" 40
"greedy" "minimax:depth=1" 40
"random" "minimax:depth=1" 40'
is 'the common fields' "$(field arena vertices ties | sort -u)" '"gnp:20,0.2" 20 "neutral"'
field first_wins second_wins ties_played games rate low high white_rate black_rate edges seconds >fields
ok 'counts, rates and intervals agree' awk '
    { rate = ($1 + $3 / 2) / $4 }
    $1 + $2 + $3 != $4 || (rate - $5) ^ 2 > 1e-12 || $6 > $5 || $7 < $5 || $6 < 0 || $7 > 1 { bad = 1 }
    (($8 + $9) / 2 - $5) ^ 2 > 1e-12 { bad = 1 }
    END { exit bad || NR != 3 }' fields
out=$ratings
matches 'the ratings, best first' "$(field ratings)" \
    '\[\{"player":"minimax:depth=1","rating":*,"low":*,"high":*,"games":80,"rate":*\},*\]'

# shellcheck disable=SC2086
run demesne tournament $small --games 10 --list games.csv --csv pairs.csv
status_is 'tables' 0
matches 'a crosstable' "$out" 'gnp:20,0.2: 3 players, 10 games per pairing*player*rating*score*1  minimax:depth=1*pairing*games*greedy - random*'
is 'every board with both colours' "$(awk -F, 'NR > 1 && $1 == 1 { print $3, $4 }' games.csv | sort | uniq -c | tr -s ' ')" \
    ' 5 greedy random
 5 random greedy'
is 'two games per board' "$(awk -F, 'NR > 1 { print $1, $5 }' games.csv | sort | uniq -c | awk '$1 != 2' | wc -l | tr -d ' ')" 0
is 'the same boards for every pairing' "$(awk -F, 'NR > 1 { print $5 }' games.csv | sort -u | wc -l | tr -d ' ')" 5
is 'CSV of pairings' "$(head -n 1 pairs.csv)" 'first,second,games,first_wins,second_wins,ties_played,rate,low,high,white_rate,black_rate,first_faults,second_faults,first_rating,second_rating'
is 'one row per game' "$(wc -l <pairs.csv | tr -d ' ')" 4

# shellcheck disable=SC2086
run demesne tournament $small --games 4 --keep-records kept --game 2,3 --record one.json --quiet
status_is 'records' 0
is '--keep-records writes all games' "$(ls kept | wc -l | tr -d ' ')" 12
ok '--record writes one game' cmp one.json kept/2-3.json
run demesne replay one.json --json
is 'the record replays' "$(field players finished)" '["greedy","minimax:depth=1"] true'
status_is 'replay' 0
# shellcheck disable=SC2086
run demesne tournament $small --games 4 --game 2,5 --record five.json --quiet
status_is 'a game that does not exist' 1

cat >pairs.txt <<'EOF'
# who meets whom
random vs greedy

minimax:depth=1 vs random
EOF
run demesne tournament --pairs pairs.txt --arena random-tree:20 --rounds 2 --games 6 --json
is 'a list of pairings' "$(printf '%s\n' "$out" | head -n 2 | "$json_lines" first second games)" \
    '"random" "greedy" 6
"minimax:depth=1" "random" 6'
bad_list() {
    printf "$2\n" >bad.txt
    run demesne tournament --pairs bad.txt --arena random-tree:20 --rounds 2 --games 6
    status_is "refused: $1" 1
    matches "explained: $1" "$err" "demesne: error: bad.txt$3"
}
bad_list 'a line without vs' 'greedy vs random\ngreedy random' ':2: expected FIRST vs SECOND'
bad_list 'an unknown player' 'greedy vs nobody' ':1: *nobody*'
bad_list 'a player against itself' 'greedy vs random\ngreedy vs greedy' ':2: greedy plays itself*'
bad_list 'a pairing twice' 'greedy vs random\nrandom vs greedy' ':2: the pairing of random and greedy is there twice'
bad_list 'an empty list' '# nothing' ': no pairing*'
run demesne tournament --players greedy,minimax:depth=1 --pairs pairs.txt --arena random-tree:20 --rounds 2
matches 'a player who is not listed' "$err" '*pairs.txt:2: random is not among --players'
run demesne tournament --pairs nosuch.txt --arena random-tree:20 --rounds 2
status_is 'no such list' 1

run demesne tournament --preset colby --players greedy,random --games 20 --json --list colby.csv
status_is 'the course contest' 0
is 'its board and rules are set' "$(printf '%s\n' "$out" | head -n 1 | "$json_lines" arena vertices ties games first_faults)" \
    '"colby:100" 100 "earlier" 20 0'
is 'ten stones each' "$(awk -F, 'NR == 2 { print split($10, turns, " ") }' colby.csv)" 20
run demesne tournament --preset colby --rounds 5 --first-always-white --players greedy,random --games 7 --json --list first.csv
status_is "the report's own contest: five turns, the first begins" 0
is 'every game has the first as White, on a board of its own' "$(awk -F, 'NR > 1 { print $0 }' first.csv | wc -l) $(
    printf '%s\n' "$out" | head -n 1 | "$json_lines" games black_rate)" '7 7 null'
is 'five stones each' "$(awk -F, 'NR == 2 { print split($10, turns, " ") }' first.csv)" 10
run demesne tournament --preset colby --first-always-white --system swiss --players greedy,random
status_is 'swiss with White always the first' 2
for extra in '--arena path:9' '--per-turn 2' '--ties black' '--move-time 5' '--faults game'; do
    # shellcheck disable=SC2086
    run demesne tournament --preset colby --players greedy,random $extra
    status_is "the preset says itself: $extra" 2
done

demesne tournament --players greedy,random --arena gnp:20,0.2 --rounds 3 --games 6 --list inside.csv --quiet >inside.txt
run demesne tournament --players "cmd:'$program' bot greedy,random" --arena gnp:20,0.2 --rounds 3 --games 6 --list outside.csv --quiet
status_is 'a program plays' 0
is 'and plays like the same player inside the tool' "$(cut -d, -f 6-10 outside.csv)" "$(cut -d, -f 6-10 inside.csv)"
cat >silent.sh <<'EOF'
while read -r command rest; do
    set -- $rest
    case $command in
    arena) n=$(($1 + $2)); while [ $n -gt 0 ]; do read -r line; n=$((n - 1)); done ;;
    genmove) exec sleep 60 ;;
    esac
    printf '= \n\n'
done
EOF
run demesne tournament --players 'cmd:sh ./silent.sh a\,b,greedy' --arena path:8 --rounds 2 --games 2 --move-time 60 --json
status_is 'a program that never moves' 0
out=$(printf '%s\n' "$out" | head -n 1)
is 'loses its turns' "$(field first first_wins second_wins first_faults second_faults)" '"cmd:sh ./silent.sh a,b" 0 2 4 0'
run demesne tournament --players cmd:false,greedy --arena path:8 --rounds 2 --games 2 --faults game --json --keep-records lost
out=$(printf '%s\n' "$out" | head -n 1)
is 'or loses its games' "$(field first_wins second_wins first_faults)" '0 2 2'
run demesne replay lost/1-2.json --json
is 'the record ends at the fault' "$(field white black finished)" '[0] [] false'

run demesne tournament --players minimax:depth=1,random --arena gnp:20,0.2 --rounds 4 --games 1000 --sequential --json
ok 'a clear pairing ends early' test "$(printf '%s\n' "$out" | head -n 1 | "$json_lines" games)" -lt 60
is 'the better player is named' "$(printf '%s\n' "$out" | head -n 1 | "$json_lines" better)" '"first"'

rules='--arena random-tree:20 --rounds 2'
for bad in "--players greedy,random $rules --games 7" "--players greedy,random $rules --games 0" \
    "--players greedy,nobody $rules" "--players greedy $rules" "--players greedy,,random $rules" \
    "--players greedy,greedy $rules" "$rules" '--players greedy,random --rounds 2' \
    '--players greedy,random --arena random-tree:20' '--players greedy,random --preset nosuch' \
    "--players greedy,random $rules --move-time 0" "--players greedy,random $rules --record x.json" \
    "--players greedy,random $rules --record x.json --game 1" \
    "--players greedy,human $rules" "--players greedy,minimax:depth=x $rules"; do
    # shellcheck disable=SC2086
    run demesne tournament $bad --db none.db
    status_is "refused: $bad" 2
    matches "explained: $bad" "$err" 'demesne: error: *'
done
ok 'no bad command creates a database' test ! -e none.db
run demesne tournament --players greedy,random --arena nosuch.edges --rounds 2
status_is 'no such board' 1
run demesne tournament --players greedy,random --arena random-tree:20 --rounds 11 --db none.db
status_is 'more stones than vertices' 1
matches 'the message has both numbers' "$err" '*11 rounds need 22 vertices; the board has 20*'
ok 'no database is created' test ! -e none.db
run demesne tournament --players greedy,random --arena path:12 --rounds 2 --games 4
matches 'a note about boards that repeat' "$err" '*note: path:12 has fewer boards*'

echo 'my diary' >diary.txt
cp diary.txt copy.txt
# shellcheck disable=SC2086
run demesne tournament --players greedy,random $rules --db diary.txt
status_is 'a text file' 1
matches 'the message names it' "$err" '*diary.txt: not a database of Demesne*'
ok 'the text file is unchanged' cmp diary.txt copy.txt
# shellcheck disable=SC2086
run demesne tournament --players greedy,random $rules --db /nosuch/folder/a.db
status_is 'a missing folder' 4
demesne atlas run paths --to 6 --db both.db --quiet >atlas.log
# shellcheck disable=SC2086
run demesne tournament --players greedy,random $rules --games 6 --db both.db --json
is 'a database of solved games can hold tournaments' "$(printf '%s\n' "$out" | head -n 1 | "$json_lines" games played_now)" '6 6'
# shellcheck disable=SC2086
run demesne tournament --players greedy,random $rules --games 10 --db both.db --json
is 'more games continue the tournament' "$(printf '%s\n' "$out" | head -n 1 | "$json_lines" games played_now)" '10 4'
# shellcheck disable=SC2086
run demesne tournament --players greedy,random $rules --games 10 --seed 2 --db both.db --json
is 'another seed is another tournament' "$(printf '%s\n' "$out" | head -n 1 | "$json_lines" games played_now)" '10 10'

run demesne tournament --players greedy,random --preset colby --games 100000 --time 0.3 --db slow.db --json
status_is 'the time limit' 3
is 'the games played are reported' "$(printf '%s\n' "$out" | wc -l | tr -d ' ')" 2

# Many games, killed a little later each time until a run ends by itself; all of it again if no game
# was stored by then.
tournament="--players greedy,random,minimax:depth=1 --arena gnp:70,0.3 --rounds 5 --threads 2 --quiet"
pairs='greedy vs random
random vs minimax:depth=1'
echo "$pairs" >kill.txt
half=200
[ -z "${DEMESNE_LONG:-}" ] || half=500
# shellcheck disable=SC2086
demesne tournament $tournament --pairs kill.txt --games $half --db calm.db --list calm.csv >calm.txt
run_killed() {
    rm -f killed.db killed.db-wal killed.db-shm
    kills=0
    while :; do
        # shellcheck disable=SC2086
        "$program" tournament $tournament --pairs kill.txt --games $half --db killed.db --json >killed.log 2>&1 &
        pid=$!
        sleep "$(awk -v kills=$kills 'BEGIN { print 0.01 * (kills + 1) }')"
        kill -KILL $pid 2>/dev/null
        wait $pid 2>/dev/null
        [ $? -eq 137 ] || break
        kills=$((kills + 1))
    done
    rest=$(head -n 2 killed.log | "$json_lines" played_now | awk '{ n += $1 } END { print n }')
}
for _ in 1 2 3 4 5; do
    run_killed
    [ "$rest" -eq $((2 * half)) ] || break
done
ok 'runs were killed' test $kills -ge 2
ok 'killed runs had stored games' test "$rest" -lt $((2 * half))
# shellcheck disable=SC2086
run demesne tournament $tournament --pairs kill.txt --games $half --db killed.db --list killed.csv --json
status_is 'the last run finishes' 0
ok 'all games equal those of an undisturbed run' cmp calm.csv killed.csv
is 'all games are there' "$(wc -l <killed.csv | tr -d ' ')" $((1 + 2 * half))
# shellcheck disable=SC2086
run demesne tournament $tournament --pairs kill.txt --games $half --db killed.db
is 'the tables are equal too' "$out" "$(cat calm.txt)"
echo "# $rest games after the last of $kills kills"
run demesne tournament --players greedy,random --arena path:9 --rounds 2 --games 2 --json --list -
status_is 'a list and JSON on one output' 2
matches 'is refused with a reason' "$err" '*--list - and --json both use standard output*'

# Time per game is part of the event.
timed() {
    run demesne tournament --players greedy,random --arena path:9 --rounds 2 --games 4 --db timed.db --json "$@"
    status_is "time per game: $*" 0
    out=$(printf '%s\n' "$out" | head -1)
}
timed --game-time 5000 --increment 10
is 'a first run plays' "$(field played_now)" 4
matches 'processor time is stored' "$(field first_processor_seconds)" '*[1-9]*'
timed --game-time 5000 --increment 10
is 'the same clock continues' "$(field played_now)" 0
timed --game-time 5000
is 'another increment is another event' "$(field played_now)" 4
timed --move-time 5000
is 'and so is a time per turn' "$(field played_now)" 4
run demesne tournament --players greedy,random --arena path:9 --rounds 2 --increment 5
status_is 'an increment without a game time' 2

# Cores.
cores=$(nproc)
pinned() {
    run demesne tournament --players "cmd:$program bot greedy,random" --arena path:9 --rounds 2 --games 4 --move-time 9000 "$@"
}
pinned --pin --threads "$cores" --json
status_is 'threads with cores of their own' 0
pinned --pin --threads $((cores + 1))
status_is 'more threads than cores' 1
matches 'the message tells how many there are' "$err" "*$((cores + 1)) threads cannot have a core each: there *$cores*"
pinned --threads $((cores + 1))
matches 'without --pin a note tells' "$err" '*more threads than processor cores*'

# Results as one file, for the page without a server.
run demesne tournament --players greedy,random --arena path:9 --rounds 2 --games 4 --db stored.db --results played.json
status_is 'results are written after the games' 0
run demesne tournament --db stored.db --results - --quiet
status_is 'stored results are written without playing' 0
ok 'and are the same' cmp -s - played.json <<END
$out
END
is 'they have every game' "$(printf '%s' "$out" | grep -o '"moves":' | wc -l)" 4
run demesne tournament --results played.json
status_is 'results need a database' 2
run demesne tournament --db none.db --results none.json
status_is 'which must exist' 1
ok 'and nothing is written otherwise' test ! -e none.json
finish
