#!/bin/sh
# draw.sh - `demesne draw`: files by their ending, text, sizes, what is refused.
. "$(dirname "$0")/lib/tap.sh"

run demesne draw path:5 --white 0 --black 4
status_is 'text' 0
is 'text' "$out" 'W1__w___.___b___B2

Ww White 2   Bb Black 2   . tied 1'
run demesne draw path:5 --white 0 --black 4 --ties white --labels vertices --caption 'Five in a row'
is 'text with numbers, tie rule and caption' "$out" 'W1__1___2___3___B2

Ww White 3   Bb Black 2   ties: white
Five in a row'
run demesne draw path:3 --json
is 'text in JSON' "$(field text)" '"o__o__o\n"'
run demesne draw grid:30x30 --size 20x10
is 'text within a size' "$(printf '%s\n' "$out" | awk 'length > 20 || NR > 10' | wc -l)" 0

run demesne draw grid:5x5 --white 6 --black 18 -o board.svg --json
status_is 'svg' 0
is 'fields and their order' "$(field)" \
    'arena vertices edges ties seconds white black white_score black_score tied unreached value file'
is 'values' "$(field white_score black_score tied file)" '8 8 9 "board.svg"'
matches 'the SVG starts with an XML declaration' "$(head -n 2 board.svg)" '<?xml*<svg *'
matches 'the score is in the SVG' "$(cat board.svg)" '*White 8*Black 8*tied 9*'
for kind in png pdf; do
    run demesne draw grid:5x5 --white 6 --black 18 -o board.$kind
    status_is $kind 0
    run demesne draw grid:5x5 --white 6 --black 18 -o again.$kind
    ok "$kind is the same twice" cmp board.$kind again.$kind
done
run demesne draw petersen --size 300x200 -o size.svg
matches '--size sets the size' "$(cat size.svg)" '*width="300" height="200"*'
run demesne draw path:3 --white 0 --caption 'a<b>&c' -o caption.svg
matches 'a caption is escaped' "$(cat caption.svg)" '*a&lt;b&gt;&amp;c*'
run demesne draw grid:4x4 --white 0 --black 15 --paper -o paper.svg
matches 'squares for Black' "$(cat paper.svg)" '*<circle*<rect x=*'
run demesne draw gnp:30,0.2 --seed 5 -o a.svg
run demesne draw gnp:30,0.2 --seed 5 -o b.svg
ok 'the same seed gives the same picture' cmp a.svg b.svg

printf 'C~\nDqw\n' >two.g6
run demesne draw two.g6 -o two.svg --json
is 'one picture per board' "$(field board file | tr '\n' ' ')" '0 "two-0.svg" 1 "two-1.svg" '
ok 'both files exist' test -s two-0.svg -a -s two-1.svg

run demesne draw path:3 -o board.gif
status_is 'an unknown ending' 2
matches 'the message lists the known endings' "$err" '*board.gif*.svg|.png|.pdf*'
run demesne draw path:3 -o nowhere/board.png
status_is 'a missing folder' 1
matches 'names the file' "$err" '*nowhere/board.png*'
run demesne draw path:3 --size 640 -o board.svg
status_is 'half a size' 2
run demesne draw path:3 --size 5x5 -o tiny.svg
status_is 'a size too small' 2
ok 'no file is left behind' test ! -e tiny.svg
run demesne draw path:3 --white 3 -o board.svg
status_is 'a stone off the board' 1

run demesne draw tree:3,3 --rounds 2 -o key.svg
status_is 'the key level of a tree' 0
matches 'it is labelled' "$(cat key.svg)" '*>key level h = 1<*'
matches 'and described in the caption' "$(cat key.svg)" '*k = 3, H = 3, n = 2: key level h = 1 with 3 vertices, T_1 = 13, alpha = 4/3, case A*'
is 'its vertices are marked' "$(sed -n '/#f7d9c4/,/<\/g>/p' key.svg | grep -c '<circle')" 3
run demesne draw tree:3,4 --rounds 2 -o key.svg
matches 'numbers that would run into each other stand on two lines' \
    "$(sed -n 's/.* y="\([0-9.]*\)" .*>\(10[0-3]\)<.*/\2 \1/p' key.svg | tr '\n' ' ')" '100 608* 101 616* 102 608* 103 616*'
run demesne draw tree:3,3 --rounds 2 --caption mine -o key.svg
matches 'a caption of the user'"'"'s own' "$(cat key.svg)" '*>mine<*'
run demesne draw petersen --rounds 2 -o key.svg
status_is 'the key level of another board' 1
finish
