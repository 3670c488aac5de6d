#!/bin/sh
# simulate.sh - tools/simulate_work.py: what must hold, and with DEMESNE_LONG against real workers.
#
# 2, 4 and 8 workers, and 4 of which one is killed every second, share a private PostgreSQL server.
# Every game is stopped after a fixed time, so that a batch takes as long on a busy machine as on an
# idle one.
. "$(dirname "$0")/lib/tap.sh"
simulate=$here/../../tools/simulate_work.py

run "$simulate" --workers 1 --batches 10 --seconds 2 --spread 0 --rows 0 --start 0
matches 'one worker takes as long as the batches and their requests' "$(field seconds)" '20.0*'
run "$simulate" --workers 10 --batches 1000 --seconds 2 --spread 0 --rows 0
matches 'ten workers take a tenth of it' "$(field seconds)" '200.*'
run "$simulate" --workers 100 --batches 2000 --cores 1 --rows 100000 --row 1e-5
matches 'one core that needs a second per batch ends a batch per second' "$(field seconds server_load)" '20[0-2]?.* 1.0*'
run "$simulate" --workers 50 --batches 3000 --failures 20 --rows 100
is 'all batches end however many workers die' "$status" 0
matches 'and the lost work is counted' "$(field deaths lost)" '[1-9]* 0.*'
[ -n "${DEMESNE_LONG:-}" ] || {
    finish
    exit
}

server=$("$here/../support/postgres.sh" start $$) || {
    ok 'PostgreSQL starts' false
    finish
    exit
}
folder=${server% *}
export PGPASSWORD=secret
db=postgresql://demesne@127.0.0.1:${server#* }/test

clock() {
    date +%s.%N
}

# start_worker: one more, in the background; its answer goes to a file of its own.
start_worker() {
    started=$((started + 1))
    demesne work --db "$db" --lease 2 --json --quiet >worker-$started.json 2>/dev/null &
    pids="$pids $!"
}

is_left() {
    out=$(demesne work --db "$db" --list --json) && [ "$(field to_do leased)" != '0 0' ]
}

# Kills the oldest worker every second and starts another, until nothing is left.
kill_workers() {
    while sleep 1 && is_left; do
        # shellcheck disable=SC2086 # one word per worker
        set -- $pids
        kill -KILL "$1" 2>/dev/null
        shift
        pids=$*
        start_worker
    done
}

# compare WORKERS BATCHES FIRST KILLS: real and simulated seconds; sizes from FIRST on are new boards.
compare() {
    demesne atlas run cycles --vertices "$3-$(($3 + $2 - 1))" --rounds 9-10 --game-time "$game_time" --db "$db" --queue \
        --quiet >/dev/null
    rm -f worker-*.json
    pids=
    started=0
    asked=$(clock)
    is_left
    begun=$(clock) # the time between is what a worker needs to start
    while [ "$(echo "$pids" | wc -w)" -lt "$1" ]; do
        start_worker
    done
    [ "$4" = 0 ] || kill_workers
    wait
    ended=$(clock)
    out=$(cat worker-*.json)
    field batches compute_seconds >done
    options="--workers $1 --batches $2 --spread 0.05 --rows 3 --lease 2 --restart 0.05 --start $(echo "$begun - $asked" | bc)"
    kills=$((started - $1))
    [ $kills -eq 0 ] || options="$options --kill-every $(echo "scale=3; ($ended - $begun) / ($kills + 1)" | bc) --most-kills $kills"
    each=$(awk '{b += $1; s += $2} END {print s / b}' done)
    for seed in 1 2 3 4 5 6 7 8 9; do
        # shellcheck disable=SC2086
        "$simulate" $options --seconds "$each" --seed $seed
    done >simulated.json
    out=$(cat simulated.json)
    result=$(awk -v real="$(echo "$ended - $begun" | bc)" -v simulated="$(field ended | sort -n | sed -n 5p)" \
        'BEGIN {printf "%.1f s, simulated %.1f s: ", real, simulated; print real < 1.3 * simulated && simulated < 1.3 * real ? "close" : "far"}')
    matches "$1 workers, $2 batches of $each s, $kills workers killed: $result" "$result" '*close'
}

game_time=0.3
compare 2 32 40 0
compare 4 32 80 0
compare 8 32 120 0
compare 4 32 160 1
"$here/../support/postgres.sh" stop "$folder"
finish
