#!/bin/sh
# distances.sh - boards of points and tables of distances through the tool.
. "$(dirname "$0")/lib/tap.sh"

# points, by hand: a 3-4-5 triangle and a point that is 0.5 from the first
printf 'x,y,demand,name\n0,0,1.5,a\n3,4,2,b\n0.5,0,1,c\n' >p.csv
run demesne score points:p.csv --white a --black b --json --quiet
matches 'a score of points' "$out" '*"vertices":3,"edges":0,*"white_score":2.5,"black_score":2,*"owner":"WBW"*'
far() { # OPTIONS..: distances from a
    demesne score points:p.csv --white 0 --csv - --quiet "$@" | awk -F, 'NR > 1 { printf "%s ", $7 }'
}
is 'Euclid, three decimals' "$(far)" '0 5 0.5 '
is 'Manhattan' "$(far --metric manhattan)" '0 7 0.5 '
is 'no decimals: a half goes up' "$(far --decimals 0)" '0 5 1 '
printf 'lon,lat\n0,0\n0,1\n180,0\n' >g.csv
is 'on the globe, metres' "$(demesne score points:g.csv --white 0 --csv - --quiet | cut -d, -f7 | tr '\n' ' ')" \
    'distance 0 111195.08 20015114.442 '
is 'x and y on the globe' "$(far --metric great-circle --decimals 0)" '0 555813 55598 '
run demesne reply points:p.csv --white '' --count 1 --radius 0.5 --json --quiet
is 'maximal covering' "$(printf '%s' "$out" | sed 's/.*"black":\(\[[^]]*\]\).*"proven":\([a-z]*\).*/\1 \2/')" '[0] true'
run demesne reply points:g.csv --white '' --count 1 --radius 112km --json --quiet
is 'km on the globe' "$(printf '%s' "$out" | sed 's/.*"black_score":\([0-9]*\).*/\1/')" 2
run demesne reply points:p.csv --white '' --count 1 --radius 1km
status_is 'no km in the plane' 2
run demesne reply points:g.csv --white '' --count 1 --radius 5min
status_is 'no minutes' 2
run demesne lead points:p.csv --count 1 --json --quiet
is 'a lead' "$(printf '%s' "$out" | sed 's/.*"white":\(\[[^]]*\]\).*/\1/')" '[2]'
run demesne score points:p.csv --white 0 --black 1 --rule huff --beta 1 --json --quiet
status_is 'Huff' 0

# tables
printf 'site;distance;customer\nN;12.5;Ann\nS;40;Ann\nS;3;Bob\nN;1e1;Cy\nS;;Cy\nAnn;0;Cy\n' >t.csv
run demesne score table:t.csv --white N --black S --json --quiet
matches 'a table' "$out" '*"vertices":5,"edges":5,*"white_score":2,"black_score":1,*"owner":"WBW--"*'
is 'no way over others' "$(demesne score table:t.csv --white Ann --json --quiet | sed 's/.*"owner":"\([^"]*\)".*/\1/')" '--W--'
run demesne reply table:t.csv --white N --count 3
matches 'only sites are chosen' "$err" '*3 stones to place, but only 2 free*'
printf 'name,demand\nBob,7\n' >c.csv
printf 'name\nS\n' >n.csv
run demesne reply table:t.csv --white N --count 1 --customers c.csv --candidates n.csv --radius 3 --json --quiet
is 'customers, candidates, a radius' "$(printf '%s' "$out" | sed 's/.*"black":\(\[[^]]*\]\).*"black_score":\([0-9]*\).*/\1 \2/')" '[4] 7'
printf 'name\nX\n' >x.csv
run demesne reply table:t.csv --white N --count 1 --candidates x.csv
status_is 'an unknown name' 1
matches 'with its line' "$err" '*x.csv:2:*X*'
for option in --undirected '--direction from-site'; do
    # shellcheck disable=SC2086 # two words
    run demesne score table:t.csv --white N $option
    status_is "$option" 1
done

# what needs a network
for question in 'solve points:p.csv --rounds 1' 'play table:t.csv --rounds 1 --white greedy --black greedy' \
    'arena points:p.csv --to p.gml'; do
    # shellcheck disable=SC2086
    run demesne $question
    status_is "$question" 1
    matches 'and why' "$err" '*needs a network*'
done
run demesne draw points:p.csv --white 0 --black 1 -o p.svg
status_is 'a picture of points' 0
run demesne draw table:t.csv --white N -o t.svg
status_is 'a picture of a table' 0
run demesne reply table:t.csv --white N --count 1 --report t.html
status_is 'a report on a table' 0

# plans name both beside them
mkdir plan
mv p.csv t.csv plan
printf '%s' '{"arena":"points:p.csv","decimals":1,"us":[0],"them":[1],"scenarios":[{"name":"a","ask":"reply","count":1}]}' >plan/p.json
printf '%s' '{"arena":"table:t.csv","us":[3],"them":[4],"scenarios":[{"name":"a","ask":"score"}]}' >plan/t.json
run demesne market plan/p.json --quiet
status_is 'a plan on points' 0
run demesne market plan/t.json --json --quiet
is 'a plan on a table' "$(printf '%s' "$out" | grep -c '"them_score":1,"us_score":2')" 1
finish
