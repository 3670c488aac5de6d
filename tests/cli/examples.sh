#!/bin/sh
# examples.sh - runs the examples of all helps, compares their output with tests/golden/help/, and
# runs examples/.
#
# GOLDEN=write tests/cli/examples.sh rewrites the golden files; check the difference.
. "$(dirname "$0")/lib/tap.sh"
golden=$here/../golden/help
[ "${GOLDEN:-}" = write ] && mkdir -p "$golden"

# Removes what may change from run to run: seconds, nodes, the method, which best line is found.
steady() {
    sed -E 's/seconds":[-+.e0-9]+/seconds":0/g; s/"(nodes|replies|candidates)":[0-9]+/"\1":0/g; s/"line":\[[^"]*\]/"line":[]/
        s/better [0-9,]+/better ../; s/"method":"[a-z]+"/"method":""/; s/^(  method +)[a-z]+/\1../
        s/^(  (nodes|replies|candidates) +)[0-9]+/\10/; s/^(  line +).*/\1../; s/^(  positions +)[0-9]+/\10/
        s/^(  speed +).*/\1../
        s/[0-9]+ positions, [0-9]+ ends/0 positions, 0 ends/'
}

# Of replies, openings and games in the plane, which are found with doubles: where sites are, and exact areas, but for
# their first digits.
rough() {
    case $1 in
    'demesne plane '[rlp]*)
        sed -E "/^demesne: .* [0-9.]+k?\/s/d; s/^(  (new sites|best answer|White's sites|value)? +)[-0-9].*/\1../; s/[-0-9]+\/[0-9]+/../g
            s/[-0-9]*\.+ \([0-9]+ characters\)/../; s/([0-9]\.[0-9]{3})[0-9]*(e-[0-9]+)?/\1/g"
        ;;
    *) cat ;;
    esac
}

# The name of an example's golden file: its words with dashes.
slug() {
    printf '%s' "$1" | sed -E 's/^demesne //; s/[^A-Za-z0-9]+/-/g'
}

cp "$here"/../../examples/formulas/* "$here"/../../examples/levels/*.json "$here"/../../examples/market/* "$here"/../../examples/plane/* .
cp "$(dirname "$program")/tests/nasty" player.py # a right program; kits.sh has the one in Python, which starts slowly
demesne play cycle:12 --rounds 2 --per-turn 2 --white random --black greedy --record g.json >/dev/null
echo 'greedy vs random' >pairs.txt
commands=$(demesne -h | sed -n '/^Commands/,$s/^  \([a-z]*\) .*/\1/p')
for command in $commands; do
    case $command in
    bench | demo | completion | man | serve) continue ;; # timings, pictures, long texts, no end: tested elsewhere
    esac
    # of the command and of its subcommands
    for verb in '' $(demesne "$command" --help | sed -n "s/^  $command \([a-z]*\) .*/\1/p"); do
        demesne "$command" ${verb:+"$verb"} --help | sed -n '/^Example/,/^$/s/^  //p'
    done | awk '!seen[$0]++' >list
    while read -r line; do
        out=$(PATH=$(dirname "$program"):$PATH sh -c "$line" 2>&1 </dev/null)
        is "$line (status)" $? 0
        file=$golden/$(slug "$line").txt
        if [ "${GOLDEN:-}" = write ]; then
            printf '%s\n' "$out" | steady | rough "$line" >"$file"
        fi
        is "$line" "$(printf '%s\n' "$out" | steady | rough "$line")" "$(cat "$file" 2>&1)"
    done <list
done

example=$(dirname "$program")/examples/score
run "$example" path:5
status_is 'examples/score' 0
is 'examples/score' "$out" 'path:5: White 2, Black 2, tied 1
WW.BB'
run "$example" nosuch:5
status_is 'examples/score on a bad board' 1
finish
