#!/bin/sh
# places.sh - tables of customers, sites and candidates for score, reply and lead.
. "$(dirname "$0")/lib/tap.sh"

cat >people.csv <<END
vertex,label,demand
0,North,12.5
7,"Mill, Lane",3
24,South,0.25
7,Mill again,1
END
cat >rivals.csv <<END
vertex,brand,label
12,Acme,Centre
20,Bolt,Corner
END
cat >rents.csv <<END
vertex,cost,label
0,10,A
7,5.5,B
12,1,taken
24,2,C
END

# score
run demesne score grid:5x5 --white @rivals.csv --black 7 --customers people.csv --json
is 'demand is exact' "$(field white black white_score black_score tied unreached value)" '[12,20] [7] 0.25 16.5 0 0 -16.25'
matches 'shares' "$out" '*"share":{"white":0.0149253731,"black":0.985074627,"tied":0.0},*"customers":4,"unsnapped":0*'
is 'brands' "$(field brands)" '{"Acme":0.0149253731,"Bolt":0.0}'
run demesne score grid:5x5 --white @rivals.csv --black 7 --customers people.csv
matches 'as text' "$out" '*black score  *16.5*value  *-16.25*share  *White 1.493 %, Black 98.51 %*brands  *Acme 1.493 %*'
run demesne score grid:5x5 --white @rivals.csv --black 7 --customers people.csv --csv -
is 'a row per customer' "$out" 'row,label,vertex,demand,owner,site,distance,site_label,x,y,site_x,site_y
1,North,0,12.5,black,7,3,,0,4,2,3
2,"Mill, Lane",7,3,black,7,0,,2,3,2,3
3,South,24,0.25,white,12,4,Centre,4,0,2,2
4,Mill again,7,1,black,7,0,,2,3,2,3'
run demesne score grid:3x3 --white 0 --black 8 --csv - --quiet
is 'a row per vertex' "$(printf '%s\n' "$out" | sed -n '1,4p')" 'vertex,name,x,y,value,owner,distance,stone,site,share,site_label
0,,0,2,1,white,0,white,0,1,
1,,1,2,1,white,1,,0,1,
2,,2,2,1,tied,2,,,,'
run demesne score path:9 --white 0 --black 8 --radius 2 --json
is 'a radius' "$(field owner white_score unreached)" '"WWW---BBB" 3 3'
run demesne score path:5 --white 0 --black 4 -o score.svg --json
is 'a picture of a score' "$(field file) $(head -c 5 score.svg)" '"score.svg" <?xml'
printf 'vertex,demand\n0,0.1\n1,0.2\n' >tenths.csv
run demesne score path:2 --white 0,1 --customers tenths.csv -o tenths.svg --json
matches 'tenths add up' "$out" '*"white_score":0.3,*'
ok 'and so they do in a picture' grep -q 'White 0.3<' tenths.svg
printf 'vertex,demand\n0,123456789012.123456\n1,1\n' >long.csv
run demesne score path:2 --white 0 --black 1 --customers long.csv --json
is 'more than 15 digits are a text' "$(field white_score black_score)" '"123456789012.123456" 1'

# tables as spreadsheets write them
printf '\357\273\277Vertex;Brand;Telefon\r\n12;"A ""1""; B";1\r\n\r\n20;;2\r\n;;\r\n' >excel.csv
run demesne score grid:5x5 --white @excel.csv --black 0 --json
is 'semicolons, CRLF, a byte-order mark, quotes' "$(printf '%s' "$out" | grep -c '"white":\[12,20\].*"brands":{"A ..1..; B":0.56}')" 1
is 'columns without a meaning are noted' "$err" 'demesne: note: excel.csv: columns that have no meaning here: Telefon'
run demesne score path:9 --white 0 --black 8 --values people.csv
is '--values needs a column value' "$status $err" \
    '1 demesne: error: people.csv:1: there is no column value; expected a header line such as vertex,value'
run demesne solve grid:3x3 --rounds 1 --white @corner.csv --json
is 'a table that is missing' "$status $err" '1 demesne: error: corner.csv: cannot be opened: No such file or directory'
printf '3\n5\n' >list
run demesne reply path:9 --white @list --forbid @list --count 1 --json
is 'a plain list for --white and --forbid' "$(field white black)" '[3,5] [2]'

# offsets
printf 'vertex,offset\n0,2\n' >late.csv
run demesne score path:9 --white @late.csv --black 8 --json
is 'an offset moves the border' "$(field owner)" '"WWW.BBBBB"'

# reply
run demesne reply grid:5x5 --white @rivals.csv --candidates rents.csv --budget 8 --customers people.csv --json
is 'within a budget' "$(field count black value cost proven)" '2 [7,24] 16.75 7.5 true'
is 'the sites, those that stand first' "$(field sites)" \
    '[{"vertex":12,"side":"white","label":"Centre","brand":"Acme","cost":0,"demand":0,"before":16.75},'\
'{"vertex":20,"side":"white","label":"Corner","brand":"Bolt","cost":0,"demand":0,"before":0},'\
'{"vertex":7,"side":"black","label":"B","cost":5.5,"demand":16.5,"before":0,"new":true,"from":[{"vertex":12,"side":"white","label":"Centre","demand":16.5}]},'\
'{"vertex":24,"side":"black","label":"C","cost":2,"demand":0.25,"before":0,"new":true,"from":[{"vertex":12,"side":"white","label":"Centre","demand":0.25}]}]'
is 'a candidate on an occupied vertex is skipped' "$err" \
    'demesne: note: rents.csv: candidates skipped because a site stands there: 1 (12)'
run demesne reply grid:5x5 --white @rivals.csv --candidates rents.csv --budget 1.99 --customers people.csv --json
is 'a budget below every candidate' "$status $(field count black cost proven)" '0 0 [] 0 true'
run demesne reply grid:5x5 --white @rivals.csv --candidates rents.csv --budget 8 --count 1 --customers people.csv --json
is 'a budget and a count' "$(field count black cost)" '1 [7] 5.5'
run demesne reply grid:5x5 --white @rivals.csv --candidates rents.csv --count 2 --customers people.csv --json
is 'a count alone' "$(field count black cost)" '2 [7,24] 7.5'
run demesne reply grid:5x5 --white 12 --count 1 --rule huff --customers people.csv --json
is 'the Huff rule and its floor' "$(field rule beta floor proven)" '"huff" 2.0 1 true'
for words in 'score --black 3 --beta 2' 'reply --count 1 --floor 2' 'lead --count 1 --beta 1.5'; do
    set -- $words
    command=$1
    shift
    run demesne "$command" grid:5x5 --white 12 "$@"
    matches "$words: not without the Huff rule" "$status $err" '2 *belongs to the rule* huff*; the rule here is nearest*'
done

# lead
run demesne lead grid:5x5 --white @rivals.csv --black 3 --count 1 --candidates rents.csv --customers people.csv --json
is 'sites that stand' "$(field white black kept_white kept_black closed cost)" '[0] [7] [12,20] [3] [] 10'
printf '4\n' >theirs
run demesne lead grid:5x5 --white @rivals.csv --black 3 --count 1 --candidates rents.csv --rival-candidates theirs --json
is "the rival's own candidates" "$(field black)" '[4]'
printf 'vertex,cost,close\n0,9,1\n24,9,0\n' >ours.csv
printf 'vertex,cost\n12,8\n' >centre.csv
run demesne lead grid:5x5 --white @ours.csv --black 4 --count 1 --reply 1 --budget 0 --candidates centre.csv --rival-candidates theirs2 --json
is 'a list that is missing' "$status" 1
printf '20\n' >theirs2
run demesne lead grid:5x5 --white @ours.csv --black 4 --count 1 --reply 1 --budget 0 --candidates centre.csv --rival-candidates theirs2 --json
is 'a site is closed to pay for a better one' "$(field white closed kept_white cost)" '[12] [0] [24] -1'

# wrong words and tables
refused() { # NAME STATUS PATTERN WORDS..
    name=$1 wanted=$2 pattern=$3
    shift 3
    run demesne "$@"
    status_is "$name" "$wanted"
    matches "$name: why" "$err" "$pattern"
}
refused 'customers and values' 2 '*--customers: not together with --values*' \
    score path:9 --white 0 --values people.csv --customers people.csv
refused 'no count and no budget' 2 '*--count K or --budget B is missing*' reply path:9 --white 0
refused 'a budget that is no number' 2 '*--budget ten: expected a number, 0 or more*' reply path:9 --white 0 --budget ten
refused 'a negative budget' 2 '*--budget -1: expected a number, 0 or more*' reply path:9 --white 0 --budget -1
refused 'solve has no customers' 2 '*solve does not use --customers*' solve path:3 --rounds 1 --customers people.csv
refused 'a rule that is misspelled' 2 '*expected one of nearest|huff|logit; did you mean huff*' score path:3 --white 0 --rule hufff
printf 'vertex,label\n1,a\n1,b\n' >twice.csv
refused 'a candidate listed twice' 1 '*twice.csv:3: vertex 1 is listed twice*' reply path:3 --white 0 --count 1 --candidates twice.csv
printf 'name\nHarbor\n' >named.csv
refused 'a name that is misspelled' 1 "*named.csv:2: name is 'Harbor'; expected the name of a vertex; did you mean 'Harbour'*" \
    score "$here/../../examples/boards/valley.gml" --white @named.csv
refused 'names on a board without' 1 '*have no names; expected a column vertex*' score path:3 --white @named.csv
# sites that share a place
printf 'vertex,label,offset\n2,Mall A,0\n2,Mall B,0\n8,Edge,0\n' >mall.csv
printf 'vertex,label\n2,Ours in the mall\n' >ours.csv
run demesne score path:9 --white @mall.csv --black @ours.csv --json
is 'both sides in a mall' "$(field white black owner white_score black_score tied)" '[2,2,8] [2] "......WWW" 3 0 6'
printf 'name,label\nHarbour,Mall A\nHarbour,Mall B\n' >named.csv
run demesne score "$here/../../examples/boards/valley.gml" --white @named.csv
matches 'each is called by its own label' "$out" '* Mall A, Mall B*'
run demesne score path:9 --white @mall.csv --black @ours.csv --ties black --csv - --quiet
is 'ties decide' "$(printf '%s\n' "$out" | sed -n '2p;9p' | cut -d , -f 6,8,9 | tr '\n' ' ')" 'black,,2 white,,8 '
run demesne score path:9 --white @mall.csv --black @ours.csv --csv - --quiet
is 'a place of several' "$(printf '%s\n' "$out" | sed -n 4p | cut -d , -f 8)" several
run demesne score path:9 --white @mall.csv --black @ours.csv --rule huff --json
is 'pulls add up' "$(field owner)" '"WWWWWWWWW"'
run demesne score path:3 --white @mall.csv --rule huff --json
status_is 'a board without that vertex' 1
printf 'vertex\n2\n2\n' >two.csv
run demesne score path:3 --white @two.csv --black @ours.csv --rule huff --json
matches 'two against one' "$out" '*"share":{"white":0.666666667,"black":0.333333333,"tied":0.0}*'
run demesne score path:9 --white @mall.csv --black @ours.csv -o mall.svg --report mall.html --quiet
is 'picture and report' "$status $(grep -c 'Mall B' mall.html)" '0 1'
run demesne reply path:9 --white @mall.csv --black @ours.csv --count 1 --json
is 'a reply beside shared sites' "$(field black value method)" '[7] 2 "exact"'
run demesne reply path:9 --white @mall.csv --count 1 --ties black --json
is 'new sites stand apart' "$(field black value)" '[4] -1'
run demesne reply path:9 --white @mall.csv --count 1 --ties black --shared --json
is 'unless places are shared' "$(field black value)" '[2] 3'
run demesne reply path:9 --white @mall.csv --count 1 --rule huff --shared --json
is 'under the Huff rule, too' "$status $(field proven)" '0 true'
for method in exact local greedy; do
    run demesne reply path:9 --white 4 --count 1 --ties black --shared --method $method --json
    is "--shared by $method" "$(field black value)" '[4] 9'
done
run demesne reply path:9 --white 4 --count 1 --shared --method tree
matches 'a method that does not know it' "$status $err" '1 *method tree knows no shared vertices*'
printf '2\n5\n' >plots.csv
run demesne reply path:9 --white @mall.csv --count 1 --candidates plots.csv --shared --json
is 'a plot in the mall stays' "$status $(field black) $err" '0 [2] '
run demesne lead path:9 --white @mall.csv --black @ours.csv --count 1 --reply 1 --json
is 'a lead beside shared sites' "$status $(field proven)" '0 true'
run demesne lead path:9 --count 1 --shared --ties neutral --json
is 'in a lead Black may open where White does' "$status $(field white black value proven)" '0 [4] [4] 0 true'
printf '{"arena":"path:9","them":"mall.csv","us":[2,2],"shared":true,"rule":{"ties":"earlier"},"scenarios":[{"name":"a","ask":"reply","count":1,"candidates":[2,5]},
 {"name":"b","ask":"score","us":[8,8]}]}' >mall.json
run demesne market mall.json --json
is 'a plan' "$status $(printf '%s' "$out" | grep -o '"kept_us":[^]]*]' | tr '\n' ' ')" '0 "kept_us":[2,2] "kept_us":[2,2] "kept_us":[8,8] '

finish
