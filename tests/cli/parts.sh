#!/bin/sh
# parts.sh - `--part I/M` and `atlas merge`: parts together are the whole.
. "$(dirname "$0")/lib/tap.sh"
nauty=$(command -v nauty-geng || command -v geng)

# All answers without their times, in the order of the boards.
in_order() {
    cat "$@" | sed 's/"seconds":[^,}]*,//; s/"nodes":[^,}]*,//' |
        awk -F '"board":' '{print $2 + 0 "\t" $0}' | sort -n | cut -f 2-
}

printf 'DQc\n!!!\nBw\nD?{\nDDW\nE?Bw\nE?bo\nECpo\n' >boards.g6
for command in 'score --white 0 --black 1' 'solve --rounds 1' 'reply --white 0 --count 1' 'lead --count 1'; do
    word=${command%% *}
    # shellcheck disable=SC2086 # several words
    demesne "$word" boards.g6 ${command#* } --json --quiet >whole.out 2>/dev/null
    for threads in 1 2; do
        for i in 0 1 2; do
            # shellcheck disable=SC2086
            demesne "$word" boards.g6 ${command#* } --json --quiet --threads $threads --part $i/3 >part$i.out 2>part$i.err
        done
        is "$word, $threads threads: three parts are the whole" "$(in_order part?.out)" "$(in_order whole.out)"
        matches "$word, $threads threads: a bad board belongs to one part" "$(cat part0.err part2.err)/$(cat part1.err)" \
            '/demesne: error: board 1: boards.g6:2: *'
    done
done
out=$(cat whole.out)
is 'the line is repeated as graph6' "$(field graph6 | tail -n 1)" '"ECpo"'
run demesne solve boards.g6 --rounds 1 --part 7/8 --json
is 'the index counts all boards' "$(field board graph6)" '7 "ECpo"'
run demesne solve boards.g6 --rounds 1 --part 8/9 --json
is 'a part without boards has no answers' "$status $out$err" '0 '
run demesne solve path:5 --rounds 1 --part 0/2 --json
is 'one board is in part 0' "$(field value)" 1
for wrong in 2/2 -1/2 x 1 1/2/3 1/ 0/10001; do
    run demesne solve boards.g6 --rounds 1 --part $wrong
    status_is "--part $wrong" 2
done
matches 'the message says what was expected' "$err" 'demesne: error: --part 0/10001: expected I/M, *'
for seed in 1 2 3; do
    demesne play path:9 --rounds 2 --white random --black greedy --seed $seed --record g$seed.json >/dev/null
done
echo '{}' >bad.json
run demesne review g1.json bad.json g2.json g3.json --json
status_is 'review of several files, one of them bad' 1
is 'each has its index' "$(field board arena error | cut -c1-10)" '0 "path:9"
1 absent "
2 "path:9"
3 "path:9"'
run demesne review g1.json bad.json g2.json g3.json --json --part 0/2
is 'a part of them' "$status $(field board | tr '\n' ' ')" '0 0 2 '

# parts_of COUNT TABLE OPTION..: merged.csv from so many parts, one.csv from a single run.
parts_of() {
    count=$1
    shift
    rm -f part-*.db merged.db
    i=0
    while [ $i -lt "$count" ]; do
        demesne atlas run "$@" --part $i/"$count" --db part-$i.db --quiet --json >>log
        i=$((i + 1))
    done
    demesne atlas merge merged.db part-*.db --quiet >/dev/null
    demesne atlas export "$1" --db merged.db --to merged.csv
    rm -f one.db
    demesne atlas run "$@" --db one.db --quiet >/dev/null
    demesne atlas export "$1" --db one.db --to one.csv
}
parts_of 3 spiders --to 13
ok 'a family in 3 parts, merged, equals a single run' cmp merged.csv one.csv
if [ -n "$nauty" ]; then
    if [ -n "${DEMESNE_LONG:-}" ]; then
        parts_of 64 graphs --to 8
        ok 'graphs to 8 vertices in 64 parts, merged, equal a single run' cmp merged.csv one.csv
        parts_of 2 graphs --vertices 9 --rounds 1 # large enough to be split by geng
        ok 'graphs of 9 vertices in 2 parts equal a single run' cmp merged.csv one.csv
    fi
    most=6
    [ -z "${DEMESNE_LONG:-}" ] || most=7
    parts_of 6 graphs --to $most
    ok "graphs to $most vertices in 6 parts, merged, equal a single run" cmp merged.csv one.csv
    run demesne atlas show graphs --db merged.db --vertices $most --json
    is 'the merged table is complete' "$(field complete | sort -u)" true
    run demesne atlas run graphs --to $most --db merged.db --json
    is 'and a further run has nothing to do' "$(field boards solved)" '0 0'
    rm merged.db
    demesne atlas merge merged.db part-0.db part-1.db --quiet >/dev/null
    run demesne atlas show graphs --db merged.db --vertices $most --json
    is 'without the other parts it is not' "$(field complete | sort -u)" false
    some=14 # from which on gentreeg splits
    [ -z "${DEMESNE_LONG:-}" ] || some=13-15
    parts_of 3 trees --vertices $some --rounds 1
    ok 'trees equal a single run, too' cmp merged.csv one.csv
else
    skip 'all graphs in parts' 'no geng'
fi

demesne atlas run paths --to 12 --db a.db --quiet >/dev/null
run demesne atlas merge b.db a.db --json
is 'merging into a new database' "$(field boards games known tightened)" '11 36 0 0'
run demesne atlas merge b.db a.db --json
is 'again' "$(field boards games known tightened)" '0 0 36 0'
cp a.db both.db
demesne atlas run trees --to 6 --db both.db --quiet >/dev/null
run demesne atlas merge joined.db both.db --json
is 'a game of two tables counts once' "$(field boards games known)" '24 57 0'
run demesne atlas merge joined.db both.db --json
is 'again, once' "$(field boards games known)" '0 0 57'
demesne atlas run cycles --to 9 --db c.db --quiet >/dev/null
run demesne atlas merge b.db c.db a.db
is 'text' "$out" 'c.db: 7 boards and 19 games added, 0 games known before, 0 bounds tightened
a.db: 0 boards and 0 games added, 36 games known before, 0 bounds tightened'
demesne atlas run grids --vertices 36 --rounds 9 --game-time 0.05 --db bounds.db --quiet >/dev/null
demesne atlas run grids --vertices 36 --rounds 1 --db b.db --quiet >/dev/null
run demesne atlas merge b.db bounds.db --json
is 'bounds are merged' "$(field games known)" '4 0'
run demesne atlas merge b.db no.db
status_is 'a missing database' 1
matches 'the message names it' "$err" 'demesne: error: no.db: no such database'
run demesne atlas merge b.db log
status_is 'not a database' 1
run demesne atlas merge b.db
status_is 'nothing to merge' 2
run demesne atlas merge /nosuch/folder/b.db a.db
status_is 'a missing folder' 4
run sh -c "trap '' XFSZ; ulimit -f 40; '$program' atlas merge small.db one.db a.db"
status_is 'a full disk' 4
run demesne atlas merge small.db a.db --json
is 'nothing half-merged stays' "$(field boards games)" '11 36'
finish
