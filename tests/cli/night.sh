#!/bin/sh
# night.sh - tournaments of many programs: pairing systems, goals, kills.
. "$(dirname "$0")/lib/tap.sh"
players=random,greedy,glance,neighbour,enhanced,minimax:depth=1,expectation
small="--players $players --arena gnp:16,0.25 --rounds 3 --quiet"

# shellcheck disable=SC2086 # the words of $small are meant to split
run demesne tournament $small --system swiss --swiss-rounds 3
status_is 'a swiss tournament' 0
matches 'its rounds' "$out" '*7 players, swiss, 3 rounds of 2 games per meeting, 3 rounds, 1 per turn*'
is 'three pairings per round; one sits out' "$(printf '%s\n' "$out" | grep -c ' - .* 2  ')" 9

# shellcheck disable=SC2086
run demesne tournament $small --system adaptive --max-games 60 --json
status_is 'an adaptive tournament' 0
is 'its games' "$(field games | grep '^[0-9]' | awk '{ n += $1 } END { print n }')" 60
out=$(printf '%s\n' "$out" | tail -n 1)
is 'its system' "$(field system until known)" '"adaptive" absent absent'

run demesne tournament --players random,minimax:depth=2 --arena gnp:16,0.25 --rounds 3 --until winner --quiet
status_is 'a goal' 0
matches 'is reported' "$out" '*The winner is known with 95 %: minimax:depth=2'
run demesne tournament --players random,greedy --arena gnp:16,0.25 --rounds 3 --games 4 --until order --confidence 99 --quiet
matches 'one that was not reached, too' "$out" '*The order is not known with 99 %.'

for wrong in '--swiss-rounds 3' '--system swiss --max-games 10' '--confidence 90' \
    '--until order --confidence 100' '--until order --sequential' '--system swiss --sequential' \
    '--system knockout'; do
    # shellcheck disable=SC2086
    run demesne tournament $small $wrong
    status_is "$wrong is refused" 2
done
echo 'greedy vs random' >pairs.txt
run demesne tournament --pairs pairs.txt --arena path:9 --rounds 2 --system swiss
status_is 'so are pairings of a swiss tournament' 2

# Killed a little later each time until a run ends by itself: the same table as of a calm run.
killed() {
    rm -f killed.db*
    kills=0
    while :; do
        # shellcheck disable=SC2086
        "$program" tournament $small $1 --threads 2 --db killed.db >killed.txt 2>&1 &
        pid=$!
        sleep "$(awk -v kills=$kills 'BEGIN { print 0.01 * (kills + 1) }')"
        kill -KILL $pid 2>/dev/null
        wait $pid 2>/dev/null
        [ $? -eq 137 ] || break
        kills=$((kills + 1))
    done
    # shellcheck disable=SC2086
    demesne tournament $small $1 --db killed.db >again.txt
    # shellcheck disable=SC2086
    demesne tournament $small $1 >calm.txt
    ok "$1: the same table after $kills kills" cmp calm.txt killed.txt
    ok "$1: and once more" cmp calm.txt again.txt
}
killed '--system swiss --swiss-rounds 6 --games 30'
killed '--system adaptive --max-games 600'
killed '--system adaptive --max-games 1500 --until winner'
finish
