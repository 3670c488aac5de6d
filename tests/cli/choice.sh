#!/bin/sh
# choice.sh - customers who divide, objectives and limits: --rule logit, --outside, --choices, --maximize, --target-share,
# --spacing, --reply-budget, sites that may close, columns beta and attraction.
. "$(dirname "$0")/lib/tap.sh"

# What awk computes, rounded as the answers are.
computed() {
    awk "BEGIN { printf \"%.9g\", $1 }"
}

# Fields of the answer with nine digits.
digits() {
    for name in "$@"; do
        field "$name" | awk '{ printf "%.9g ", $1 }'
    done
}

run demesne score path:3 --white 0 --black 2 --rule logit --beta 0.7 --json
one='1 / (1 + exp(-0.7 * 2))'
is 'a logit' "$status $(digits white_score)" "0 $(computed "$one + 0.5 + 1 - $one") "
run demesne score path:3 --white 0 --black 2 --rule logit --outside 0.4 --json
is 'an outside option' "$(digits white_score outside)" \
    "$(computed '(1 + exp(-2)) / (1 + exp(-2) + 0.4) + exp(-1) / (2 * exp(-1) + 0.4)') $(computed '0.8 / (1 + exp(-2) + 0.4) + 0.4 / (2 * exp(-1) + 0.4)') "
is 'shares are of all that is divided' "$(field share | sed 's/[0-9.]*[0-9]/x/g')" '{"white":x,"black":x,"tied":x,"outside":x}'
run demesne score path:5 --white 0,1 --black 4 --rule logit --choices 1 --json
is 'only the strongest of each side' "$(digits white_score choices)" \
    "$(computed '1 / (1 + exp(-4)) + 1 / (1 + exp(-3)) + 1 / (1 + exp(-1)) + 1 / (1 + exp(1)) + 1 / (1 + exp(3))') 1 "
printf 'vertex,attraction,beta\n0,-0.5,2\n' >white.csv
printf 'vertex,demand,beta\n0,1,1\n1,3,0.5\n' >people.csv
run demesne score path:3 --white @white.csv --black 2 --rule logit --beta 0.8 --customers people.csv --json
is 'attraction of any sign, and a beta of sites and of customers' "$(digits white_score)" \
    "$(computed 'exp(-0.5) / (exp(-0.5) + exp(-1.6)) + 3 * exp(-0.5 - 0.8) / (exp(-0.5 - 0.8) + exp(-0.4))') "

run demesne reply path:9 --white 4 --count 1 --rule logit --json
is 'logit maximizes the share' "$(field maximize proven)" '"share" true'
run demesne reply path:9 --white 4 --count 1 --rule logit --maximize value --outside 3 --json
is 'unless it is told otherwise' "$(field maximize proven)" '"value" true'
printf 'vertex,cost\n0,1\n3,3\n5,2\n8,4.5\n' >places.csv
run demesne reply path:9 --white 4 --candidates places.csv --maximize profit --margin 1.2 --json
is 'a profit' "$(field black cost proven) $(digits profit)" '[3,5] 5 true 4.6 '
run demesne reply path:9 --white 4 --candidates places.csv --maximize profit --margin 0.1 --json
is 'nothing pays' "$(field count black profit)" '0 [] 0.0'
run demesne reply path:9 --white 4 --candidates places.csv --target-share 0.4 --json
is 'a target at least cost' "$status $(field black cost feasible proven)" '0 [5] 2 true true'
run demesne reply path:9 --white 4 --candidates places.csv --target-share 0.95 --json
is 'a target out of reach' "$status $(field black feasible proven) $(digits upper)" '0 [] false true 0.888888889 '
run demesne reply path:9 --white 4 --target-share 0.8 --json
is 'a target with the fewest sites' "$(field count feasible)" '2 true'
run demesne reply path:9 --white 4 --count 2 --spacing 3 --json
is 'sites that are apart' "$(field black black_score)" '[3,6] 7'
run demesne reply path:4 --white 0 --count 3 --spacing 2
matches 'too many for the spacing' "$status $err" '1 *no 3 candidates are as far apart as the spacing asks*'
printf 'vertex,cost,close\n8,6,1\n' >own.csv
run demesne reply path:9 --white 4 --black @own.csv --candidates places.csv --budget 0 --json
is 'a site is closed to pay for a better one' "$(field closed cost black_score)" '[8] 0 8'

run demesne lead path:9 --count 1 --rule logit --shared --json
is 'a lead under logit, with shared places' "$(field white black white_score proven)" '[4] [4] 4.5 true'
run demesne lead path:9 --count 1 --reply 2 --candidates places.csv --reply-budget 3 --json
is 'the reply has a budget' "$status $(field white black proven)" '0 [5] [3] true'

printf 'customer,shop,distance\n' >none.csv
for case in 'table:none.csv --white x|1|*none.csv:1: the table is empty*' \
    'path:5 --white 0 --count 1 --rule logit --floor 2|2|*--floor belongs to the rule huff; the rule here is logit*' \
    'path:5 --white 0 --count 1 --outside 1|2|*--outside belongs to the rules huff and logit*' \
    'path:5 --white 0 --count 1 --choices 1|2|*--choices belongs to the rules huff and logit*' \
    'path:5 --white 0 --count 1 --rule huff --outside -1|2|*--outside -1: expected a number, 0 or more*' \
    'path:5 --white 0 --count 1 --margin 2|2|*--margin belongs to --maximize profit*' \
    'path:5 --white 0 --target-share 1.5|2|*--target-share 1.5: expected a number above 0, at most 1*' \
    'path:5 --white @zero.csv --count 1 --rule huff|1|*zero.csv:2: attraction is 0; expected a positive number*' \
    'path:5 --white 0 --count 1 --candidates minus.csv --budget 3|1|*minus.csv:2: cost*' \
    'path:5 --white 0 --count 1 --rule logit --customers two.csv|1|*two.csv:3: beta is 2, and 1 in another row*'; do
    printf 'vertex,attraction\n1,0\n' >zero.csv
    printf 'vertex,cost\n1,-3\n' >minus.csv
    printf 'vertex,demand,beta\n1,1,1\n1,1,2\n' >two.csv
    words=${case%%|*} rest=${case#*|}
    # shellcheck disable=SC2086 # words
    run demesne reply $words
    matches "refused: $words" "$status $err" "${rest%%|*} ${rest#*|}"
done
finish
