#!/bin/sh
# options.sh - the command line itself: help, spelling, values, exit statuses.
. "$(dirname "$0")/lib/tap.sh"

run demesne --version
status_is 'version' 0
matches 'the version has the name of the tool' "$out" 'demesne 0.*'

run demesne
status_is 'no command' 2
is 'no command prints nothing on stdout' "$out" ''
matches 'no command shows help' "$err" '*Usage: demesne COMMAND*'

run demesne -h
status_is 'short help' 0
matches 'short help begins with what it is and an example' "$out" \
    '*Examples:*demesne score*Usage:*Commands:*score*play*'
short=$(printf '%s\n' "$out" | wc -l)
run demesne --help
status_is 'full help' 0
matches 'full help lists families, formats, players, options, statuses' "$out" \
    '*grid:15x15*.gr*greedy*--seed S*Exit status*'
[ "$(printf '%s\n' "$out" | wc -l)" -gt "$short" ]
report $? 'full help is longer'
ok 'help fits a terminal' test "$(printf '%s\n' "$out" | awk 'length > 100' | wc -l)" -eq 0

commands() {
    demesne -h | sed -n '/^Commands/,/^$/s/^  \([a-z]*\) .*/\1/p'
}
# Includes the subcommands.
whole_commands() {
    for command in $(commands); do
        own=$(demesne "$command" -h | sed -n "/^Commands/,/^\$/s/^  $command \\([a-z]*\\) .*/$command:\\1/p")
        printf '%s\n' "${own:-$command}"
    done
}
for whole in $(whole_commands); do
    command=$(printf %s "$whole" | tr : ' ')
    # shellcheck disable=SC2086 # the words are meant to split
    run demesne $command -h
    status_is "$command -h" 0
    matches "$command -h: an example, then usage" "$out" "Example*demesne $command*Usage: demesne $command*"
    # shellcheck disable=SC2086
    run demesne $command --help
    status_is "$command --help" 0
    help=$out
    case $command in serve | demo | bench | work) continue ;; esac # these would begin
    for option in '--ties neutral' '--values f.csv' '--customers f.csv' '--snap-limit 5' '--part 0/2' --directed \
        '--profile foot' '--measure metres' --largest --undirected '--direction to-site'; do
        # as many operands as the command may have; a missing option is asked for only after this check
        # shellcheck disable=SC2086
        takes=yes
        for operands in '' x.none 'x.none y.none'; do
            run timeout 5 "$program" $command $operands $option </dev/null
            case $err in *"does not use ${option%% *}"* | *"has no option ${option%% *}"*) takes=no ;; esac
        done
        case $help in *"${option%% *} "* | *"${option%% *}
"*) listed=yes ;; *) listed=no ;; esac
        [ $takes = $listed ] || echo "$command ${option%% *}: taken $takes, listed $listed"
    done >wrong
    ok "$command --help lists the options that it takes" test ! -s wrong
    sed 's/^/# /' wrong
    ok "$command --help fits a terminal" test "$(printf '%s\n' "$out" | awk 'length > 100' | wc -l)" -eq 0
done

run demesne help score
is 'help COMMAND is COMMAND --help' "$out" "$(demesne score --help)"
run demesne help scor
status_is 'help on an unknown command' 2

run demesne scroe
status_is 'unknown command' 2
is 'an unknown command: the nearest is suggested' "$err" \
    "demesne: error: demesne has no command 'scroe'; did you mean 'score'?"
run demesne frobnicate
status_is 'a command unlike all others' 2
matches 'a command unlike all others: the message points to the help' "$err" '*demesne -h*'
run demesne score path:5 --wite 0
status_is 'unknown option' 2
is 'an unknown option: the nearest is suggested' "$err" \
    'demesne: error: score has no option --wite; did you mean --white?'
run demesne score path:5 -x
status_is 'unknown letter' 2
run demesne --json score path:5
status_is 'option before the command' 2

run demesne score
status_is 'missing board' 2
run demesne score path:5 path:6
status_is 'two boards' 2
run demesne play path:5 --white random --black random
status_is 'missing required option' 2
matches 'missing required option is named' "$err" '*--rounds*'
run demesne score path:5 --white
status_is 'option without value' 2
run demesne score path:5 --json=yes
status_is 'flag with value' 2
for bad in '--seed x' '--seed -1' '--seed 99999999999999999999' '--threads 0' '--threads two' \
    '--time -1' '--time soon' '--time nan' '--ties nobody' '--seed='; do
    # shellcheck disable=SC2086 # the words are meant to split
    run demesne score path:5 $bad
    status_is "bad value: $bad" 2
    matches "bad value is explained: $bad" "$err" 'demesne: error: --*expected*'
done

run demesne score --white=0 path:5 --black 4 --json
one=$(field white black value owner)
run demesne score --json -- path:5 --white 0
status_is 'after -- all words are operands' 2
run demesne score --json --black=4 --white 0 -- path:5
is 'both spellings, any order' "$(field white black value owner)" "$one"
is 'and the same answer' "$one" '[0] [4] 0 "WW.BB"'
run demesne score path:5 --white 1 --white 0 --black 4 --json
status_is 'an option given twice' 2
is 'an option given twice is named' "$err" 'demesne: error: --white is given twice'

for pair in 'slove solve' 'arean arena' 'tournment tournament'; do
    run demesne "${pair% *}"
    matches "${pair% *}: nearest command" "$err" "*did you mean '${pair#* }'?"
done
for pair in 'tie ties' 'thraeds threads' 'whte white'; do
    run demesne score path:5 --"${pair% *}" 1
    matches "--${pair% *}: nearest option" "$err" "*did you mean --${pair#* }?"
done
run demesne score path:5 --budget 1
is 'no suggestion for an option unlike all others' "$err" \
    "demesne: error: score has no option --budget; 'demesne score -h' lists them"
run demesne score path:5 --ties nuetral
matches 'nearest choice' "$err" '*expected one of*did you mean neutral?'
run demesne score paht:5
is 'nearest family' "$err" 'demesne: error: no file or board family "paht:5"; did you mean path:5?'
run demesne play path:5 --rounds 1 --white gredy --black random
is 'nearest player' "$err" "demesne: error: unknown player 'gredy'; did you mean greedy?"
run demesne play path:5 --rounds 1 --white minimax:dept=2 --black random
is 'nearest parameter' "$err" "demesne: error: unknown minimax parameter 'dept'; did you mean depth?"
run demesne tournament --preset coby --players random,greedy --games 2
matches 'nearest preset' "$err" '*did you mean colby?'
printf '{"vertices":[{"name":"Bergen"},{"name":"Oslo"}],"edges":[[0,1]]}' >towns.json
run demesne score towns.json --white Olso
is 'nearest vertex name' "$err" \
    "demesne: error: --white: no vertex is named 'Olso'; did you mean 'Oslo'?"
run demesne score
is 'a missing operand is named' "$err" 'demesne: error: score: ARENA is missing'

run sh -c "'$program' score path:5 --json >/dev/full"
status_is 'full disk' 4
is 'full disk: one message' "$(printf '%s\n' "$err" | wc -l)" 1
run sh -c "'$program' --help >/dev/full"
status_is 'help on a full disk' 4
run sh -c "'$program' score path:5 --json | true; echo"
is 'closed pipe is quiet' "$err" ''
run sh -c "'$program' score path:2000000 --json | head -c 9"
is 'closed pipe in mid-answer is quiet' "$out$err" '{"arena":'
finish
