#!/bin/sh
# kits.sh - the starter kits of examples/bots: the commands of their READMEs work in a copy, all kits play the same moves,
# and the players are short.
. "$(dirname "$0")/lib/tap.sh"
root=$(cd "$here/../.." && pwd)
mkdir "$work/bin"
ln -s "$program" "$work/bin/demesne"
PATH=$work/bin:$PATH
JAVA_TOOL_OPTIONS='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' # javac takes half as long
export PATH JAVA_TOOL_OPTIONS

# needs KIT: the program without which the kit cannot run.
needs() {
    case $1 in
    c) echo cc ;;
    java) echo javac ;;
    javascript) echo node ;;
    python) echo python3 ;;
    esac
}

# command_of KIT: what its README gives to cmd:.
command_of() {
    sed -n 's/.*--white "*cmd:\([^"]*\)"* --black.*/\1/p' "$1/README.md"
}

# moves_of KIT: of a few games with all tie rules, on boards with lengths, values and several parts.
moves_of() {
    player=cmd:$(command_of .)
    printf 'vertices 9\n0 1 3\n1 2 4\n2 0 5\n4 5 1000000000000\n5 6 1\n' >parts.edges
    printf '%s\n' 0,7 1,0 2,5 3,1 4,1000000000 5,3 6,2 7,2 8,2 >parts.csv
    for game in 'grid:5x5 --rounds 3 --per-turn 2 --ties earlier --black random' \
        'colby:30 --rounds 4 --ties white --black greedy' 'colby:30 --seed 2 --rounds 3 --ties black --black random' \
        'parts.edges --rounds 2 --values parts.csv --black greedy' 'path:40 --rounds 5 --black random'; do
        # shellcheck disable=SC2086 # words
        demesne play $game --white "$player" --quiet --json | "$json_lines" moves white_faults
    done
}

for kit in c python java javascript; do
    tool=$(needs $kit)
    cd "$work" || exit 1
    cp -R "$root/examples/bots/$kit" "$work/$kit"
    long=$(awk 'END { print (NR > 80) }' "$kit"/[Pp]layer.*)
    is "$kit: the player has at most 80 lines" "$long" 0
    if ! command -v "$tool" >/dev/null; then
        skip "$kit: the commands of its README" "there is no $tool"
        continue
    fi
    cd "$kit" || exit 1
    awk '/^```sh/ { inside = 1; next } /^```/ { inside = 0 } inside' README.md >commands
    while read -r line; do
        case $line in
        *' bot --check '*) run sh -c "$line --move-time 60000" ;; # a busy machine may need that
        *) run sh -c "$line" ;;
        esac
        status_is "$kit: $line" 0
        case $out in *'lost turns     White'*) report 1 "$kit: no turn is lost" ;; esac
    done <commands
    moves_of >moves
    is "$kit: five games without faults" "$(grep -c ' 0$' moves)" 5
    [ -f ../moves ] || cp moves ../moves
    is "$kit: the moves of all kits are the same" "$(cat moves)" "$(cat ../moves)"
done
finish
