#!/bin/sh
# lines.sh - levels, circle and segment, and results over the API equal those of the command line.
. "$(dirname "$0")/../cli/lib/tap.sh"
. "$here/lib/server.sh"
levels=$here/../../examples/levels
for name in bridge needle well raft orchard; do
    cp "$levels/$name.json" .
done

# A level's file on one line.
flat() {
    tr -d '\n' <"$1.json"
}

# Only the level of the answer.
made() {
    sed 's/.*"made"://; s/}$//'
}

start
# endpoint | level | further fields | the command line's words.
cat >table <<END
lines/score | bridge | | lines score bridge.json
lines/score | needle | ,"ties":"closed" | lines score needle.json --ties closed
lines/score | well | ,"player":"blue","ties":"own" | lines score well.json --player blue --ties own
lines/apply | bridge | ,"op":"cut","move":{"edge":4,"at":"3/4"} | lines apply bridge.json --cut 4,3/4 --to after.json
lines/apply | bridge | ,"op":"cut","move":{"edge":4,"at":"0.75"} | lines apply bridge.json --cut 4,0.75 --to after.json
lines/apply | bridge | ,"op":"add","player":"blue","move":{"vertex":2} | lines apply bridge.json --add 2 --player blue --to after.json
lines/apply | needle | ,"op":"remove","move":1 | lines apply needle.json --remove 1 --to after.json
lines/apply | raft | ,"op":"rope","move":{"from":{"vertex":0},"to":{"edge":1,"at":"1/3"}} | lines apply raft.json --rope 0,1:1/3 --to after.json
lines/best | bridge | ,"op":"cut" | lines best bridge.json --op cut
lines/best | bridge | ,"op":"add","objective":"payoff" | lines best bridge.json --op add --objective payoff
lines/best | needle | ,"op":"remove","objective":"rank" | lines best needle.json --op remove --objective rank
lines/best | raft | ,"op":"rope" | lines best raft.json --op rope
lines/best | well | ,"op":"add","count":2 | lines best well.json --op add --count 2
lines/odds | needle | ,"op":"cut" | lines odds needle.json --op cut
lines/odds | well | ,"op":"add","ties":"split" | lines odds well.json --op add --ties split
lines/odds | orchard | ,"op":"rope","samples":300,"seed":7 | lines odds orchard.json --op rope --samples 300 --seed 7
END
while IFS='|' read -r call level more words; do
    call=${call% }
    level=$(echo $level)
    question="{\"name\":\"$level.json\",\"level\":$(flat "$level")$(echo "$more" | sed 's/^ //; s/ $//')}"
    expected=$("$program" $words --json 2>/dev/null | steady | sed 's/"written":"[^"]*",//')
    case $call in
    lines/best | lines/odds)
        job "$call" "$question"
        is "$call $level$more: is done" "$state" done
        out=$(result)
        ;;
    *)
        post "$call" "$question"
        is "$call $level$more" "$code" 200
        ;;
    esac
    begins_with "$call $level$more: as on the command line" "$(printf '%s' "$out" | steady)" "$expected"
done <table

# The level in the answer equals the one that the command line writes.
post lines/apply "{\"level\":$(flat bridge),\"op\":\"cut\",\"move\":{\"edge\":4,\"at\":\"3/4\"}}"
is 'the level after a move' "$(printf '%s' "$out" | made)" "$("$program" lines apply bridge.json --cut 4,3/4 --json)"
printf '%s' "$out" | made >made.json
post lines/score "{\"level\":\"$(sed 's/"/\\"/g' made.json)\"}"
is 'a level as a text' "$(field winner)" '"red"'
post lines/score "{\"level\":$(flat bridge),\"stretches\":true}"
matches 'stretches with their times' "$(field stretches)" \
    '*{"edge":4,"from":"0","to":"1/8","players":\[0\],"owner":"red","begins":"3","ends":"7/2"}*'
# Decimals are passed on exactly.
cat >fine.json <<END
{"vertices":[{"x":0.1234567890123,"y":0},{"x":7.9876543210987,"y":3.1415926535897},{"x":9,"y":9.0000000001}],
 "edges":[[0,1],[1,2,2.71828182845904]],"sites":[{"player":"red","vertex":0},{"player":"blue","vertex":2}],"me":"red"}
END
post lines/score "{\"name\":\"fine.json\",\"level\":$(flat fine)}"
begins_with 'fine decimals' "$(printf '%s' "$out" | steady)" "$(demesne lines score fine.json --json | steady)"
job lines/odds "{\"name\":\"fine.json\",\"level\":$(flat fine),\"op\":\"cut\"}"
is 'fine decimals in a job' "$(result | steady)" "$(demesne lines odds fine.json --op cut --json | steady)"
# Pictures equal those of the command line.
"$program" lines score bridge.json -o level.svg >/dev/null
post lines/score "{\"name\":\"bridge.json\",\"level\":$(flat bridge),\"svg\":true}"
is 'the picture of a level' "$(field svg)" "\"$(sed 's/"/\\"/g' level.svg | sed ':a;N;$!ba;s/\n/\\n/g')\\n\""
"$program" interval play circle --stones 3 --blue greedy --red keypoint --draw game.svg >/dev/null
post interval/play '{"arena":"circle","stones":3,"blue":"greedy","red":"keypoint","svg":true}'
is 'the picture of a game' "$(field svg)" "\"$(sed 's/"/\\"/g' game.svg | sed ':a;N;$!ba;s/\n/\\n/g')\\n\""
job lines/generate '{"kind":"tree","vertices":7,"op":"cut","share":["0.15","0.3"],"unique":true,"seed":5}'
is 'a level of a wanted difficulty' "$(result | made)" \
    "$("$program" lines generate tree:7 --op cut --share 0.15-0.3 --unique --seed 5 --json)"

# Puzzles: not won before the move, winnable by it, each harder than the one before.
ask GET /api/lines/levels
is 'the puzzles' "$code" 200
printf '%s\n' "$out" | sed 's/{"name":"/\n&/g' | sed -n 's/^{"name":"\([a-z]*\)".*"op":"\([a-z]*\)","grade":"\([a-z]*\)".*/\1 \2 \3/p' >puzzles
ok 'there are at least sixteen' [ "$(wc -l <puzzles)" -ge 16 ]
before=1
while read -r puzzle op grade; do
    out=$("$program" lines score "$levels/$puzzle.json" --json)
    ok "$puzzle is not won yet" [ "$(field winner)" != '"red"' ]
    samples=""
    [ "$op" = rope ] && samples='--samples 4000'
    out=$("$program" lines odds "$levels/$puzzle.json" --op "$op" $samples --json)
    is "$puzzle can be won by $op, and how hard it is" "$(field winnable grade | tr '\n' ' ')" "true \"$grade\" "
    share=$(field winning_decimal)
    ok "$puzzle is harder than the one before ($share, $before)" awk "BEGIN { exit !($share <= $before + 0.01) }"
    before=$share
done <puzzles

# Circle and segment.
cat >table <<END
{"arena":"circle","stones":4,"blue":"key-grabbing","red":"keypoint"}| circle --stones 4 --blue key-grabbing --red keypoint
{"arena":"segment","stones":5,"blue":"random","red":"line","seed":9}| segment --stones 5 --blue random --red line --seed 9
{"arena":"circle","stones":3,"blue":"greedy","red":"mirror","batch":true}| circle --stones 3 --blue greedy --red mirror --batch
END
while IFS='|' read -r question words; do
    post interval/play "$question"
    expected=$("$program" interval play $words --json 2>/dev/null | steady)
    begins_with "interval$words" "$(printf '%s' "$out" | steady)" "$expected"
done <table
post interval/play '{"arena":"circle","stones":3,"blue":"human","red":"keypoint","moves":"0"}'
is 'a player answers' "$(field moves to_move | tr '\n' ' ')" '[["blue","0"],["red","1/3"]] "blue" '
is 'key points' "$(field key_points)" '["0","1/3","2/3"]'
post interval/play '{"arena":"circle","stones":3,"moves":"0,1/3,5/12"}'
is 'moves without players' "$(field line to_move | tr '\n' ' ')" '"0,1/3,5/12" "red" '
post interval/play '{"arena":"circle","stones":3,"batch":true,"moves":"0,1/3;1/2"}'
is 'turns of several stones' "$(field line in_turn | tr '\n' ' ')" '"0,1/3;1/2" 1 '
job interval/attack '{"arena":"circle","stones":3,"red":"keypoint"}'
is 'an attack' "$(result | steady)" "$("$program" interval attack circle --stones 3 --red keypoint --json --quiet | steady)"

# What is wrong is reported, and how; no message names an option of the command line.
tr -d '\n' <bridge.json | sed 's/, *"me":"red"//' >nobody.json
cat >table <<END
lines/score |{}|400 'level' is missing
lines/score |{"level":5}|400 an object, or its text
lines/score |{"level":{}}|400 level: 
lines/score |{"level":"{"}|400 level
lines/score |{"level":{"vertices":[{},{}],"edges":[[0,2,1]],"sites":[]}}|400 vertex 2
lines/score |{"level":$(flat bridge),"player":"green"}|400 there are red, blue
lines/score |{"level":$(flat bridge),"ties":"white"}|400 neutral|closed|split|own
lines/apply |{"level":$(flat bridge),"op":"cut"}|400 'move' is missing
lines/apply |{"level":$(flat bridge),"op":"cut","move":{"edge":4}}|400 a place
lines/apply |{"level":$(flat bridge),"op":"cut","move":{"edge":99,"at":"1/2"}}|400 level: 
lines/apply |{"level":$(flat bridge),"op":"remove","move":"0"}|400 a site
lines/apply |{"level":$(flat bridge),"op":"rope","move":{"from":{"vertex":0}}}|400 two places
lines/apply |{"level":$(flat bridge),"op":"tie","move":0}|400 add|remove|cut|rope
lines/score |{"level":$(flat bridge),"op":"cut"}|400 there is no field 'op' here
lines/apply |{"level":$(flat nobody),"op":"add","move":{"vertex":2}}|400 'player' names a player
interval/play |{"arena":"disc","stones":3}|400 disc
interval/play |{"arena":"circle","stones":3,"samples":9}|400 there is no field 'samples' here
interval/play |{"arena":"circle","stones":3,"moves":"$(head -c 40000 /dev/zero | tr '\0' 1)"}|413 letters
interval/play |{"arena":"circle","stones":1000}|400 'stones'
interval/play |{"arena":"circle","stones":3,"red":"nosuch"}|400 nosuch
interval/play |{"arena":"circle","stones":3,"moves":"0,0"}|400 
contest |{}|405 another method
contest/event |{"event":1}|404 no results database
END
while IFS='|' read -r call question expected; do
    post "${call% }" "$question"
    is "${call% }$question" "$code" "${expected%% *}"
    matches "${call% }$question: says why" "$out" "{\"error\":\"*${expected#* }*\"}"
    case $call in
    lines* | interval*) is "${call% }$question: names no option" "$(printf '%s' "$out" | grep -e --)" '' ;;
    esac
done <table
stop

# A results database: the same tables as when it was made.
"$program" tournament --players greedy,random,minimax:depth=1 --arena grid:5x5 --rounds 3 --games 6 \
    --db results.db --quiet --json >results.json
"$program" tournament --players greedy,random --arena gnp:20,0.3 --rounds 2 --games 4 --db results.db \
    --quiet --json >/dev/null
start --db results.db
ask GET /api/contest
matches 'tournaments' "$out" '{"events":\[{"event":1,"arena":"grid:5x5",*"games":18},{"event":2,"arena":"gnp:20,0.3","random":true,*"games":4}\]}'
post contest/event '{"event":1}'
tables=$out
sed -n 's/.*\("first":.*"high":[-.e0-9]*\),"white_rate".*/\1/p' results.json >pairings
is 'all pairings' "$(wc -l <pairings)" 3
while read -r pairing; do
    matches "pairing ${pairing%%,\"games*}" "$tables" "*$pairing*"
done <pairings
is 'ratings' "$(printf '%s' "$tables" | sed 's/.*"ratings"://; s/}$//; s/,"key":"[^"]*","newest":true//g')" \
    "$(sed -n 's/.*"ratings":\(.*\)}$/\1/p' results.json | sed 's/,"fault_kinds":{},"disqualified":false//g')"
post contest/games '{"pairing":1,"from":2,"count":2}'
matches 'games of a pairing' "$out" '{"games":\[{"number":2,*},{"number":3,*}\]}'
for pairing in 1 4; do
    for number in 0 1 3; do
        post contest/game "{\"pairing\":$pairing,\"number\":$number}"
        value=$(field value)
        post game "$(printf '%s' "$out" | sed 's/"ties":"\([a-z]*\)".*"moves":\(.*\),"has_board":true}/"ties":"\1","moves":\2}/')"
        is "pairing $pairing, game $number: played back it has its value" "$(field value)" "$value"
    done
done
post contest/game '{"pairing":1,"number":6}'
is 'no such game' "$code" 404
post contest/event '{"event":9}'
is 'no such tournament' "$code" 404
post contest/faults '{"event":1,"player":"greedy"}'
is 'no faults' "$out" '{"faults":[]}'
stop

# Programs with names: two versions of one, and faults.
mkdir zed
cp "$here/../bots/lowest.sh" zed/bot.sh
printf 'name,command\nZed,sh zed/bot.sh crash\n' >players.csv
for version in 1 2; do
    echo "# $version" >>zed/bot.sh
    "$program" tournament --players greedy --players-file players.csv --arena path:9 --rounds 1 --games 2 \
        --db named.db --quiet >/dev/null
done
start --db named.db
post contest/event '{"event":1}'
matches 'labels' "$out" '*"first":"greedy","second":"Zed (*)"*"first":"greedy","second":"Zed (*)"*'
matches 'faults of a player' "$out" '*{"player":"Zed (*)",*"faults":2,"faulty_games":2,"version":"*","key":"Zed@*","newest":false}*'
key=$(printf '%s' "$out" | sed 's/.*"key":"\(Zed@[0-9a-f]*\)","newest":true.*/\1/')
post contest/faults "{\"event\":1,\"player\":\"$key\",\"from\":1}"
matches 'one fault' "$out" '{"faults":\[{"turn":1,"side":"white","kind":"crash","detail":"SIGSEGV*","stderr":"before\\nit \\\\x1b\[31mhurts","pairing":2,"number":1}\]}'
post contest/games '{"pairing":2}'
matches 'games with faults' "$out" '{"games":\[{"number":0,"white":"greedy","black":"Zed (*)","programs":\[false,true\],*"faults":\[0,1\],"fault_list":\[{"turn":2,*}\],*'
post contest/game '{"pairing":2,"number":1}'
matches 'a game with a fault' "$out" '*"fault_list":\[{"turn":1,"side":"white","kind":"crash",*}\],*"moves":*'
stop
"$program" serve --port 0 --db nosuch.db 2>err
status=$?
status_is 'no such database' 1
finish
