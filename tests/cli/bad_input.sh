#!/bin/sh
# bad_input.sh - every file of tests/bad through the tool: its message on standard error,
# nothing on standard output but the good boards before it, status 1, little memory.  With
# sanitizers, which start slowly, one file of each ending: test_bad_input reads all of them.
. "$(dirname "$0")/lib/tap.sh"
cd "$here/../bad" || exit 1
tab=$(printf '\t')

# Sanitizers reserve address space, so memory is limited only in plain builds.
files=all
case $program in *asan* | *tsan*) files=${DEMESNE_LONG:-one} ;; *) ulimit -v 1000000 ;; esac

# The lines of expected.txt: all, or the first of each ending and those that the loop below treats alone.
wanted() {
    awk -F '\t' -v files=$files '{
        ending = $1
        sub(/^[^.]*/, "", ending)
        sub(/.*nodes\.csv$/, "nodes.csv", ending)
        if (files != "one" || !seen[ending]++ || $1 ~ /^(neither\.csv|empty\.g6)$/) print
    }' expected.txt
}

board=$work/board.gml
id=0
for name in Alton Beech Cray Deal Ely; do
    echo "node [ id $id label \"$name\" ]"
    id=$((id + 1))
done | sed '1s/^/graph [ /; $s/$/ ]/' >"$board"

wanted >"$work/wanted"
while IFS=$tab read -r file message; do
    case $file in
    *nodes.csv | *edges.csv | neither.csv) run demesne arena "$file" ;;
    *.csv) run demesne arena path:5 --values "$file" ;;
    *.sites) run demesne reply "$board" --white "" --count 1 --candidates "$file" ;;
    *.places) run demesne score "$board" --white 0 --customers "$file" ;;
    *.cnf) run demesne reduce sat "$file" ;;
    *.dnf) run demesne reduce dnf "$file" ;;
    *.points | *.table) run demesne arena "${file##*.}:$file" ;;
    *.level) run demesne lines score "$file" ;;
    *.board) run demesne arena "$file" --quiet ;; # without the notes kept in it
    *) run demesne arena "$file" ;;
    esac
    case $file in
    empty.g6) is "$file is a stream without boards" "$status$out$err" 0 ;;
    *.[gs]6) is "$file" "$status ${err#*: error: board [0-9]: }" "1 $message" ;;
    *) is "$file" "$status$out $err" "1 demesne: error: $message" ;;
    esac
done <"$work/wanted"

run demesne arena second-is-bad.g6 --json
status_is 'a stream with a bad board ends with status 1' 1
is 'the bad board has an error object' \
    "$(printf '%s\n' "$out" | sed -n 's/^{"error":.*"board":1.*/found/p')" found

# standard files that the caller closed: their numbers are not those of files that are written
demesne arena path:5 --to "$work/kept.edges" --quiet >&- 2>"$work/closed"
status=$?
is 'a closed standard output is an error' "$status $(cat "$work/closed")" '4 demesne: error: standard output: Bad file descriptor'
is 'and nothing is printed into the file' "$(head -n 1 "$work/kept.edges")" 'vertices 5'
# A small packed file that fills the memory.
{
    printf '{"vertices":4,"edges":[[0,1]],"title":"'
    head -c 80000000 /dev/zero | tr '\0' a
    printf '"}'
} | gzip -1 >"$work/bomb.json.gz"
run demesne arena "$work/bomb.json.gz"
matches 'packed data that grows beyond measure' "$status $err" '1 *bomb.json.gz: it unpacks to more than 100 times its size*'
finish
