#!/bin/sh
# reproduction.sh - every command in the tables of docs/REPRODUCTION.md runs, and prints what its row says.
#
# A row is | number | text | `command` | found |: the words in `this type` in the last column must be in the output, in
# which runs of spaces count as one.  A command ends with status 0, or with 1 if the row says "refused".
. "$(dirname "$0")/lib/tap.sh"
root=$(cd "$here/../.." && pwd)
page=$root/docs/REPRODUCTION.md
ln -s "$root/examples" "$root/docs" "$root/data" .
mkdir bin
ln -s "$program" bin/demesne
PATH=$PWD/bin:$PATH

# shows ROW: runs the command of the row and looks for its words.
shows() {
    command=$(printf '%s\n' "$1" | awk -F'|' '{ print $4 }' | tr -d '\140')
    found=$(printf '%s\n' "$1" | awk -F'|' '{ print $5 }')
    eval "timeout 120 $command" >output 2>&1 </dev/null
    status=$?
    case $found in *refused*) expected=1 ;; *) expected=0 ;; esac
    [ "$status" -eq "$expected" ] || { echo "status $status"; tail -n 3 output; return 1; }
    tr -s ' \n' ' ' <output >flat
    printf '%s\n' "$found" | grep -o '`[^`]*`' | tr -d '\140' | tr -s ' ' | while read -r words; do
        grep -qF -- "$words" flat || { echo "it does not print: $words"; exit 1; }
    done
}

grep -E '^\| [0-9]+ \|' "$page" >rows
is 'rows without a command' "$(grep -c '| – | not built yet |' rows)" 1
while IFS= read -r row; do
    ok "$(printf '%s\n' "$row" | awk -F'|' '{ gsub(/ +/, " "); print "row" $2 "-" $3 }')" shows "$row" </dev/null
done <<END
$(grep -v '| – | not built yet |' rows)
END
numbers=$(awk -F'|' '{ print $2 + 0 }' rows | tr '\n' ' ')
is 'rows are numbered from 1 on' "$numbers" "$(seq -s ' ' 1 "$(wc -l <rows)") "
finish
