#!/bin/sh
# night.sh - tournaments of many programs: pairing systems, goals, kills, pages.
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
        sleep "$(awk -v kills=$kills 'BEGIN { print 0.02 * 1.4 ^ kills }')"
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
if [ -n "${DEMESNE_LONG:-}" ]; then
    killed '--system swiss --swiss-rounds 6 --games 30'
    killed '--system adaptive --max-games 600'
    killed '--system adaptive --max-games 1500 --until winner'
else
    killed '--system swiss --swiss-rounds 4 --games 20'
    killed '--system adaptive --max-games 300'
    killed '--system adaptive --max-games 600 --until winner'
fi

# Through the queue: one round or step after the other, the same table as of one run.  One player
# has faults in games of the event that do not count here.
mkdir ann zed
for name in ann zed; do cp "$here/../bots/lowest.sh" $name/bot.sh; done
printf 'name,command\nAnn,sh ann/bot.sh\nZed,sh zed/bot.sh crash\n' >players.csv
few='--players greedy,random --players-file players.csv --arena gnp:9,0.3 --rounds 2 --quiet'
# shellcheck disable=SC2086
demesne tournament $few --games 2 --db run.db >/dev/null
cp run.db queue.db
queued() {
    steps=0
    # shellcheck disable=SC2086
    while [ $steps -lt 40 ] && [ "$(demesne tournament $few $1 --db queue.db --queue)" != '0 batches queued' ]; do
        demesne work --db queue.db --quiet >/dev/null
        steps=$((steps + 1))
    done
    # shellcheck disable=SC2086
    demesne tournament $few $1 --db run.db >run.txt
    # shellcheck disable=SC2086
    demesne tournament $few $1 --db queue.db >queue.txt
    ok "$1: the same through the queue in $steps steps" cmp run.txt queue.txt
    ok "$1: the queue gets to its end" [ $steps -lt 40 ]
}
queued '--system swiss --swiss-rounds 3 --disqualify 3'
queued '--system adaptive --max-games 20 --disqualify 3'
queued '--system adaptive --max-games 20 --until winner'
if [ -n "${DEMESNE_LONG:-}" ]; then
    queued '--system swiss --swiss-rounds 4 --disqualify 3'
    queued '--system adaptive --max-games 30 --disqualify 3'
    queued '--system adaptive --max-games 40 --until winner'
fi

# Pages.
event='--arena gnp:16,0.25 --rounds 3 --games 6 --db p.db --quiet'
# shellcheck disable=SC2086
run demesne tournament --players greedy,random,minimax:depth=1 $event --html pages --review-time 0.3
status_is 'results as pages' 0
is 'a page per player, one for games, data for every pairing and for the boards' \
    "$(cd pages && echo * data/*)" \
    'data game.html index.html p1.html p2.html p3.html site.css site.js data/b0.js data/g1.js data/g2.js data/g3.js'
matches 'the standings' "$(cat pages/index.html)" '*>minimax:depth=1</a></th>*>greedy</a></th>*'
matches 'a record' "$(cat pages/p1.html)" '*<tr><th scope="row">both</th><td class="n">12</td>*'
matches 'a review' "$(cat pages/p2.html)" '*of 12 games were reviewed*<th scope="row"><a href="game.html#*'
# The last turn of a game is always proven: what it lost is what the review of its record says.
blunder=$(sed -n 's/.*game.html#\([0-9]*\)-\([0-9]*\)-\([0-9]*\)">.*<td class="n">\([0-9]*\)<\/td><td>\(yes\)*<\/td><\/tr>/\1 \2 \3 \4/p' pages/p2.html | head -n 1)
# shellcheck disable=SC2086
set -- $blunder
# shellcheck disable=SC2086
demesne tournament --players greedy,random,minimax:depth=1 $event --game "$1,$2" --record g.json >table.txt
run demesne review g.json --json --quiet
is 'the worst move lost what review says' \
    "$(printf '%s\n' "$out" | grep -o '"loss":[0-9]*' | sed -n "$3s/.*://p")" "$4"
cp -r pages before
demesne tournament --db p.db --html pages --quiet --review-time 0.3
ok 'a stored tournament is written without players' cmp pages/data/g2.js before/data/g2.js
# shellcheck disable=SC2086
run demesne tournament --players greedy,random --arena path:9 --rounds 2 --games 2 --db p.db --html two --quiet --review-time 0
status_is 'another event' 0
demesne tournament --db p.db --html three --event 1 --quiet --review-time 0
ok 'one event of several' cmp three/data/g1.js before/data/g1.js
demesne tournament --db p.db --html named --quiet --review-time 0 --title 'Cup of <Bern>, 19 November'
is 'pages with a title' "$(grep -c '<h1>Cup of &lt;Bern&gt;, 19 November</h1>' named/index.html)" 1
run demesne tournament --players greedy,random --arena path:9 --rounds 2 --games 2 --title none
matches 'which needs pages' "$status $err" '2 *--title is for --html*'
run demesne tournament --db p.db --html three --event 7
status_is 'an event that is not there' 1
run demesne tournament --players greedy,random --arena path:9 --rounds 2 --games 2 --html no
status_is 'pages need a database' 2
run demesne tournament --html no --db none.db
status_is 'which must exist' 1
run demesne tournament --db p.db --html /nosuch/folder
status_is 'a folder that cannot be made' 4
if [ -n "${DEMESNE_LONG:-}" ]; then # every game of two players has a new board
    demesne tournament --players greedy,random --preset colby --games 2000 --db big.db --html big --quiet >table.txt
    size=$(du -sk big | cut -f 1)
    ok "2000 games on 1000 boards of 100 vertices take less than 30 MB ($size kB)" test "$size" -lt 30000
fi
finish
