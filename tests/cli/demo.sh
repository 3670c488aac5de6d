#!/bin/sh
# demo.sh - the guided tour: its commands work when pasted, and its page shows the pictures.
. "$(dirname "$0")/lib/tap.sh"

run demesne demo --quick --dir 'my demo'
status_is 'demo' 0
is 'nothing on stderr' "$err" ''
matches 'it ends with what to try next' "$out" '*my demo/index.html*What to try next:*play*human*'
case $out in
*"$(printf '\033')"*) report 1 'no colours where there is no terminal' ;;
*) report 0 'no colours where there is no terminal' ;;
esac
page='my demo/index.html'
pictures=$(sed -n 's/.*<img src="\([^"]*\)".*/\1/p' "$page")
[ "$(printf '%s\n' "$pictures" | wc -l)" -ge 4 ]
report $? 'the page has pictures'
for picture in $pictures; do
    ok "$picture is beside the page" test -s "my demo/$picture"
done
is 'the page loads nothing from the network' "$(grep -c 'https\?://' "$page")" 0

printf '%s\n' "$out" | sed -n 's/^\$ //p' >pasted
[ "$(wc -l <pasted)" -ge 8 ]
report $? 'it shows commands'
while read -r line; do
    run sh -c "$line" </dev/null
    status_is "pasted: ${line#"$program" }" 0
done <pasted
printf '%s\n' "$out" | sed -n '/^What to try next/,$s/^  //p' | grep -v -e human -e 'serve$' >pasted
while read -r line; do
    run sh -c "$line" </dev/null
    status_is "pasted: ${line#"$program" }" 0
done <pasted

: >file
run demesne demo --quick --dir file/demo
status_is 'a folder that cannot be created' 4

run demesne demo --quick --dir json --json
status_is 'as JSON' 0
is 'one object and nothing else' "$(field dir page)" '"json" "index.html"'
matches 'the tour goes to standard error' "$err" '*What to try next:*'
finish
