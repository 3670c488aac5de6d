#!/bin/sh
# play.sh - `demesne play` and `demesne replay`: games, people on a pipe, records.
. "$(dirname "$0")/lib/tap.sh"

run demesne play path:9 --rounds 2 --white greedy --black greedy --json
status_is 'a game' 0
is 'fields and their order' "$(field)" 'arena vertices edges ties seconds rounds per_turn players white black white_score black_score tied unreached value outcome finished moves seed white_seconds black_seconds white_processor_seconds black_processor_seconds white_faults black_faults faults forfeited_by'
is 'greedy takes the lowest number among equals' "$(field white black moves outcome)" \
    '[0,2] [1,3] [[0],[1],[2],[3]] "black"'
run demesne play path:9 --rounds 1 --per-turn 3 --white greedy --black greedy --json
is 'three stones per turn' "$(field moves)" '[[0,1,2],[3,4,5]]'
run demesne play grid:5x5 --rounds 3 --white random --black random --json --seed 7
first=$(field moves)
run demesne play grid:5x5 --rounds 3 --white random --black random --json --seed 7
is 'the seed decides' "$(field moves)" "$first"
run demesne play grid:5x5 --rounds 3 --white random --black random --json --seed 8
[ "$(field moves)" != "$first" ]
report $? 'another seed, another game'

run demesne play path:9 --rounds 5 --white random --black random
status_is 'too many rounds' 1
run demesne play path:9 --rounds 1 --white nobody --black random
status_is 'unknown player' 2
matches 'unknown player: the message lists the players' "$err" '*random*greedy*'
run demesne play path:9 --rounds 0 --white random --black random
status_is 'no rounds' 2

# a person on a pipe: a bad vertex, a taken one, too many, commands, then the moves
printf 'help\n9\nfoo\n4\nhint\nboard\n4\n1 2\n\n6\n' >moves
run sh -c "'$program' play path:9 --rounds 2 --white human --black greedy <moves"
status_is 'person against greedy' 0
matches 'the dialogue' "$out" '*turn 1 of 4*take back*no vertex 9*not a vertex*would place*occupied*not 2*White wins*'
run sh -c "'$program' play path:9 --rounds 2 --white human --black greedy --json <moves 2>talk"
is 'with --json the dialogue goes to stderr' "$(field white black value finished)" '[4,6] [0,1] 3 true'
printf '4\nundo\n0\n8\n' >moves
run sh -c "'$program' play path:9 --rounds 2 --white human --black greedy --json <moves 2>talk"
is 'undo takes back the reply too' "$(field moves)" '[[0],[1],[8],[2]]'
printf 'undo\n4\n3\nundo\n5\n' >moves
run sh -c "'$program' play path:9 --rounds 1 --white human --black human --json <moves 2>talk"
is 'two people: undo after the last move comes too late' "$(field moves)" '[[4],[3]]'
matches 'undo at the start changes nothing' "$(cat talk)" '*no turn to take back*'
printf '4\n' >moves
run sh -c "'$program' play path:9 --rounds 2 --white human --black human --record cut.json --json <moves 2>talk"
status_is 'input ends early' 1
is 'the score so far is reported' "$(field moves finished outcome)" '[[4]] false null'
run demesne replay cut.json --json
status_is 'the unfinished game is recorded' 0
is 'the unfinished game replays' "$(field moves finished)" '[[4]] false'
printf '4\nquit\n' >moves
run sh -c "'$program' play path:9 --rounds 2 --white human --black human --json <moves 2>talk"
status_is 'quit' 0
run sh -c "'$program' play - --rounds 2 --white human --black human </dev/null"
status_is 'the board and a person cannot share stdin' 2
run sh -c "head -c 300000 /dev/zero | '$program' play path:9 --rounds 1 --white human --black greedy >/dev/null"
status_is 'garbage on stdin' 1

run demesne play grid:6x6 --rounds 3 --per-turn 2 --white random --black greedy --ties earlier --seed 3 --record game.json --json
status_is 'record' 0
played=$(field moves value ties white black rounds per_turn players)
run demesne replay game.json --json
status_is 'replay' 0
is 'the same game' "$(field moves value ties white black rounds per_turn players)" "$played"
run demesne replay game.json --steps
status_is 'replay step by step' 0
sed 's/"white_score":[0-9]*/"white_score":12345/' game.json >forged.json
run demesne replay forged.json
status_is 'a forged result is refused' 1
matches 'the message says what does not agree' "$err" 'demesne: error: forged.json*'
run demesne replay /nosuch.json
status_is 'no such record' 1
echo '{' >broken.json
run demesne replay broken.json
status_is 'a broken record' 1
run demesne play path:9 --rounds 1 --white random --black random --record /nosuch/dir/g.json
status_is 'a record that cannot be written' 1

# Clocks, outside programs and lost turns.
nasty=$(dirname "$program")/tests/nasty
run demesne play path:12 --rounds 3 --white "cmd:$nasty crash" --black greedy --record lost.json --json
status_is 'a program that crashes loses its turns' 0
is 'the game goes on without them' "$(field moves white_faults black_faults outcome forfeited_by)" \
    '[[],[0],[],[1],[],[2]] 3 0 "black" null'
matches 'a note for each lost turn' "$err" '*turn 1, white: crash: SIGABRT before it answered genmove*turn 5*'
run demesne replay lost.json --steps
status_is 'lost turns replay' 0
matches 'replay shows the lost turns' "$out" '*turn 1, white*lost*lost turns *White 3, Black 0*'
run demesne replay lost.json --json
is 'lost turns are empty moves' "$(field moves)" '[[],[0],[],[1],[],[2]]'
run demesne play path:12 --rounds 3 --white greedy --black "cmd:$nasty rubbish" --fault-loses game --json
is 'or loses the game' "$(field moves white_faults black_faults outcome finished forfeited_by)" \
    '[[0]] 0 1 "white" false "black"'
run demesne play path:12 --rounds 2 --white "cmd:$nasty good" --black "cmd:$nasty hang" --move-time 200
matches 'a program that hangs is late' "$out" '*2. Black loses the turn (late)*time used*'
run demesne play path:12 --rounds 2 --white "cmd:$program bot minimax" --black "cmd:$program bot greedy" --json
by_bots=$(field moves)
run demesne play path:12 --rounds 2 --white minimax --black greedy --json
is 'demesne bot plays as the player itself' "$by_bots" "$(field moves)"
run demesne play path:12 --rounds 2 --white cmd: --black greedy
status_is 'a program that does not exist' 2
printf '5\nundo\n6\n7\n' >moves
run sh -c "'$program' play path:12 --rounds 2 --white human --black 'cmd:$nasty good' --json <moves 2>talk"
is 'undo with a program' "$(field moves white_faults black_faults)" '[[6],[0],[7],[1]] 0 0'

# Pictures.
run demesne play path:9 --rounds 2 --white greedy --black greedy --draw end.svg --animate game.svg --quiet
status_is 'pictures' 0
ok 'a picture of the last position' grep -q '</svg>' end.svg
is 'one frame per turn, and the start' "$(grep -c '<g visibility' game.svg)" 5
is 'each frame is animated' "$(grep -c '<animate' game.svg)" 5
is 'without animation the last frame shows' "$(grep -c '<g visibility="visible"' game.svg)" 1
run demesne replay game.json --animate again.svg
status_is 'replay writes an animation too' 0
run demesne play path:9 --rounds 1 --white greedy --black greedy --animate game.png
status_is 'an animation must be SVG' 2
is 'it is refused before the game' "$out" ''
run demesne play path:9 --rounds 1 --white greedy --black greedy --draw
matches '--draw without a file draws text' "$out" '*W1*'

# Time.
run demesne play grid:5x5 --rounds 3 --white mcts:playouts=100 --black greedy --game-time 600000 --increment 20 --json
status_is 'time per game' 0
is 'a player of ours is in time' "$(field white_faults)" 0
run demesne play grid:5x5 --rounds 3 --white "cmd:sleep 5" --black greedy --warm-up 100 --json
matches 'a program that starts too slowly' "$err" '*turn 1, white: late: no answer to protocol_version within 0.100 s*'
run demesne play grid:5x5 --rounds 3 --white greedy --black greedy --increment 20
status_is 'an increment without time' 2

# Strategies for certain boards.
run demesne play tree:3,4 --rounds 3 --white key-level --black minimax --json
status_is 'a strategy for trees' 0
matches 'it wins' "$out" '*"outcome":"white"*'
run demesne play grid:3x3 --rounds 2 --white key-level --black random
status_is 'a strategy on the wrong board' 1
matches 'the message says what it needs' "$err" "*player 'key-level'*not a complete k-ary tree*"
run demesne play grid:3x3 --rounds 2 --white random --black mirror
status_is 'a board without a mirror symmetry' 1
matches 'the message says why' "$err" "*player 'mirror' needs a pairing*"
run demesne play path:5 --rounds 2 --white random --black mirror
is 'a player that cannot play the board is refused before the first turn' "$status $out" '1 '
matches 'with what it needs' "$err" "*player 'mirror' needs a pairing of all vertices*"
run demesne play path:5 --rounds 2 --white human --black mirror </dev/null
is 'also if a person begins' "$status $out" '1 '

run demesne play path:5 --rounds 1 --white nobody --black greedy
matches 'an unknown player: all that may be asked for' "$status $err" "[12] *unknown player 'nobody'; known: random, *, cmd:PROGRAM, human*"
for command in play tournament bot; do
    matches "$command --help has the parameters of players" "$(demesne $command --help)" '*monte-carlo *playouts=25 *exact-rules=0 *cmd:PROGRAM*'
done

finish
