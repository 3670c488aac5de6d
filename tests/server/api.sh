#!/bin/sh
# api.sh - every endpoint answers as the command line does; jobs, boards and refusals.
. "$(dirname "$0")/../cli/lib/tap.sh"
. "$here/lib/server.sh"

cat >sent.edges <<END
0 1 1.5
1 2 2.25
2 3 1
1 3 0.5
4 3 2
END
# A text as a JSON string.
quoted() {
    sed ':a;N;$!ba;s/\\/\\\\/g;s/"/\\"/g;s/\n/\\n/g' "$1"
}

start
ask GET /api/info
is 'kinds of endpoints' "$(printf '%s' "$out" | grep -o '{"name":"\(info\|board\|score\|market\|move\)","kind":"[A-Z]*"' | sed 's/.*"name":"//; s/","kind":"/ /; s/"$//' | tr '\n' ' ')" \
    'info GET board POST move JOB score POST market JOB '
post board "{\"text\":\"$(quoted sent.edges)\\n\",\"format\":\"edges\"}"
is 'a board is added' "$code" 200
sent=$(word arena)
matches 'the answer has its name' "$sent" '@*'
post board "{\"text\":\"$(quoted sent.edges)\\n\",\"format\":\"edges\"}"
is 'the same board has the same name' "$(word arena)" "$sent"
post board '{"text":"7 8\n8 9\n","format":"edges"}'
matches 'what the reader noted' "$out" '*"notes":?"the numbers begin at 7, so vertices 0 to 6 have no edges"?*'
post board '{"text":"graph { a -- b [len=2, colour=red] }"}'
matches 'DOT is recognised' "$out" '*"vertices":2,*"notes":?"attributes not used: colour of the edges"?*'

post board '{"format":"points","decimals":0,"metric":"manhattan","text":"x,y\n0,0\n1.5,0\n3,4\n"}'
matches 'points' "$out" '*"vertices":3,"edges":0,*'
post score "{\"arena\":\"$(word arena)\",\"white\":[0],\"distances\":true}"
matches 'their distances' "$out" '*"distances":?0,2,7?*'
post board '{"format":"table","text":"customer,site,distance\nAnn,North,2\nBob,North,1\n"}'
matches 'a table' "$out" '*"vertices":3,"edges":2,*'
post score "{\"arena\":\"$(word arena)\",\"white\":[2],\"radius\":1}"
matches 'and its score' "$out" '*"white_score":1,*"unreached":1,*'

# One-way arcs stay only if asked: 0 -> 1 -> 2 -> 0.
ring='"text":"0 1\n1 2\n2 0\n","format":"edges"'
post board "{$ring}"
matches 'arcs become edges' "$out" '*"oneway":0*'
post board '{"text":"{\"vertices\":2,\"edges\":[],\"arcs\":[[0,1]]}"}'
matches 'those of JSON too' "$out" '*"one_way_joined":1,*"oneway":0*'
post board "{$ring,\"directed\":true}"
matches 'directed' "$out" '*"oneway":3*'
ring=$(word arena)
post score "{\"arena\":\"$ring\",\"white\":[0],\"black\":[1]}"
matches 'customers travel' "$out" '*"owner":"WBW"*'
post score "{\"arena\":\"$ring\",\"white\":[0],\"black\":[1],\"direction\":\"from-site\"}"
matches 'or goods' "$out" '*"owner":"WBB"*'
post score "{\"arena\":\"$ring\",\"white\":[0],\"black\":[1],\"undirected\":true}"
matches 'or the arcs become edges' "$out" '*"owner":"WB."*'
post tries "{\"arena\":\"$ring\",\"undirected\":true}"
is 'tries of the undirected board' "$code" 200
post arena "{\"arena\":\"$ring\",\"drawing\":true}"
matches 'a drawing names the arcs' "$out" '*"ends":\[0,1,1,2,2,0\]*"arcs":\[0,1,2\]*'
post arena "{\"arena\":\"$ring\",\"direction\":\"from-site\"}"
is 'arena has no direction' "$code" 400

# The same question to both: endpoint | fields of the API | words of the command line.
# @ stands for the board that was sent, and for its file.
cat >table <<END
score | {"arena":"path:5","white":[0],"black":[4]} | score path:5 --white 0 --black 4
score | {"arena":"grid:5x5","white":[12],"black":[0,24],"ties":"earlier"} | score grid:5x5 --white 12 --black 0,24 --ties earlier
score | {"arena":"cycle:6","white":[0],"black":[2],"ties":"white"} | score cycle:6 --white 0 --black 2 --ties white
score | {"arena":"cycle:6","white":[0],"black":[2],"ties":"black"} | score cycle:6 --white 0 --black 2 --ties black
score | {"arena":"gnp:60,0.05","seed":7,"white":[1,2],"black":[3]} | score gnp:60,0.05 --seed 7 --white 1,2 --black 3
score | {"arena":"petersen"} | score petersen
score | {"arena":"@","white":[0],"black":[4]} | score @ --white 0 --black 4
arena | {"arena":"grid:15x15"} | arena grid:15x15
arena | {"arena":"tree:3,3","rounds":2} | arena tree:3,3 --rounds 2
arena | {"arena":"road:200","seed":3} | arena road:200 --seed 3
arena | {"arena":"@"} | arena @
draw | {"arena":"path:5","white":[0],"black":[4]} | score path:5 --white 0 --black 4
solve | {"arena":"tree:3,2","rounds":2} | solve tree:3,2 --rounds 2
solve | {"arena":"grid:4x4","rounds":2,"per_turn":2,"outcome":true} | solve grid:4x4 --rounds 2 --per-turn 2 --outcome
solve | {"arena":"path:9","rounds":3,"white":[4],"black":[3],"to_move":"white"} | solve path:9 --rounds 3 --white 4 --black 3 --to-move white
solve | {"arena":"cycle:9","rounds":2,"ties":"earlier"} | solve cycle:9 --rounds 2 --ties earlier
solve | {"arena":"@","rounds":2,"moves":true} | solve @ --rounds 2 --moves
moves | {"arena":"tree:2,3","rounds":2} | solve tree:2,3 --rounds 2 --moves
moves | {"arena":"grid:3x3","rounds":2,"white":[4]} | solve grid:3x3 --rounds 2 --white 4 --moves
reply | {"arena":"path:9","white":[4],"count":1} | reply path:9 --white 4 --count 1
reply | {"arena":"grid:5x5","white":[12],"count":2,"all":true} | reply grid:5x5 --white 12 --count 2 --all
reply | {"arena":"tree:2,4","white":[0,3],"black":[5],"count":2,"ties":"white"} | reply tree:2,4 --white 0,3 --black 5 --count 2 --ties white
reply | {"arena":"grid:5x5","white":[12],"count":1,"forbid":[7,11],"radius":"2"} | reply grid:5x5 --white 12 --count 1 --forbid 7,11 --radius 2
reply | {"arena":"grid:5x5","white":[12],"count":2,"method":"greedy"} | reply grid:5x5 --white 12 --count 2 --method greedy
lead | {"arena":"path:9","count":2} | lead path:9 --count 2
lead | {"arena":"grid:4x4","count":2,"reply":3} | lead grid:4x4 --count 2 --reply 3
lead | {"arena":"@","count":1,"ties":"black"} | lead @ --count 1 --ties black
END
while IFS='|' read -r call question words; do
    call=${call% }
    question=$(echo "$question" | sed "s/\"@\"/\"$sent\"/; s/^ //; s/ \$//")
    expected=$("$program" $(echo "$words" | sed 's/@/sent.edges/') --json 2>/dev/null | steady |
        sed "s/\"arena\":\"sent.edges\"/\"arena\":\"$sent\"/; s/,\"owner\":.*/}/")
    case $call in
    solve | moves | reply | lead)
        job "$call" "$question"
        is "$call $question: is done" "$state" done
        out=$(result)
        ;;
    *)
        post "$call" "$question"
        is "$call $question" "$code" 200
        ;;
    esac
    begins_with "$call $question: as on the command line" "$(printf '%s' "$out" | steady)" "$expected"
done <table
post score '{"arena":"path:5","white":[0],"black":[4],"distances":true}'
is 'owners and distances' "$(field owner distances | tr '\n' ' ')" '"WW.BB" [0,1,2,1,0] '
post score '{"arena":"path:5","white":[{"vertex":0,"brand":"A","offset":1,"phone":3}],"black":[4],"customers":[{"vertex":1,"demand":"0.1"},{"vertex":2,"demand":0.2},3]}'
matches 'tables as lists of objects' "$out" '*"white_score":0.1,"black_score":1.2,*"brands":{"A":0.0769230769},"customers":3,*'
matches 'what the tool notes' "$out" "*\"notes\":\[\"'white': columns that have no meaning here: phone\"]*"
post score '{"arena":"path:5","white":[0],"customers":[{"vertex":1,"demand":-1}]}'
is 'a bad cell' "$code $out" "400 {\"error\":\"'customers'[0]: demand is '-1'; expected a number from 0 to 2^62 with at most 18 decimals\"}"
post score '{"arena":"path:5","white":[0],"customers":[[1]]}'
matches 'a bad item' "$code $out" "400 *'customers'\[0]: expected a vertex, or an object*"
post score '{"arena":"path:5","white":"@rivals.csv"}'
matches 'files are not read' "$code $out" "400 *'white': expected a list*"
post score '{"arena":"path:5","white":[0],"black":[4],"radius":0.5}'
matches 'a radius as a number' "$out" '*"owner":"W---B"*'
post game '{"arena":"path:5","rounds":1,"moves":[[0],[4]],"distances":true}'
is 'owners and distances of a game' "$(field owner distances | tr '\n' ' ')" '"WW.BB" [0,1,2,1,0] '

demesne draw path:5 --white 0 --black 4 --size 300x0 --caption one -o picture.png >/dev/null
post draw '{"arena":"path:5","white":[0],"black":[4],"width":300,"caption":"one","format":"png"}'
word png | base64 -d >drawn.png
ok 'a PNG equals that of the command line' cmp picture.png drawn.png

# A formula or a certificate is a file on the command line and a text in JSON.
cp "$here"/../../examples/formulas/* .
while IFS='|' read -r call file fields words; do
    post "$call" "{\"formula\":\"$(quoted "$file")\\n\"$fields}"
    is "$call$fields: as on the command line" "$(printf '%s' "$out" | steady)" \
        "$(demesne $(echo "$call" | tr / ' ') $file $words --json | steady | sed "s/$file/formula/")"
done <<END
reduce/sat|figure3.cnf||
reduce/sat|figure3.cnf|,"problem":2,"assignment":[4,-1,2,-3]|--problem 2 --assignment 4,-1,2,-3
reduce/sat|figure3.cnf|,"assignment":[1,-2,-3,4]|--assignment 1,-2,-3,4
reduce/sat|figure3.cnf|,"black":[2,25,9,18]|--black 2,25,9,18
reduce/sat|figure3.cnf|,"black":[1,2,9,18]|--black 1,2,9,18
reduce/dnf|figure4.dnf||
END
post reduce/sat "{\"formula\":\"$(quoted figure3.cnf)\\n\",\"board\":true}"
printf '%s' "$out" | sed 's/.*"board"://; s/}$//' >board.json
is 'the board of a formula can be used' "$(demesne score board.json --white u --black x1-,x2+,x3-,x4+ --json | "$json_lines" value)" -1
demesne solve path:9 --rounds 2 --certificate proof.jsonl --quiet >/dev/null
job solve '{"arena":"path:9","rounds":2,"prove":true}'
is 'the text of a certificate is that of the file' "$(result | sed 's/.*"certificate":"\(.*\)","positions".*/\1/')" "$(quoted proof.jsonl)\\n"
job verify "{\"certificate\":\"$(quoted proof.jsonl)\\n\"}"
is 'a certificate is checked' "$(result | steady)" "$(demesne verify proof.jsonl --json | steady)"
sed 's/"white","bound":0/"white","bound":1/' proof.jsonl >forged.jsonl
job verify "{\"certificate\":\"$(quoted forged.jsonl)\\n\"}"
matches 'a forged one fails where it is wrong' "$state $out" 'failed *certificate: at White *was claimed*'
sed 's/path:9/grid:900x900/' proof.jsonl >large.jsonl
job verify "{\"certificate\":\"$(quoted large.jsonl)\\n\"}"
matches 'a large board is refused' "$state $out" 'failed *more than 4000 vertices*'
job solve '{"arena":"grid:6x6","rounds":5,"prove":true}'
matches 'a large certificate is refused' "$state $out" 'failed *positions; the limit is 100000*'

# The atlas has every row of data/.
total=$(cat "$here"/../../data/games.csv "$here"/../../data/*black-wins.csv | grep -vc '^table,')
post atlas '{}'
is 'games in the atlas' "$(field games matched | tr '\n' ' ')" "$total $total "
post atlas '{"table":"complete-trees","rounds":2,"winner":"white","count":0}'
is 'games of a table' "$(field matched white tie black rows | tr '\n' ' ')" \
    "$(grep -c '^complete-trees,"[^"]*",[0-9]*,[0-9]*,2,1,neutral,[1-9]' "$here"/../../data/games.csv | sed 's/.*/& & 0 0 [] /')"
seen=""
for from in 0 20 40 60; do
    post atlas "{\"table\":\"trees\",\"winner\":\"black\",\"from\":$from,\"count\":20}"
    seen="$seen$(printf '%s' "$out" | grep -o '"board":"[^"]*"')
"
done
is 'pages have every game once' "$(printf '%s' "$seen" | wc -l) $(field matched)" '71 71'

# Every value of `tries` is the score with that stone.
for ties in neutral earlier white black; do
    for side in white black; do
        post tries "{\"arena\":\"grid:4x4\",\"white\":[5],\"black\":[10],\"side\":\"$side\",\"ties\":\"$ties\"}"
        tries=$(field values)
        by_score=""
        for v in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
            value=null
            if [ $v != 5 ] && [ $v != 10 ]; then
                post score "{\"arena\":\"grid:4x4\",\"ties\":\"$ties\",\"stones\":[[\"white\",5],[\"black\",10],[\"$side\",$v]]}"
                value=$(field value)
            fi
            by_score="$by_score,$value"
        done
        is "tries of $side are scores, ties $ties" "$tries" "[${by_score#,}]"
    done
done

# A game played move by move equals the game of the command line.
moves=""
for turn in 0 1 2 3; do
    job move "{\"arena\":\"grid:5x5\",\"rounds\":2,\"moves\":[${moves#,}],\"player\":\"greedy\"}"
    moves="$moves,$(result | sed 's/.*"move":\(\[[0-9,]*\]\).*/\1/')"
done
demesne play grid:5x5 --rounds 2 --white greedy --black greedy --record g.json --quiet --json >play.json
out=$(cat play.json)
is 'single moves give the same game' "[${moves#,}]" "$(field moves)"
post game "{\"arena\":\"grid:5x5\",\"rounds\":2,\"moves\":[${moves#,}],\"players\":[\"greedy\",\"greedy\"],\"write\":true}"
played=$(printf '%s' "$out" | steady)
begins_with 'a game by its moves' "$played" "$(demesne replay g.json --json | steady)"
is 'it has ended' "$(field finished to_move to_place | tr '\n' ' ')" 'true null 0 '
printf '%s' "$out" | sed 's/.*"record"://; s/}$//' >again.json
is 'its record is complete' "$(demesne replay again.json --json | steady)" "$(demesne replay g.json --json | steady)"
post game "{\"record\":$(tr -d '\n' <g.json)}"
begins_with 'a game by its record' "$(printf '%s' "$out" | steady)" "$(demesne replay g.json --json | steady)"
printf '{"vertices":4,"edges":[[0,1,1.234567890123],[1,2,1.234567890124],[2,3,1]]}' >fine.json
demesne play fine.json --rounds 1 --white greedy --black greedy --record f.json --quiet >/dev/null
sed 's/"\([0-9.]*\)"\]/\1]/g' f.json | tr -d '\n' >reals.json # lengths as JSON reals
post game "{\"record\":$(cat reals.json)}"
begins_with 'a record with fine lengths' "$(printf '%s' "$out" | steady)" "$(demesne replay f.json --json | steady)"
job review "{\"record\":$(tr -d '\n' <g.json)}"
is 'a review' "$(result | steady)" "$(demesne review g.json --json --quiet | steady)"

# Bad questions: the status and the message.
while IFS='|' read -r call question expected; do
    post "${call% }" "$question"
    is "${call% }$question" "$code" "${expected%% *}"
    matches "${call% }$question: says why" "$out" "{\"error\":\"*${expected#* }*\"}"
done <<END
score |{"arena":"/etc/passwd"}|400 no board family
score |{"arena":"-"}|400 no board family
score |{"arena":"grid.edges"}|400 no board family
score |{"arena":"@0000000000000000"}|404 send it
score |{"arena":"grid:99999x99999"}|413 vertices
score |{"arena":"complete:5000"}|413 edges
score |{"arena":"path:5","white":[5]}|400 no vertex 5
score |{"arena":"path:5","white":[-1]}|400 no vertex -1
score |{"arena":"path:5","white":[1],"black":[1]}|400 twice
score |{"arena":"path:5","white":"1"}|400 list
score |{"arena":"path:5","colour":1}|400 no field 'colour'
score |{"arena":"path:5","ties":"all"}|400 neutral|earlier|white|black
score |{"white":[1]}|400 'arena' is missing
score |[]|400 object
score |{"arena":|400 not JSON
score |{"arena":"path:5","arena":"path:6"}|400 not JSON
score |{"arena":"path:5","values":[1]}|400 5 vertices
score |{"arena":"path:5","values":[1,2,-3,1,1]}|400 non-negative
game |{"arena":"path:5","rounds":3}|413 
game |{"arena":"path:5"}|400 'rounds' is missing
game |{"arena":"path:5","rounds":1,"moves":[[1],[1]]}|400 move 2
game |{"arena":"path:5","rounds":1,"moves":[[1],[2],[3]]}|400 move 3
game |{"record":{"demesne":"game","version":1,"arena":"grid:9999x9999","seed":1}}|413 vertices
board |{"text":"0 x"}|400 board:1
reduce/sat |{}|400 'formula' is missing
reduce/sat |{"formula":"hello"}|400 p cnf VARIABLES CLAUSES
reduce/sat |{"formula":"p cnf 2 0","assignment":[1]}|400 each of the variables 1..2 once
reduce/sat |{"formula":"p cnf 2 0","assignment":[1,"x"]}|400 each of the variables
reduce/sat |{"formula":"p cnf 2 0","black":[1]}|400 'black' gives 1 stones; Black has 2
reduce/sat |{"formula":"p cnf 2 0","black":[1,9],"assignment":[1,2]}|400 exclude each other
reduce/sat |{"formula":"p cnf 2 0","check":true}|400 no field 'check'
reduce/sat |{"formula":"p cnf 9000000 0"}|413 the limit is 20000
reduce/dnf |{"formula":"999999"}|413 the limit is 20000
atlas |{"table":"nosuch"}|400 paths|cycles
atlas |{"count":501}|400 from 0 to 500
board |{"text":"","format":"nosuch"}|400 no format
jobs |{"call":"score","with":{}}|400 no job
jobs |{"call":"solve"}|400 with
solve |{"arena":"path:5","rounds":1}|400 job
nosuch |{}|404 no such endpoint
END
post score '{"arena":"path:5","values":[1,2,3,4,5],"white":[0],"black":[4]}'
is 'values' "$(field white_score black_score tied | tr '\n' ' ')" '3 9 3 '
ask GET /api/score
is 'another method' "$code" 405
ask GET /api/info
matches 'limits are known before a game' "$out" '*"name":"expectation"*"most_vertices":2048}*"job_vertices":20000,*'
for level in $(printf '%s' "$out" | grep -o '"levels":[^]]*' | grep -o '"player":"[^"]*"' | cut -d'"' -f4); do
    job move "{\"arena\":\"path:5\",\"rounds\":2,\"moves\":[[1]],\"player\":\"$level\"}"
    is "level $level plays" "$state" done
done
post check '{"arena":"grid:150x150","rounds":2,"players":["human","champion"]}'
matches 'a board too large for engines' "$out" '*"human","can_play":true}*"can_play":false,"why":"*at most 20000 vertices*'
post check '{"arena":"path:9","rounds":2,"players":["minimax","median","nosuch","solver"]}'
matches 'who can play' "$out" '*"minimax","can_play":true}*"median","can_play":false,*"nosuch","can_play":false,*"solver","can_play":true,"perfect":true}*'
post check '{"arena":"path:4","rounds":4,"players":["human"]}'
is 'an impossible game' "$code" 413
for player in cmd:ls 'cmd:touch owned' bot:nosuch nosuch; do
    job move "{\"arena\":\"path:5\",\"rounds\":1,\"moves\":[],\"player\":\"$player\"}"
    is "player $player is refused" "$state" failed
done
ok 'no program was started' [ ! -e owned ]
for path in jobs/nosuch jobs/0000000000000000 jobs/0000000000000000/events jobs/0000000000000000/x; do
    ask GET "/api/$path"
    is "GET /api/$path" "$code" 404
done

# A game between two people.
post shared/begin '{"arena":"path:5","rounds":1,"side":"white"}'
shared=$(word code) white=$(word key)
"$tools/ask" "$port" GET "/api/shared/$shared/events" >watched &
watcher=$!
post shared/join "{\"code\":\"$shared\"}"
is 'the other side joins' "$(word side)" black
black=$(word key)
post shared/join "{\"code\":\"$shared\"}"
is 'a third person cannot join' "$code" 400
while IFS='|' read -r who key vertices wanted; do
    post shared/move "{\"code\":\"$shared\",\"key\":\"$key\",\"move\":$vertices}"
    is "$who plays $vertices" "$code" "$wanted"
done <<END
Black, out of turn,|$black|[2]|400
nobody|0|[2]|400
White, two stones,|$white|[1,2]|400
White|$white|[1]|200
Black, where a stone is,|$black|[1]|400
Black, nonsense,|$black|["x"]|400
Black|$black|[2]|200
White, after the end,|$white|[3]|400
END
post shared/look "{\"code\":\"$shared\",\"key\":\"$black\"}"
matches 'who comes back finds the game' "$out" '*"side":"black",*"moves":\[\[1\],\[2\]\],"to_move":null,"joined":true,*"running":false,"rematch":null,"next":null}}'
post shared/look "{\"code\":\"$shared\"}"
ok 'who watches gets no key' [ "$(printf '%s' "$out" | grep -c key)" = 0 ]
until grep -q '"to_move":null' watched; do
    sleep 0.1
done
post shared/rematch "{\"code\":\"$shared\",\"key\":\"0\"}"
is 'nobody else offers a rematch' "$code" 400
post shared/rematch "{\"code\":\"$shared\",\"key\":\"$white\",\"swap\":true}"
matches 'an offer' "$out" '*"rematch":{"side":"white","swap":true},"next":null*'
post shared/rematch "{\"code\":\"$shared\",\"key\":\"$black\"}"
matches 'another offer is no acceptance' "$out" '*"rematch":{"side":"black","swap":false},"next":null*'
post shared/rematch "{\"code\":\"$shared\",\"key\":\"$black\",\"swap\":true}"
post shared/rematch "{\"code\":\"$shared\",\"key\":\"$white\",\"swap\":true}"
second=$(printf '%s' "$out" | sed -n 's/.*"next":"\([A-Z0-9]*\)".*/\1/p')
post shared/look "{\"code\":\"$second\",\"key\":\"$white\"}"
matches 'the rematch has the same keys, the sides swapped' "$out" '*"side":"black",*"moves":\[\],"to_move":"white","joined":true*'
post shared/rematch "{\"code\":\"$second\",\"key\":\"$white\"}"
is 'no rematch of a game that is not over' "$code" 400
"$tools/ask" "$port" GET "/api/shared/$second/events/$white" >watched.black &
present=$!
until post shared/look "{\"code\":\"$second\"}" && case $out in *'"present":{"white":false,"black":true}'*) true ;; *) false ;; esac; do
    sleep 0.1
done
kill $present
until post shared/look "{\"code\":\"$second\"}" && case $out in *'"present":{"white":false,"black":false}'*) true ;; *) false ;; esac; do
    sleep 0.1
done
ok 'a page is present as long as it listens' true
kill $watcher
ok 'who watches hears of every change' [ "$(grep -c '^event: game' watched)" -ge 2 ]
post shared/begin '{"arena":"path:5","rounds":9}'
is 'a shared game that is impossible' "$code" 413

# A job that runs until it is cancelled.
post jobs '{"call":"solve","with":{"arena":"grid:9x9","rounds":12}}'
id=$(word job)
"$tools/ask" "$port" GET "/api/jobs/$id/events" >events &
watcher=$!
until ask GET "/api/jobs/$id" && [ "$(word state)" != queued ]; do
    sleep 0.1
done
is 'a job is running' "$(word state)" running
ask DELETE "/api/jobs/$id"
is 'it is cancelled' "$code" 200
wait $watcher
out=$(sed -n '/^event: end/{n;s/^data: //p;}' events)
is 'its end is reported' "$(word state)" cancelled
matches 'it has bounds' "$(result)" '*"lower":*"upper":*"proven":false*'
ask DELETE "/api/jobs/$id"
ask GET "/api/jobs/$id"
is 'a finished job can be forgotten' "$code" 404
job solve '{"arena":"grid:9x9","rounds":12,"time":0.5}'
is 'time ends a job' "$state" stopped
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 \
    37 38 39 40 41 42 43 44 45 46 47 48 49; do
    post jobs '{"call":"solve","with":{"arena":"grid:9x9","rounds":12,"time":30}}'
done
is 'too many jobs' "$code" 429

# All workers for long jobs are busy, and many more wait.
post jobs '{"call":"solve","with":{"arena":"path:5","rounds":1},"client":"another"}'
is 'another client is not refused' "$code" 200
job move '{"arena":"road:400","rounds":2,"moves":[],"player":"champion"}'
is 'a move does not wait for them' "$state" done
job move '{"arena":"road:400","rounds":8,"moves":[],"player":"solver:ms=200"}'
is 'solver keeps to its time' "$state" done
stop
status_is 'the server ends while jobs run' 0

printf '# ours\nrandom "%s" bot random\n' "$program" >bots
start --bots bots
ask GET /api/info
is 'only the name of a bot is shown' "$(field bots)" '["bot:random"]'
job move '{"arena":"path:5","rounds":1,"moves":[],"player":"bot:random"}'
is 'the bot plays' "$state" done
stop
printf 'writer touch "%s/written" 2>/dev/null; "%s" bot random\n' "$work" "$program" >bots
for how in '' '--sandbox none'; do
    # shellcheck disable=SC2086 # the words of $how are meant to split
    start --bots bots $how
    job move '{"arena":"path:5","rounds":1,"moves":[],"player":"bot:writer"}'
    [ -e "$work/written" ] && can_write=yes || can_write=no
    is "a bot plays ${how:-in a sandbox}; whether it can write" "$state $can_write" "done $([ -n "$how" ] && echo yes || echo no)"
    stop
done
start --read-only
post check '{"arena":"path:5","rounds":1,"players":["human","champion"]}'
matches 'read-only: no engine can play' "$out" '*"human","can_play":true}*"can_play":false,"why":"this server is read-only*'
post score '{"arena":"path:5","white":[0]}'
is 'read-only: quick questions are answered' "$code" 200
post board '{"text":"0 1"}'
is 'read-only: boards are refused' "$code" 403
post shared/begin '{"arena":"path:5","rounds":1}'
is 'read-only: shared games are refused' "$code" 403
post jobs '{"call":"solve","with":{"arena":"path:5","rounds":1}}'
is 'read-only: jobs are refused' "$code" 403
stop
finish
