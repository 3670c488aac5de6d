#!/bin/sh
# verify.sh - certificates: written by solve, checked by verify, refused if they were changed.
. "$(dirname "$0")/lib/tap.sh"

run demesne solve path:5 --rounds 1 --certificate p.jsonl --json
status_is 'a certificate' 0
is 'its size' "$(field value certificate positions)" '1 "p.jsonl" 6'
run demesne verify p.jsonl --json
status_is 'verify' 0
is 'fields and their order' "$(field)" 'arena vertices edges ties seconds question rounds per_turn lower upper value proofs verified valid'
is 'the game that was proven' "$(field arena question rounds per_turn | tr '\n' ' ')" '"path:5" "solve" 1 1 '
is 'the value proven' "$(field lower upper value verified)" '1 1 1 true'
is 'the proofs' "$(field proofs)" '[{"side":"white","bound":1,"positions":1,"ends":4},{"side":"black","bound":1,"positions":5,"ends":5}]'
run demesne verify p.jsonl
matches 'as text' "$out" '*keeps at least 1: *keeps at most 1: *verified  *yes*'

# every solved value can be proven
while read -r options; do
    # shellcheck disable=SC2086 # words of a command line
    run demesne solve $options --certificate c.jsonl --json
    value=$(field value)
    run demesne verify c.jsonl --json
    is "$options" "$(field value)" "$value"
done <<'END'
path:9 --rounds 3
tree:2,3 --rounds 2
grid:3x4 --rounds 3 --ties white
cycle:8 --rounds 2 --per-turn 2 --ties earlier
euclid:8 --rounds 2
star:7 --rounds 3 --white 1 --black 0
path:9 --rounds 2 --black 4 --to-move white
path:9 --rounds 2 --white 0,2 --black 5,7
END
run demesne solve tree:4,2 --rounds 1 --outcome --certificate c.jsonl --json
run demesne verify c.jsonl --json
is 'an outcome needs only the proof of the winner' "$(field upper value | tr '\n' ' ')" 'absent absent '
[ "$(field lower)" -gt 0 ]
report $? 'and White wins'
printf '0 1 0.5\n1 2 1.5\n2 3 1\n' >roads.edges
run demesne solve roads.edges --rounds 1 --certificate c.jsonl --json
rm roads.edges
run demesne verify c.jsonl --json
is 'a board from a file is stored in full' "$(field arena verified)" '"roads.edges" true'

# bad input
run demesne solve grid:5x5 --rounds 6 --certificate big.jsonl
status_is 'a certificate that is too large' 1
matches 'the message has both numbers, before any work' "$err" '*may need 6.59e+07 positions; the limit is 1000000*--certificate-limit*'
[ ! -e big.jsonl ]
report $? 'nothing was written'
run demesne solve grid:3x3 --rounds 2 --certificate c.jsonl --certificate-limit 10
status_is 'a lower limit' 1
sed 's/"bound":1,"positions":1}/"bound":2,"positions":1}/' p.jsonl >forged.jsonl
run demesne verify forged.jsonl
status_is 'a forged bound' 1
matches 'the message says where it fails' "$err" 'demesne: error: forged.jsonl: at White 2, Black *at least 2 was claimed*'
is 'nothing on stdout' "$out" ''
head -n 5 p.jsonl >cut.jsonl
run demesne verify cut.jsonl --json
status_is 'a truncated certificate' 1
matches 'the message says where' "$err" 'demesne: error: cut.jsonl:5: *'
# games so large that trying every choice call by call would need more stack than there is
head=$(demesne solve path:5 --rounds 1 --certificate /dev/stdout --quiet --json | head -n 1)
sized() { # BOARD FINGERPRINT TURNS: a certificate without positions
    printf '%s\n{"side":"black","bound":1,"positions":0}\n' "$head" |
        sed "s/path:5/$1/; s/\"fingerprint\":\"[0-9a-f]*\"/\"fingerprint\":\"$2\"/; s/\"turns\":.*,\"moves\"/\"turns\":[$3],\"moves\"/; s/\"strategies\":2/\"strategies\":1/"
}
sized path:400000 e590762c1bab0590 '["white",200000],["black",1]' >wide.jsonl
run demesne verify wide.jsonl --time 1
matches 'a turn of very many stones' "$status $err" '[13] *'
sized path:5 "$(printf %s "$head" | sed 's/.*"fingerprint":"//; s/".*//')" '["white",1],["black",1]' >empty.jsonl
run demesne verify empty.jsonl
matches 'a proof without positions' "$status $err" '1 demesne: error: empty.jsonl: at White 0, Black: there is no answer'
run demesne verify /nosuch.jsonl
status_is 'no such file' 1
echo '{' >broken.jsonl
run demesne verify broken.jsonl
status_is 'a file that is no certificate' 1
run demesne solve path:5 --rounds 1 --certificate /nosuch/dir/c.jsonl
status_is 'a file that cannot be written' 1
printf 'DQc\nBw\n' >two.g6
run demesne solve two.g6 --rounds 1 --certificate c.jsonl
status_is 'one certificate cannot hold many boards' 2
run demesne solve grid:9x9 --rounds 12 --time 0.1 --certificate none.jsonl --certificate-limit 9000000000000000000 --json
status_is 'the limit has a maximum' 1
run demesne solve grid:5x5 --rounds 4 --time 0 --certificate none.jsonl --json
status_is 'out of time' 3
[ ! -e none.jsonl ]
report $? 'no certificate without a proof'
finish
