#!/bin/sh
# bot_check.sh - `demesne bot --check`: right programs pass, and every usual mistake is named with a hint and the lines
# that were sent and answered.
. "$(dirname "$0")/lib/tap.sh"
nasty=$(dirname "$program")/tests/nasty

# check WAY OPTION..
check() {
    way=$1
    shift
    run demesne bot --check "cmd:$nasty $way" --move-time 500 --warm-up 1500 "$@"
}

# wrong WAY MESSAGE HINT: a bot with this mistake is found.  The answers of a program are the same without a sandbox,
# which takes twice as long to start; the long mode has it.
wrong() {
    if [ -n "${DEMESNE_LONG:-}" ]; then check "$1"; else check "$1" --sandbox none; fi
    status_is "$1" 1
    matches "$1 is named" "$out" "*$2*"
    # a hint may be broken into lines anywhere
    matches "$1 has a hint" "$(printf '%s' "$out" | tr -s ' \n' ' ')" "*$3*"
}

check good
status_is 'a right program' 0
matches 'all is right' "$out" '*
All 29 checks are right.'
is 'there is one line per check' "$(printf '%s\n' "$out" | grep -c '^ok ')" 29
run demesne bot --check "cmd:$nasty good" --quiet --sandbox none
is '--quiet tells the result only' "$out" 'All 29 checks are right.'
run demesne bot --check "cmd:$program bot random" --sandbox none
status_is 'our own players are right' 0

wrong debug 'its answer to genmove white does not begin with =' 'write notes to standard error'
matches 'debug: the lines are shown' "$out" '*
          > genmove white
          < thinking about 8 vertices
          < = 0
*'
wrong buffer 'it answered protocol_version only after its input was closed' 'flush standard output after every answer'
matches 'buffer: the rest is left out' "$out" '*0 right, 1 wrong.
28 checks were left out*'
wrong one-based 'vertex' 'Vertices count from 0'
wrong outside 'the board has vertices 0 to 7, not 8' 'Vertices count from 0 to N - 1'
wrong crash 'it crashed (SIGABRT) before it answered genmove white' 'Its standard error may tell why'
loop=hang # no answer either, but no busy processor
[ -z "${DEMESNE_LONG:-}" ] || loop=loop
wrong $loop 'it did not answer genmove white within 0.5 s' 'endless loop'
matches 'loop: only three are waited for' "$out" '*4 right, 3 wrong.*'
wrong no-blank 'its answer to genmove white has no blank line after it' 'one more newline'
wrong no-end 'its answer to genmove white does not end' 'one more newline'
wrong forget 'it has already taken vertex 0 itself' 'genmove also places the stones'
wrong twice 'it wrote more than one answer to genmove white' 'Every answer is one line'
wrong many 'it gave 8 vertices for a turn of 1' 'The second number of `rules`'
wrong words 'expected vertices, found "here and there"' 'separated by blanks'
wrong bad-play 'it refused play' 'answered with = .'
wrong version 'it speaks version "2", not 1' 'Answer `= 1`'
wrong crash-start 'it ended with status 3 before it answered protocol_version' 'standard error'
wrong flood 'more than 65536 bytes' 'Every answer is one line'
wrong ignore-quit 'it still runs 2 s after quit' 'End the program after quit'

# A mistake that a fixed set of games finds only if the program forgets something.
cat >forgetful.sh <<'END'
# takes the lowest free vertices, but never frees those that undo takes back
while read -r command first second rest; do
    answer='='
    case $command in
    '') continue ;;
    protocol_version) answer='= 1' ;;
    arena) n=$first i=0 && while [ $i -lt $((first + second)) ]; do read -r line && i=$((i + 1)); done ;;
    rules) taken=' ' per_turn=$second ;;
    play) taken="$taken$second $rest " ;;
    genmove)
        v=0 count=0
        while [ $v -lt "$n" ] && [ $count -lt "$per_turn" ]; do
            case $taken in *" $v "*) ;; *) taken="$taken$v " answer="$answer $v" count=$((count + 1)) ;; esac
            v=$((v + 1))
        done
        ;;
    undo | time_left | name) ;;
    quit) exit ;;
    *) answer='? unknown command' ;;
    esac
    printf '%s\n\n' "$answer"
done
END
run demesne bot --check 'cmd:sh forgetful.sh' --quiet
status_is 'a program without undo' 1
is 'only undo is wrong' "$(printf '%s\n' "$out" | sed -n 's/^WRONG  \([a-z]*\) .*/\1/p' | tr '\n' ' ')" 'undo undo '

run demesne bot --check "cmd:echo one >&2; exit 5" --json
status_is 'JSON' 1
is 'JSON: numbers' "$(field right wrong left_out)" '0 1 28'
matches 'JSON: the transcript' "$out" '*"transcript":?"> protocol_version"?,"error_output":?"one"?*'
run demesne bot --check cmd:./nowhere
status_is 'a program that is missing' 1
matches 'the message says so' "$out" '*the program is missing*cmd:./player.py*> protocol_version
       Its standard error:*'
run demesne bot --check greedy
status_is 'a player of ours is not a program' 2
matches 'the message says what is expected' "$err" "*'greedy' is not a program; expected cmd:PROGRAM*"
finish
