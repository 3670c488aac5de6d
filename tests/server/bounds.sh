#!/bin/sh
# bounds.sh - small requests that ask for much work: memory and time stay bounded.
. "$(dirname "$0")/../cli/lib/tap.sh"
. "$here/lib/server.sh"
# Megabytes; a sanitizer takes more.  There the questions are only as large as the limits need, because memory
# is measured with the release build.
few=300 values=4000000 depth=500000 lines=200000 jobs=12 wide=300000
grep -qE '__(a|t)san_init' "$program" && few=100000 values=1100000 depth=50000 lines=20000 jobs=3 wide=30000

# again TEXT COUNT: repeats a text.
again() {
    awk -v text="$1" -v count="$2" 'BEGIN {
        for (; count > 0; count = int(count / 2)) {
            if (count % 2) all = all text
            text = text text
        }
        printf "%s", all
    }'
}

# large NAME: posts the file body, which may be larger than an argument can be.
large() {
    {
        printf 'POST /api/%s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n' "$1" "$port"
        printf 'Content-Type: application/json\r\nContent-Length: %s\r\n\r\n' "$(wc -c <body)"
        cat body
    } | "$tools/ask" "$port" raw >answer
    read_answer
}

# tells NAME CODE TEXT: the answer had this code and reason.
tells() {
    is "$1" "$code" "$2"
    matches "$1: says why" "$out" "{\"error\":\"*$3*\"}"
}

start
for value in '[]' '{}' 1; do
    { printf '{"arena":"path:5","white":['; again "$value," $values; printf '1]}'; } >body
    large score
    tells "a list of $values $value" 413 'too many values'
done
{ printf '{"arena":"path:5","white":'; again '[' $depth; } >body
large score
tells 'nested lists' 400 'depth'
for number in 99999999999999999999 1e999 -1 1.5 '"1"'; do
    post score "{\"arena\":\"path:5\",\"seed\":$number}"
    is "seed $number" "$code" 400
done

# Boards.
{ printf '{"text":"p edge 400000000 0\\n'; again 'c ................................\\n' $lines; printf '"}'; } >body
large board
tells 'many vertices declared in a long file' 413 'at most 250000'
{ printf '{"text":"{\\"vertices\\":['; again '{},' $values; printf '{}],\\"edges\\":[]}"}'; } >body
large board
tells 'JSON within JSON' 413 'too many values'
{ printf '{"format":"graph6","text":"~?_s'; again '~' 367325; printf '"}'; } >body
large board
tells 'a dense graph6 board' 413 'more than 2000000 edges'
{ printf '{"format":"edges","text":"'; again '0 1\\n' 2000001; printf '"}'; } >body
large board
tells 'an edge repeated many times' 413 'more than 2000000 edges'
{ printf '{"format":"graphml","text":"'; again '<a>' $depth; printf '"}'; } >body
large board
tells 'nested elements' 400 '64 deep'
post board '{"format":"graphml","text":"<!DOCTYPE g [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><graphml/>"}'
tells 'an entity' 400 'not supported'
post game '{"record":{"demesne":"game","version":1,"arena":"x","board":{"vertices":2000000000,"edges":[]}}}'
tells 'a record with a huge board' 413 'at most 250000'
{ printf '{"level":"{\\"vertices\\":['; again '{},' $values; printf '{}]}"}'; } >body
large lines/score
tells 'a level as a text' 413 'too many values'
{ printf '{"arena":"circle","stones":100,"moves":"0,1/'; again 7 100000; printf '"}'; } >body
large interval/play
tells 'a long fraction' 413 'letters'

# Jobs.
for call in 'solve|"rounds":2' 'moves|"rounds":2' 'lead|"count":2' 'review|"rounds":2,"moves":[[1]]' \
    'move|"rounds":2,"moves":[[1]],"player":"solver"'; do
    job "${call%%|*}" "{\"arena\":\"grid:70x70\",${call#*|}}"
    matches "${call%%|*} on a large board" "$(word error)" '*boards of at most 4000 vertices*'
done
for wish in '"time":1e18' '"time":-1' '"threads":9999' '"per_turn":99999999999'; do
    job solve "{\"arena\":\"path:5\",\"rounds\":1,$wish}"
    is "solve with $wish" "$state" failed
done
job solve '{"arena":"grid:60x60","rounds":9,"time":1}'
is 'the time limit holds on a large board' "$state" stopped
for _ in $(seq $jobs); do
    { printf '{"call":"solve","with":{"arena":"path:5","rounds":1,"white":['; again '[],' $wide; printf '1]}}'; } >body
    large jobs
done
is 'many large jobs' "$code" 200

# Games between two people keep the tables of their boards.
for seed in $([ "$few" -gt 300 ] || seq 40); do # a sanitizer takes too long
    post shared/begin "{\"arena\":\"geometric:1500,6\",\"seed\":$seed,\"rounds\":2}"
    [ "$code" = 200 ] || break
    job move "{\"arena\":\"geometric:1500,6\",\"seed\":$seed,\"rounds\":2,\"moves\":[],\"player\":\"expectation\"}"
done
[ "$few" -gt 300 ] || tells 'many large games between people' 429 'too many games are shared'

peak=$(($(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$pid/status") / 1024))
ok "memory stayed small ($peak MB)" [ "$peak" -lt "$few" ]
post score '{"arena":"path:5","white":[0],"black":[4]}'
is 'the next good question is answered' "$(field owner)" '"WW.BB"'
stop
status_is 'the server ends' 0
is 'no error on stderr' "$(cat serve.err)" ''

# Read-only: no endpoint stores anything or starts work.
start --read-only
ask GET /api/info
for endpoint in $(printf '%s' "$out" | sed 's/.*"endpoints"://' | grep -o '"name":"[a-z/]*"' | cut -d'"' -f4) jobs; do
    for method in POST PUT DELETE; do
        ask $method "/api/$endpoint" '{"text":"0 1","call":"solve","with":{"arena":"path:5","rounds":1}}'
        matches "read-only: $method $endpoint" "$code" '40[0345]'
    done
done
stop
finish
