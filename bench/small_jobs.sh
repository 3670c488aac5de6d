#!/bin/sh
# small_jobs.sh - how many small jobs two workers do in a second over PostgreSQL: the games of one round on all connected
# graphs of 9 vertices, 261 080 boards in batches.
#
#     bench/small_jobs.sh [build/release/demesne]
#
# It starts a server of its own and stops it.  `wall` is what happened on this machine; `processor` counts the time that
# the two workers and the server used, as if two cores had had nothing else to do.
set -eu
tool=${1:-build/release/demesne}
server=$("$(dirname "$0")/../tests/support/postgres.sh" start $$)
folder=${server% *}
times=$(mktemp)
trap '"$(dirname "$0")/../tests/support/postgres.sh" stop "$folder"; rm -f "$times"' EXIT
address="postgresql:///test?user=demesne&host=$folder&port=${server#* }"

# ticks: processor time of the server's processes so far, also of those that ended.
ticks() {
    awk '{ print $14 + $15 + $16 + $17 }' "/proc/$(head -n 1 "$folder/data/postmaster.pid")/stat"
}

"$tool" atlas run graphs --vertices 9 --rounds 1 --db "$address" --queue --quiet
before=$(ticks)
begun=$(date +%s.%N)
for worker in 1 2; do
    /usr/bin/time -a -o "$times" -f '%U %S' "$tool" work --db "$address" --quiet &
done
wait
ended=$(date +%s.%N)
awk -v wall="$(echo "$ended - $begun" | bc)" -v server="$(($(ticks) - before))" -v hertz="$(getconf CLK_TCK)" -v jobs=261080 '
    { used += $1 + $2 }
    END {
        used += server / hertz
        printf "%d jobs, wall %.1f s: %d a second\n", jobs, wall, jobs / wall
        printf "processor %.1f s on 2 cores: %d a second\n", used, 2 * jobs / used
    }' "$times"
