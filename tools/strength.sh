#!/bin/sh
# strength.sh - how strong champion is as people meet it: through the server, while another job runs,
# and on the command line.
#
#     tools/strength.sh build/release/demesne [BOARD..]
#
# Needs the programs of the tests beside the binary.  Per board: in one round with one stone each
# and 8 openings, what champion takes as a share of what the best reply takes; then its wins in 40
# games of 4 rounds against minimax:depth=1, half of them with each colour, random boards with 20 seeds.
. "$(dirname "$0")/../tests/cli/lib/tap.sh"
. "$here/../tests/server/lib/server.sh"
shift
[ $# -gt 0 ] || set -- road:400 road:1000 road:2000 grid:44x45 colby:100
rival=minimax:depth=1
other=""

# Keeps one long job running.
keep_busy() {
    ask GET "/api/jobs/$other"
    case $out in *'"state":"running"'*) return ;; esac
    post jobs '{"call":"solve","with":{"arena":"grid:9x9","rounds":9,"time":60},"client":"other"}'
    other=$(word job)
}

# move BOARD SEED ROUNDS MOVES PLAYER: $vertex.
move() {
    job move "{\"arena\":\"$1\",\"seed\":$2,\"rounds\":$3,\"moves\":[$4],\"player\":\"$5\"}"
    vertex=$(printf '%s' "$out" | sed -n 's/.*"move":\[\([0-9]*\)\].*/\1/p')
}

# black_score BOARD WHITE BLACK
black_score() {
    post score "{\"arena\":\"$1\",\"white\":[$2],\"black\":[$3]}"
    field black_score
}

one_round() {
    post arena "{\"arena\":\"$1\"}"
    n=$(field vertices)
    for i in 1 2 3 4 5 6 7 8; do
        keep_busy
        opening=$((i * 7919 % n))
        move "$1" 1 1 "[$opening]" champion
        job reply "{\"arena\":\"$1\",\"white\":[$opening],\"count\":1}"
        best=$(printf '%s' "$out" | sed -n 's/.*"black_score":\([0-9]*\).*/\1/p')
        echo "$(black_score "$1" "$opening" "$vertex") $best"
    done | awk '{ share += $1 / $2 } END { printf "%.1f %%", 100 * share / NR }'
}

# game BOARD SEED WHITE BLACK: the value of a game of 4 rounds.
game() {
    moves=""
    for player in "$3" "$4" "$3" "$4" "$3" "$4" "$3" "$4"; do
        move "$1" "$2" 4 "$moves" "$player"
        moves="$moves${moves:+,}[$vertex]"
    done
    post game "{\"arena\":\"$1\",\"seed\":$2,\"rounds\":4,\"moves\":[$moves]}"
    field value
}

served() {
    wins=0
    for seed in $(seq 20); do
        keep_busy
        [ "$(game "$1" "$seed" champion $rival)" -gt 0 ] && wins=$((wins + 1))
        [ "$(game "$1" "$seed" $rival champion)" -lt 0 ] && wins=$((wins + 1))
    done
    echo "$wins of 40"
}

played() {
    run demesne tournament --players champion,$rival --arena "$1" --rounds 4 --games 40 --json --quiet
    echo "$(field first_wins | head -n 1) of 40"
}

printf '%-12s %12s %12s %14s\n' board 'one round' server 'command line'
start
for board; do
    printf '%-12s %12s %12s %14s\n' "$board" "$(one_round "$board")" "$(served "$board")" "$(played "$board")"
done
stop
