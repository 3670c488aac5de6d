#!/bin/sh
# review.sh - `demesne review`: what the moves of a recorded game gave away.
. "$(dirname "$0")/lib/tap.sh"

demesne play path:5 --rounds 1 --white greedy --black greedy --record bad.json --quiet >/dev/null
run demesne review bad.json --json
status_is 'a short game' 0
is 'fields and their order' "$(field)" \
    'arena vertices edges ties seconds players moves white_loss black_loss exact_moves adviser'
is 'White should have taken the middle' "$(field moves white_loss black_loss exact_moves)" \
    '[{"side":"white","played":[0],"best":[2],"loss":4,"value":-3,"exact":true},{"side":"black","played":[1],"best":[1],"loss":0,"value":-3,"exact":true}] 4 0 2'
run demesne review bad.json
matches 'as text' "$out" '*1. White 0   gave away 4, better 2*2. Black 1*white loss *4*'
demesne play path:12 --rounds 2 --white cmd:false --black minimax --record lost.json --quiet >/dev/null 2>&1
run demesne review lost.json
matches 'a lost turn gives something away' "$out" '*1. White lost   gave away *'
demesne play grid:8x8 --rounds 10 --white greedy --black random --record long.json --quiet >/dev/null
run demesne review long.json --time 0.01 --json
status_is 'a long game' 0
matches 'is estimated' "$out" '*"exact":false*'
run demesne review long.json --time 0.01
matches 'the text says that it is estimated' "$out" '*(estimated)*estimates *'
run demesne review /nosuch.json
status_is 'no such file' 1
finish
