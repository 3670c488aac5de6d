#!/bin/bash
# completion.sh - the completion scripts and the manual page.
. "$(dirname "$0")/lib/tap.sh"

run demesne completion bash
status_is 'bash script' 0
printf '%s\n' "$out" >demesne.bash
ok 'bash accepts the script' bash -n demesne.bash
# shellcheck disable=SC1091
. ./demesne.bash
compopt() { :; }
complete_words() {
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _demesne
    printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' '
}
is 'a command' "$(complete_words demesne sc)" 'score '
is 'an option' "$(complete_words demesne score --wh)" '--white '
is 'a common option' "$(complete_words demesne score --js)" '--json '
is 'a tie rule' "$(complete_words demesne score --ties e)" 'earlier '
is 'a player' "$(complete_words demesne play --white gr)" 'greedy '
is 'a family' "$(complete_words demesne score gri)" 'grid: '
is 'a word' "$(complete_words demesne completion z)" 'zsh '
is 'an option with two words' "$(complete_words demesne solve path:5 --per)" '--per-turn '
is 'nothing after an option that takes a number' "$(complete_words demesne solve path:5 --rounds '')" ' '
touch board.edges
matches 'a file' "$(complete_words demesne score boa)" '*board.edges*'
matches 'a file after an option' "$(complete_words demesne score path:5 --values boa)" '*board.edges*'
run demesne completion zsh
status_is 'zsh script' 0
matches 'zsh script' "$out" '#compdef demesne*completion words*'
if command -v zsh >/dev/null; then
    printf '%s\n' "$out" >_demesne
    ok 'zsh accepts the script' zsh -n _demesne
fi
run demesne completion fish
status_is 'fish script' 0
matches 'fish script' "$out" '*complete -c demesne*'
if command -v fish >/dev/null; then
    printf '%s\n' "$out" >demesne.fish
    ok 'fish accepts the script' fish -n demesne.fish
fi
run demesne completion csh
status_is 'an unknown shell' 2
run demesne man
status_is 'manual page' 0
matches 'manual page' "$out" '.TH DEMESNE 1 *.SH COMMANDS*score*.SH EXIT STATUS*'
if command -v groff >/dev/null; then
    printf '%s\n' "$out" >demesne.1
    is 'roff reports no error' "$(groff -man -Tascii -ww demesne.1 2>&1 >/dev/null)" ''
fi
finish
