#!/bin/sh
# programs.sh - outside programs with names: the table, versions, faults that are kept,
# disqualification.
. "$(dirname "$0")/lib/tap.sh"
board='--arena gnp:9,0.3 --rounds 2 --quiet'
small="$board --games 4"
# row_of NAME: the end of a player's row in `ratings`.
row_of() {
    printf '%s\n' "$out" | tail -n 1 | "$json_lines" ratings | sed "s/.*\"player\":\"$1\"//; s/,{\"player.*//"
}
# rows KEY..: those fields of the pairings.
rows() {
    printf '%s\n' "$out" | sed '$d' | "$json_lines" "$@" | tr '\n' ' '
}

mkdir -p class/ann class/ben class/zed elsewhere
for name in ann ben zed; do cp "$here/../bots/lowest.sh" class/$name/bot.sh; done
printf '\357\273\277name,command\r\n"Ann, the first",sh ann/bot.sh\r\n\r\n# no more\r\nBen,"cmd:sh ben/bot.sh"\r\n' >class/players.csv

cd elsewhere || exit 1
# shellcheck disable=SC2086 # the words of $small are meant to split
run demesne tournament --players greedy --players-file ../class/players.csv $small --json --db ../c.db
cd ..
status_is 'programs with names' 0
is 'names, not commands' "$(rows first second games first_faults second_faults)" \
    '"greedy" "Ann, the first" 4 0 0 "greedy" "Ben" 4 0 0 "Ann, the first" "Ben" 4 0 0 '
matches 'versions' "$(row_of Ben)" '*"faults":0,"faulty_games":0,"version":"[0-9a-f]*[0-9a-f]","fault_kinds":{},"disqualified":false}*'
# shellcheck disable=SC2086
run demesne tournament --players-file class/players.csv $small
matches 'names in the tables' "$out" '*1  *Ann, the first *1  Ann, the first - Ben *'
printf 'Ben vs Ann, the first\n' >pairs.txt
# shellcheck disable=SC2086
run demesne tournament --players-file class/players.csv --pairs pairs.txt $small --json --list list.csv --game 1,1 --record game.json
status_is 'pairs name them' 0
matches 'a list' "$(sed -n 2p list.csv)" '1,1,Ben,"Ann, the first",*'
run demesne replay game.json --json
is 'a record' "$(field players)" '["Ben","Ann, the first"]'
printf 'Ben vs Carl\n' >pairs.txt
# shellcheck disable=SC2086
run demesne tournament --players-file class/players.csv --pairs pairs.txt $small
matches 'an unknown one' "$err" '*pairs.txt:1: Carl is not among the players'

again() {
    # shellcheck disable=SC2086
    run demesne tournament --players greedy --players-file class/players.csv $board --json --db c.db --games "$@"
}
again 4
is 'nothing is played twice' "$(rows played_now)" '0 0 0 '
mkdir class/ann/__pycache__
echo x >class/ann/__pycache__/bot.pyc
echo x >class/ann/.hidden
touch class/ben/bot.sh
echo x >class/note.txt
again 4
is 'other files are no change' "$(rows played_now)" '0 0 0 '
echo '# better now' >class/ann/part.sh
again 6 --only-new
is 'a changed program is new' "$(rows first second games played_now)" \
    '"greedy" "Ann, the first" 6 6 "greedy" "Ben" 4 0 "Ann, the first" "Ben" 6 6 '
again 6 --only-new
is 'now nobody is new' "$(rows played_now)" '0 0 0 '
rm class/ann/part.sh
again 4
is 'the old version is known again' "$(rows games played_now)" '4 0 4 0 4 0 '

echo 'Zed,sh zed/bot.sh crash' >>class/players.csv
again 4
is 'a fault loses the turn' "$(printf '%s\n' "$out" | sed -n 3p | "$json_lines" first second second_faults)" '"greedy" "Zed" 8'
matches 'how and why' "$(printf '%s\n' "$out" | sed -n 3p | "$json_lines" faults)" \
    '\[{"turn":2,"side":"black","kind":"crash","detail":"SIGSEGV *genmove","stderr":"before\\nit \\\\x1b\[31mhurts","game":1,"player":"Zed"},*'
matches 'in all' "$(row_of Zed)" '*"faults":24,"faulty_games":12,*"fault_kinds":{"crash":24},"disqualified":false}*'
# shellcheck disable=SC2086
run demesne tournament --players greedy --players-file class/players.csv $small --db c.db --disqualify 12
matches 'a summary' "$out" '*Zed lost 24 turns in 12 games by faults: crash 24; disqualified'
# shellcheck disable=SC2086
run demesne tournament --players greedy --players-file class/players.csv $small --disqualify 3 --db d.db
matches 'disqualified' "$out" '*Zed lost 6 turns in 3 games by faults: crash 6; disqualified'
matches 'games so far count, others are not played' "$out" '*greedy - Zed *2  *Ann, the first - Zed *1  *Ben - Zed *0  *'
# shellcheck disable=SC2086
run demesne tournament --players greedy --players-file class/players.csv $small --db d.db --json
is 'without the rule they are played' "$(printf '%s\n' "$out" | sed -n 6p | "$json_lines" second games played_now)" '"Zed" 4 4'

printf 'name,command\nAnn,sh ann/bot.sh\nLost,./nosuch/bot\n' >class/lost.csv
# shellcheck disable=SC2086
run demesne tournament --players greedy --players-file class/lost.csv $small --db lost.db --json
status_is 'a program that cannot start' 1
matches 'it is named before the first game' "$out$err" 'demesne: error: Lost: cmd:./nosuch/bot cannot start: the program is missing*'
run demesne play path:9 --rounds 1 --white greedy --black cmd:./nosuch
status_is 'in play, too' 1
matches 'why' "$out$err" 'demesne: error: cmd:./nosuch cannot start: the program is missing*'
run demesne play path:9 --rounds 1 --white "cmd:sh class/zed/bot.sh crash" --black greedy
matches 'play shows what it wrote' "$out" '  1. White loses the turn (crash): SIGSEGV*
       | before
       | it \\x1b\[31mhurts
  2. Black *'
run demesne play path:9 --rounds 1 --white "cmd:sh class/zed/bot.sh crash" --black greedy --json
matches 'and in JSON' "$(field faults)" '\[{"turn":1,"side":"white","kind":"crash","detail":"SIGSEGV*","stderr":"before\\nit \\\\x1b\[31mhurts"}\]'

bad_table() {
    printf "$2" >class/bad.csv
    # shellcheck disable=SC2086
    run demesne tournament --players greedy --players-file class/bad.csv $small
    status_is "refused: $1" 1
    matches "explained: $1" "$err" "demesne: error: class/bad.csv$3"
}
bad_table 'an empty table' '' ': an empty table; expected the columns name,command'
bad_table 'no header' 'Ann,sh a.sh\n' ':1: no column "name"; the first line must be name,command'
bad_table 'no commands' 'name,program\nAnn,sh a.sh\n' ':1: no column "command"*'
bad_table 'no rows' 'name,command\n\n' ': no player*'
bad_table 'a name twice' 'name,command\nAnn,sh a.sh\n\nAnn,sh b.sh\n' ':4: the name Ann is there twice, first in line 2'
bad_table 'too many cells' 'name,command\nAnn,sh a.sh, 1\n' ':2: 3 cells in this row; expected 2*'
bad_table 'too few cells' 'name,command\nAnn\n' ':2: 1 cells*'
bad_table 'no name' 'name,command\n,sh a.sh\n' ':2: a player without a name'
bad_table 'no command' 'name,command\nAnn,cmd: \n' ':2: Ann has no command'
bad_table 'an open quote' 'name,command\nAnn,"sh\n' ':2: a quote is not closed*'
bad_table 'not UTF-8' 'name,command\nAnn\377,sh\n' ':2: the name is not clean UTF-8*'
printf 'name,command\ngreedy,sh ann/bot.sh\n' >class/bad.csv
# shellcheck disable=SC2086
run demesne tournament --players random --players-file class/bad.csv $small
matches 'a name that is taken' "$err" '*greedy names a player already*'
# shellcheck disable=SC2086
run demesne tournament --players random --players-file class/none.csv $small
status_is 'no table' 1
matches 'no table: why' "$err" '*class/none.csv: cannot be opened*'
# shellcheck disable=SC2086
run demesne tournament --players greedy,random $small --only-new --system swiss
status_is 'only-new is for a round robin' 2
finish
