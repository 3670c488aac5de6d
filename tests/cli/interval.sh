#!/bin/sh
# interval.sh - `demesne interval`: answers, people, pictures, bad input.
. "$(dirname "$0")/lib/tap.sh"

run demesne interval play circle --stones 2 --blue greedy --red keypoint --json
status_is 'play' 0
is 'one line' "$(printf '%s\n' "$out" | wc -l)" 1
is 'fields' "$(field arena stones red blue winner moves)" \
    '"circle" 2 "2049/4096" "2047/4096" "red" [["blue","0"],["red","1/2"],["blue","511/1024"],["red","2047/2048"]]'
is 'nothing on stderr' "$err" ''
run demesne interval play circle --stones 1 --blue random --red mirror --json
is 'a tie has no winner' "$(field red blue winner)" '"1/2" "1/2" null'
run demesne interval play segment --stones 1 --blue greedy --red line --json
is 'one stone on a segment: Blue wins' "$(field winner)" '"blue"'

# Given moves need no players.
run demesne interval play segment --stones 2 --moves 1/4,3/4,0,1 --json
is 'moves' "$(field red blue winner margin)" '"1/2" "1/2" null "0"'
run demesne interval play circle --stones 3 --batch --moves '0,1/4;1/3,1/2;3/4;1' --json
status_is '1 is 0 on a circle' 1
run demesne interval play circle --stones 3 --batch --moves '0,1/4;1/3,1/2;3/4;7/8' --json
is 'several stones per turn' "$(field batch moves)" \
    'true [["blue","0"],["blue","1/4"],["red","1/3"],["red","1/2"],["blue","3/4"],["red","7/8"]]'
run demesne interval play circle --stones 2 --moves 0,1/2 --blue random --red keypoint --json
is 'given moves, then players' "$(field winner)" '"red"'

# 2^-200 exactly.
run demesne interval play circle --stones 2 --blue tiny-margin:bits=200 --red keypoint --json
is 'a margin of 2^-202' "$(field margin winner)" \
    '"1/6427752177035961102167848369364650410088811975131171341205504" "red"'

# Wrong places and numbers of stones.
bad() { # NAME STATUS MESSAGE WORDS...
    name=$1
    expected=$2
    message=$3
    shift 3
    run demesne interval "$@"
    status_is "$name" "$expected"
    matches "$name: why" "$err" "demesne: error: *$message*"
    is "$name: no answer" "$out" ''
}
bad 'outside' 1 '3/2 lies outside the circle' play circle --stones 2 --moves 0,3/2
bad 'a negative place' 1 'outside the segment' play segment --stones 2 --moves -1/9
bad 'occupied' 1 'is occupied' play circle --stones 2 --moves 1/2,2/4
bad 'too near' 1 'at least 1/10 apart' play circle --stones 2 --min-distance 0.1 --moves 0,1/11
bad 'too near, strictly' 1 'more than 1/10 apart' play circle --stones 2 --min-distance 1/10 --strict --moves 0,1/10
bad 'too many stones in a turn' 1 'turn 1 may have at most 2 stones' play circle --stones 3 --batch --moves 0,1/4,1/2
bad 'too few stones in a turn' 1 'this turn must have 2 stones' play circle --stones 3 --batch --moves '0,1/4;1/2;3/4;7/8;'
bad 'too many stones in all' 1 'over' play circle --stones 1 --moves 0,1/2,1/3
bad 'no stones' 2 'from 1 to 1000' play circle --stones 0 --blue greedy --red keypoint
bad 'no number' 1 'is not a number' play circle --stones 2 --moves 0,half
bad 'several stones per turn with one stone' 1 'at least 2 stones' play circle --stones 1 --batch --moves 0
bad 'a bad distance' 1 'expected 0 to 1' play circle --stones 2 --min-distance 3/2 --moves 0
bad 'a strategy for the other arena' 1 'plays on the circle' play segment --stones 2 --blue greedy --red keypoint
bad 'nobody plays Red' 2 '--red is missing' play circle --stones 2 --blue greedy
bad 'no such strategy' 2 'not a strategy of Red' play circle --stones 2 --blue greedy --red nobody
bad 'no such arena' 2 'circle|segment' play line --stones 2
bad 'no such command' 2 'interval has no command' win circle --stones 2
bad 'strict without distance' 2 'min-distance' play circle --stones 2 --strict
bad 'no ties' 2 'does not use --ties' play circle --stones 2 --moves 0 --ties neutral
bad 'an option of attack' 2 'interval play has no option --samples' play circle --stones 2 --samples 5
bad 'an option of play' 2 'interval bridge has no option --moves' bridge circle --stones 2 --moves 0
bad 'no such picture' 2 '--draw game.txt: expected a file that ends in' play circle --stones 1 --moves 0,1/2 --draw=game.txt
bad 'attack without a strategy' 2 '--red R is missing' attack circle --stones 2
bad 'an animation must be SVG' 2 'ends in .svg' play circle --stones 1 --moves 0,1/2 --animate moving.png

# A person, simulated by a script.
run sh -c "printf 'help\n2\n1/4\nboard\nundo\n0\n3/8\n' | '$program' interval play circle --stones 2 --blue human --red keypoint --json"
status_is 'a person plays' 0
is 'a person can take a move back' "$(field moves winner)" '[["blue","0"],["red","1/2"],["blue","3/8"],["red","15/16"]] "red"'
matches 'the prompts are shown' "$err" '*2 lies outside the circle*'
run sh -c "printf '0\n' | '$program' interval play circle --stones 2 --blue human --red keypoint"
status_is 'the input ends' 1
run sh -c "printf 'quit\n' | '$program' interval play circle --stones 2 --blue human --red keypoint --json"
is 'quit leaves the game unfinished' "$(field finished winner)" 'false null'

# Attacks.
run demesne interval attack circle --stones 3 --red keypoint --json
status_is 'attack' 0
is 'every game is won' "$(field games not_won worst)" '84 0 "1/2048"'
is 'the record' "$(field record)" \
    '[["blue","0"],["red","1/3"],["blue","1021/3072"],["red","2/3"],["blue","1027/3072"],["red","2047/2048"]]'
run demesne interval attack circle --stones 3 --red mirror --blue lemma3 --json
is 'mirror does not always win' "$(field lost worst)" '0 "0"'
matches 'a note says that --blue is not used' "$err" '*every Blue on the grid*--blue lemma3*--samples*'
bad 'attack by an unknown player' 2 "'foo' is not a strategy of Blue" attack circle --stones 3 --red mirror --blue foo
run demesne interval attack segment --stones 5 --red line --samples 2000 --threads 2 --json
is 'samples' "$(field games not_won complete)" '2000 0 true'
run demesne interval attack segment --stones 8 --red line --time 0.2 --json --quiet
status_is 'stopped' 3
is 'the answer is not complete' "$(field complete not_won)" 'false 0'
run demesne interval attack circle --stones 2 --red keypoint --bits 200 --json
is 'long numbers' "$(field not_won worst)" \
    '0 "1/3213876088517980551083924184682325205044405987565585670602752"'

# The same game on boards.
run demesne interval bridge circle --stones 2 --to 6 --json
is 'bridge' "$(field board winner)" '"cycle:4" null
"cycle:5" null
"cycle:6" null
"circle" "red"'

# Pictures.
run demesne interval play segment --stones 3 --blue greedy --red line --draw game.svg --animate moving.svg --json
status_is 'pictures' 0
ok 'a picture' grep -q '</svg>' game.svg
ok 'an animation' grep -q '<animate' moving.svg
run demesne interval play segment --stones 2 --moves 1/4,3/4,0,1 --draw --quiet
matches 'as text' "$out" '*B3*B1*R2*R4*
*+*+*'

run demesne interval attack circle --stones 2 --red mirror
matches 'attack shows the worst game' "$out" '*worst game * blue 0, red 1/2, *'
run demesne interval play circle --stones 2 --moves 0,1/2 --blue random --red keypoint --json
is 'the tool answers as the API: key points, intervals' "$(field key_points red_intervals to_move)" '["0","1/2"] 1 null'

run demesne interval play circle --stones 2 --red keypoint:foo=1
matches 'an unknown parameter of a strategy: the known ones' "$err" "*keypoint has no parameter 'foo'; known: pick"
matches 'which --help lists' "$(demesne interval play --help)" '*Strategies of Red*mirror *last=cases|best *Strategies of Blue*tiny-margin *bits=40 *'

finish
