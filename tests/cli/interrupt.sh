#!/bin/sh
# interrupt.sh - Ctrl-C and SIGTERM end a long call through its run: status 3, what there is printed.
. "$(dirname "$0")/lib/tap.sh"

# A search far too deep to end by itself.
for signal in INT TERM; do
    "$program" play grid:12x12 --rounds 20 --white minimax:depth=12 --black minimax:depth=12 \
        --json --record "cut-$signal.json" >"out-$signal" 2>"err-$signal" &
    pid=$!
    interrupt $signal $pid
    status_is "SIG$signal" 3
    out=$(cat "out-$signal")
    is "SIG$signal: the game so far is told" "$(field finished)" false
    ok "SIG$signal: and recorded" demesne replay "cut-$signal.json"
done
run demesne play grid:8x8 --rounds 4 --white minimax:depth=12 --black random --time 0.3 --json
status_is '--time ends the thinking, not the game' 0
is 'the game is complete' "$(field finished)" true
finish
