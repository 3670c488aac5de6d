#!/bin/sh
# plane_draw.sh - `demesne plane draw`: files, text, stripes, sides, gravity, growth, what is refused.
. "$(dirname "$0")/lib/tap.sh"

run demesne plane draw rect:4x1 --white 1,1/2 --black 3,1/2
status_is 'text' 0
is 'each letter is whose its place is' "$(printf '%s\n' "$out" | sed -n '1p;$p' | cut -c 1,40,41,80)" \
    "$(printf 'wwbb\n')
$(printf '  tied' | cut -c 1)"
matches 'sites are numbered in the order placed' "$out" '*W1*B2*'
run demesne plane draw square --white 1/4,1/4 --black 3/4,3/4 --metric manhattan --json
is 'areas' "$(field white_score black_score tied)" '"7/16" "7/16" "1/8"'
matches 'tied land is a dot' "$(field text)" '"....*'

for kind in svg png pdf; do
    run demesne plane draw square --white '1/4,1/2' --black '3/4,1/2' -o board.$kind
    status_is $kind 0
    run demesne plane draw square --white '1/4,1/2' --black '3/4,1/2' -o again.$kind
    ok "$kind is the same twice" cmp board.$kind again.$kind
done
matches 'the legend has the areas' "$(cat board.svg)" '*White 1/2, 50.00 %*Black 1/2, 50.00 %*'
run demesne plane draw square --white '1/4,1/4' --black '3/4,3/4' --metric manhattan -o tied.svg
matches 'tied land is striped' "$(cat tied.svg)" '*tied 1/8, 12.50 %*'
run demesne plane draw triangle --sides 'red:0,0|blue:1,0|sea:0,1' -o sides.svg
matches 'names that are colours have them, others a colour left' "$(cat sides.svg)" '*#d55e00*#0072b2*#e69f00*'
run demesne plane draw square --white '1/5,1/2' --black '4/5,1/2' --rule gravity --lattice 40 -o gravity.svg
matches 'gravity: two areas' "$(cat gravity.svg)" '*White 1/2*Black 1/2*'
ok 'which are traced, not 1600 squares' test "$(wc -c <gravity.svg)" -lt 3000
run demesne plane draw square --white '1/4,1/4' --black '3/4,3/4' --animate grow.svg
is 'circles grow' "$(grep -c '<circle.*<animate attributeName="r"' grow.svg)" 2
run demesne plane draw square --white '1/4,1/4' --black '3/4,3/4' --metric manhattan --animate diamond.svg
is 'diamonds grow' "$(grep -c 'type="scale"' diamond.svg)" 2

run demesne plane draw square --white 1/2,1/2 -o board.gif
status_is 'another ending' 2
run demesne plane draw square --white 1/2,1/2 --rule gravity --animate grow.svg
status_is 'growth has no gravity' 2
run demesne plane draw square -o empty.svg
status_is 'a board without sites' 0
finish
