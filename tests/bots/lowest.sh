#!/bin/sh
# lowest.sh - a bot that takes the lowest free vertex.  With the word `crash` it writes to its
# standard error and ends when it should move.
taken=' '
while read -r command first rest; do
    answer='='
    case $command in
    '') continue ;;
    protocol_version) answer='= 1' ;;
    arena)
        lines=$((first + rest))
        while [ $lines -gt 0 ]; do
            read -r command
            lines=$((lines - 1))
        done
        ;;
    rules) taken=' ' ;;
    play) taken="$taken$rest " ;;
    genmove)
        if [ "${1-}" = crash ]; then
            printf 'before\nit \033[31mhurts\n' >&2
            kill -SEGV $$
        fi
        vertex=0
        while case $taken in *" $vertex "*) true ;; *) false ;; esac do
            vertex=$((vertex + 1))
        done
        taken="$taken$vertex "
        answer="= $vertex"
        ;;
    quit)
        printf '=\n\n'
        exit
        ;;
    esac
    printf '%s\n\n' "$answer"
done
