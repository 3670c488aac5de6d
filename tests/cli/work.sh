#!/bin/sh
# work.sh - workers that share a database: they are killed, stopped past their lease, cut off from
# the network, and the server is restarted; yet no game is lost and none counts twice.
#
# With DEMESNE_LONG: all connected graphs to 8 vertices and a tournament of 2000 games, four workers,
# one killed every second, the server restarted twice, one worker behind a link that goes down.
. "$(dirname "$0")/lib/tap.sh"
players='greedy,random,minimax:depth=1'

counts() { # DATABASE: batches to do, leased, done, failed
    out=$(demesne work --db "$1" --list --json) && field to_do leased done failed
}

# A file, and workers on one machine.
demesne atlas run cycles --to 20 --db one.db --quiet >/dev/null
demesne atlas export cycles --db one.db --to one.csv
run demesne atlas run cycles --to 20 --db two.db --queue
is 'atlas run --queue' "$out" 'cycles: 9 batches queued'
is 'nothing is solved yet' "$(counts two.db)" '9 0 0 0'
demesne work --db two.db --quiet >first.txt &
demesne work --db two.db --quiet --threads 2 >second.txt
wait
is 'two workers compute all batches' "$(counts two.db)" '0 0 9 0'
demesne atlas export cycles --db two.db --to two.csv
ok 'the tables are those of one run' cmp one.csv two.csv
run demesne atlas run cycles --to 20 --db two.db --json
is 'the games are known to a run' "$(field boards solved known)" '18 0 99'
run demesne work --db two.db --json
is 'nothing is left to do' "$(field batches games late)" '0 0 0'

contest="--players $players --arena gnp:16,0.3 --rounds 3 --games 30"
# shellcheck disable=SC2086 # the words are meant to split
contest() {
    demesne tournament $contest "$@"
}
contest --db one.db --list one-games.csv --quiet >one.txt
run contest --db two.db --queue
is 'tournament --queue' "$out" '45 batches queued'
demesne work --db two.db --threads 2 --quiet >/dev/null
contest --db two.db --list two-games.csv --quiet >two.txt
ok 'the games of a tournament are those of one run' cmp one-games.csv two-games.csv
ok 'its tables too' cmp one.txt two.txt
run contest --db two.db --queue
is 'games that are there are not queued again' "$out" '0 batches queued'
contest="--players $players --arena gnp:16,0.3 --rounds 3 --games 100 --sequential"
contest --db two.db --queue --quiet >/dev/null
demesne work --db two.db --quiet >/dev/null
contest --db one.db --quiet >one.txt
contest --db two.db --quiet >two.txt
ok 'a sequential tournament ends where one run ends it' cmp one.txt two.txt

# Boards of files and values come from the database: the worker has no files.
demesne arena grid:4x4 --to board.json >/dev/null
echo 'vertex,value
3,5' >values.csv
for boards in '--arena board.json' '--arena gnp:12,0.4 --values values.csv'; do
    contest="--players greedy,random $boards --rounds 2 --games 8"
    contest --db "one.db" --list one-games.csv --quiet >/dev/null
    contest --db "three.db" --queue --quiet >/dev/null
    mkdir -p empty
    (cd empty && demesne work --db ../three.db --quiet >/dev/null)
    contest --db "three.db" --list two-games.csv --quiet >/dev/null
    ok "a worker plays without files: $boards" cmp one-games.csv two-games.csv
done

# What goes wrong.
run demesne work
status_is 'the database is missing' 2
run demesne work --db nosuch.db
status_is 'no such database' 1
matches 'no such database' "$err" '*nosuch.db: no such database'
run demesne tournament --players greedy,random --arena path:9 --rounds 2 --games 4 --queue
status_is 'a queue needs a database' 2
contest='--players tree-simple,random --arena grid:3x3 --rounds 2 --games 4'
contest --db failed.db --queue --quiet >/dev/null
run demesne work --db failed.db
status_is 'a batch that cannot be computed' 1
matches 'a batch that cannot be computed' "$err" '*tree-simple*'
matches 'it is recorded as failed' "$(counts failed.db)" '* 0 0 1'
demesne atlas run paths --vertices 30-34 --db slow.db --queue --quiet >/dev/null
run demesne work --db slow.db --time 0.3 --quiet
status_is 'a stopped worker' 3
matches 'it gives its leases back' "$(counts slow.db)" '* 0 * 0'

finish
