#!/bin/sh
# interrupt.sh - Ctrl-C and SIGTERM end every long call with status 3 and its best answer so far.
. "$(dirname "$0")/lib/tap.sh"
moment=0.1 # seconds that a call runs before the signal
[ -z "${DEMESNE_LONG:-}" ] || moment=0.5

# A search that would take far too long.
for signal in INT TERM; do
    "$program" play grid:12x12 --rounds 20 --white minimax:depth=12 --black minimax:depth=12 \
        --json --record "cut-$signal.json" >"out-$signal" 2>"err-$signal" &
    pid=$!
    interrupt $signal $pid $moment
    status_is "SIG$signal" 3
    out=$(cat "out-$signal")
    is "SIG$signal: the game so far is reported" "$(field finished)" false
    ok "SIG$signal: the game so far is recorded" demesne replay "cut-$signal.json"
done
run demesne play grid:8x8 --rounds 4 --white minimax:depth=12 --black random --time 0.3 --json
status_is '--time limits the thinking, not the game' 0
is 'the game is complete' "$(field finished)" true

# ends ARGUMENT...: the command runs until SIGINT and then ends with status 3.  One that does not end
# is killed after ten minutes, and its state is shown.
ends() {
    "$program" "$@" --quiet >walk.out 2>walk.err &
    pid=$!
    : >walk.guard
    (for _ in $(seq 600); do sleep 1; done && grep -E '^(State|Threads|Sig)' /proc/$pid/status && kill -KILL $pid) \
        >walk.guard 2>&1 &
    guard=$!
    interrupt INT $pid $moment
    kill $guard 2>/dev/null
    is "Ctrl-C: $*" $status 3
    sed 's/^/# /' walk.guard
}

# Two pigeons for one hole, and a game of 40 variables.
awk 'BEGIN { n = 11; print "p cnf", n * (n + 1), n + 1 + n * n * (n + 1) / 2
    for (p = 0; p <= n; p++) { for (h = 1; h <= n; h++) printf "%d ", p * n + h; print 0 }
    for (h = 1; h <= n; h++) for (p = 0; p <= n; p++) for (q = p + 1; q <= n; q++)
        print -(p * n + h), -(q * n + h), 0 }' >pigeons.cnf
awk 'BEGIN { for (i = 0; i < 60; i++) {
    for (j = 0; j < 5; j++) printf "%d ", (i * 7 + j * (i % 7 + 1) * 3) % 40 + 1; print "" } }' >forty.dnf
demesne lines generate gabriel:120 --to large.json --quiet >walk.out 2>walk.err
demesne lines generate gabriel:400 --to huge.json --quiet >walk.out 2>walk.err
sed 's/"me":/"moves":[{"op":"add","count":3},{"op":"cut"}],"me":/' large.json >moves.json
demesne play grid:12x12 --rounds 10 --white greedy --black random --record game.json >walk.out
ends arena road:200000 --all
for player in minimax:depth=12 monte-carlo:playouts=1000000 expectation:depth=12 \
    mcts:playouts=100000000 champion:ms=3600000 solver:ms=3600000; do
    ends play grid:20x20 --rounds 20 --white $player --black random
done
ends review game.json --time 600
ends solve grid:15x15 --rounds 5
ends solve grid:15x15 --rounds 5 --threads 2
ends solve grid:15x15 --rounds 5 --moves
ends reply grid:44x45 --white 5,900,1500 --count 6 --all
ends reply road:3000 --white 0,1,2 --count 5 --threads 2
ends lead road:1000 --count 3
ends lead road:1000 --count 3 --threads 2
ends lines best large.json --op rope
ends lines odds large.json --op rope
ends lines solve moves.json
ends lines best large.json --op add --count 3
ends lines odds large.json --op add --count 2 --samples 1000000
ends lines lead huge.json
ends lines duel large.json --white search --think 1000
ends lines pack --count 60 -o pack.json
ends lines generate gabriel:200 --share 0.000001-0.0000011 --tries 100000000
ends reduce sat pigeons.cnf --check
ends reduce dnf forty.dnf --check
ends interval attack circle --stones 12 --red keypoint
ends interval attack segment --stones 9 --red line --threads 2
ends interval bridge segment --stones 4 --to 60
ends tournament --players champion:ms=100000,minimax:depth=6 --arena grid:20x20 --rounds 4 \
    --games 20 --threads 2
ends atlas run grids --to 40 --db atlas.db --threads 2
finish
