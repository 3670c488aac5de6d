#!/bin/sh
# reply.sh - `demesne reply`: fields, terms, tables and pictures, bad input, many boards, stopping.
. "$(dirname "$0")/lib/tap.sh"

run demesne reply path:9 --white 4 --count 1 --json
status_is 'a reply' 0
is 'fields and their order' "$(field)" 'arena vertices edges ties seconds white count kept black value outcome white_score black_score tied unreached method nodes maximize proven share cost sites'
is 'next to White' "$(field white count kept value outcome white_score black_score tied unreached proven)" \
    '[4] 1 [] -1 "white" 5 4 0 0 true'
run demesne reply path:9 --white 4 --count 2 --json
is 'on both sides' "$(field black value outcome)" '[3,5] 7 "black"'
run demesne reply path:9 --white 4 --black 3 --count 1 --json
is 'next to a stone that is kept' "$(field kept black value)" '[3] [5] 7'
run demesne reply path:9 --white 4 --count 1
matches 'as text' "$out" '*white  *4*value  *-1  (Black minus White)*outcome  *White wins*proven  *yes*'
run demesne reply path:3 --white '' --count 1 --json
is 'no stone of White' "$(field white value black_score)" '[] 3 3'
for ties in neutral earlier white black; do
    run demesne reply cycle:6 --white 0 --count 1 --ties $ties --json
    echo "$(field ties value)"
done >ties
is 'tie rules' "$(tr '\n' ' ' <ties)" '"neutral" 0 "earlier" 0 "white" 0 "black" 2 '

# every best set
run demesne reply path:9 --white 4 --count 1 --all --json
is 'every best set' "$(field optima optima_count optima_complete)" '[[3],[5]] 2 absent'
run demesne reply path:9 --white 4 --count 1 --all
matches 'every best set as text' "$out" '*optima  *3
 *5
*optima count  *2*'
run demesne reply complete:6 --white 0 --count 2 --all --all-limit 4 --json
status_is 'more best sets than the limit' 0
is 'is told' "$(field optima_count optima_complete all_limit)" '4 false 4'
run demesne reply path:9 --white 4 --count 1 --all-limit 0
status_is 'a limit of 0' 2
run demesne reply path:9 --white 4 --count 1 --all --method greedy
status_is 'a method that finds one set' 2
matches 'the message says that it cannot find all' "$err" '*method greedy finds one set*'

# terms
printf '0\n8\n' >ends
run demesne reply path:9 --white 4 --count 1 --candidates ends --all --json
is 'candidates' "$(field black value optima)" '[0] -4 [[0],[8]]'
run demesne reply path:9 --white 4 --count 1 --candidates ends --forbid 0 --json
is 'one of them forbidden' "$(field black value)" '[8] -4'
run demesne reply path:9 --white 4 --count 1 --forbid 3,5 --json
is 'the best two forbidden' "$(field value)" -2
run demesne reply path:9 --white 4 --count 1 --radius 1 --json
is 'a radius' "$(field value white_score black_score unreached)" '0 3 3 3'
run demesne reply path:9 --white 4 --count 1 --radius 1.99 --json
is 'a radius between two distances' "$(field value unreached)" '0 3'
printf '0 1 0.5\n1 2 0.5\n2 3 0.7\n' >tenths.edges
run demesne reply tenths.edges --white 0 --count 1 --radius 0.5 --all --json
is 'a radius in tenths' "$(field optima value unreached)" '[[1]] 1 1'
run demesne reply tenths.edges --white 0 --count 1 --radius 0.7 --all --json
is 'a slightly larger radius' "$(field optima value)" '[[1],[2]] 1'
printf 'vertex,value\n5,1\n6,1\n7,1\n8,50\n' >demand.csv
run demesne reply path:9 --white 4 --count 1 --values demand.csv --json
is 'demand' "$(field black black_score)" '[5] 53'

# methods
for method in $(demesne reply --help | sed -n '/^Methods/,/^$/s/^  \([a-z]*\):.*/\1/p'); do
    run demesne reply tree:2,3 --white 0 --count 2 --method $method --json
    status_is "method $method" 0
    value=$(field value)
    run demesne score tree:2,3 --white 0 --black "$(field black | tr -d '[]')" --json
    is "method $method: its stones score its value" "$(field value)" "$((-value))"
done
run demesne reply path:9 --white 4 --count 1 --method greedy --json
is 'an unproven method says so' "$(field proven method)" 'false "greedy"'
[ "$(field lower)" -le "$(field upper)" ]
report $? 'and gives bounds'
run demesne reply path:9 --white 4 --count 1 --method clever
status_is 'no such method' 2
matches 'the message lists the methods' "$err" '*auto*greedy*'

# tables and pictures
run demesne reply tenths.edges --white 0 --count 1 --csv markets.csv --json
is 'the table is named' "$(field csv)" '"markets.csv"'
is 'one row per vertex' "$(cat markets.csv)" 'vertex,name,x,y,value,owner,distance,stone,site,share,site_label
0,,,,1,white,0,white,0,1,
1,,,,1,black,0,black,1,1,
2,,,,1,black,0.5,,1,1,
3,,,,1,black,1.2,,1,1,'
run demesne reply tenths.edges --white 0 --black 3 --count 1 --csv -
is '--csv -: the table instead of the answer' "$out" 'vertex,name,x,y,value,owner,distance,stone,site,share,site_label
0,,,,1,white,0,white,0,1,
1,,,,1,black,0,black,1,1,
2,,,,1,black,0.5,,1,1,
3,,,,1,black,0,kept,3,1,'
run demesne reply grid:3x3 --white 0 --count 1 --radius 1 --csv -
matches 'coordinates, and vertices out of reach' "$out" '*
2,,2,2,1,unreached,,,,,
*'
printf 'graph [ node [ id 1 label "a, \\"b\\"" ] node [ id 2 label "c" ] edge [ source 1 target 2 ] ]' |
    tr '\\' ' ' | sed 's/ "b ""/ b"/' >names.gml
run demesne reply names.gml --white c --count 1 --csv -
matches 'a name with a comma is quoted' "$out" '*
0,"a,  b",*'
run demesne reply markets.csv --white 0 --count 1
status_is 'a table is not a board' 1
run demesne reply tenths.edges --white 0 --count 1 --candidates markets.csv --json
is 'a table is a list of candidates' "$(field value)" 2
run demesne reply grid:5x5 --white 12 --count 2 --draw
matches 'drawn as text' "$out" '*White *Black *'
run demesne reply grid:5x5 --white 12 --count 1 --radius 1 --draw
matches 'the picture shows the radius' "$out" '*White [34] *Black [34] *unreached *'
for kind in svg png pdf; do
    run demesne reply grid:5x5 --white 12 --count 2 --radius 1 -o markets.$kind --json
    status_is "a picture ($kind)" 0
    is "is named ($kind)" "$(field file)" "\"markets.$kind\""
    ok "is there ($kind)" test -s markets.$kind
done
matches 'its legend has the scores' "$(cat markets.svg)" "*White *Black *unreached *Black's best reply: *"
run demesne reply path:5 --white 0 --count 1 -o markets.gif
status_is 'no such picture' 2
matches 'is told' "$err" '*--output markets.gif: expected a file that ends in .svg|.png|.pdf*'
is 'is refused before any work' "$out" ''
run demesne reply path:5 --white 0 --count 1 --csv nowhere/markets.csv
status_is 'a missing folder' 1
matches 'the message names the table' "$err" '*nowhere/markets.csv*'
is 'refused before any work' "$out" ''
run demesne reply path:5 --white 0 --count 1 --csv - --json
status_is 'table and JSON both on standard output' 2

# only files are replaced; devices and pipes are written to
: >real.csv
ln -s real.csv link.csv
run demesne reply path:9 --white 4 --count 1 --csv link.csv
status_is 'a table through a symbolic link' 0
is 'the link stays' "$(head -n 1 real.csv) $(readlink link.csv)" 'vertex,name,x,y,value,owner,distance,stone,site,share,site_label real.csv'
mkfifo pipe
timeout 600 cat pipe >piped &
run demesne reply path:9 --white 4 --count 1 --csv pipe
wait
status_is 'a table through a pipe' 0
is 'the pipe stays' "$(test -p pipe && wc -l <piped)" 10

# bad input
refused() { # NAME STATUS PATTERN WORDS..
    name=$1 wanted=$2 pattern=$3
    shift 3
    run demesne reply "$@"
    status_is "$name" "$wanted"
    matches "$name: why" "$err" "$pattern"
    is "$name: nothing on standard output" "$out" ''
}
: >none
printf '0\none\n' >words
printf '0\n9\n' >far
refused 'a White vertex twice' 1 '*--white: vertex 4 is taken twice; expected it once*' path:9 --white 4,4 --count 1
refused 'a kept vertex twice' 1 '*--black: vertex 4 is taken twice; expected it once*' path:9 --white 1 --black 4,4 --count 1
refused 'White and Black on one vertex' 1 '*--black: vertex 4 is taken twice; expected it once*' path:9 --white 4 --black 4 --count 1
refused 'a vertex out of range' 1 '*--white: there is no vertex 9*' path:9 --white 9 --count 1
refused 'a kept vertex out of range' 1 '*--black: there is no vertex 9*' path:9 --white 1 --black 9 --count 1
refused 'a forbidden vertex out of range' 1 '*--forbid: there is no vertex 9*' path:9 --white 1 --forbid 9 --count 1
refused 'more stones than vertices' 1 '*9 stones*8 free vertices*' path:9 --white 4 --count 9
refused 'more stones than candidates' 1 '*2 stones*1 free candidate*' path:9 --white 0 --count 2 --candidates ends
refused 'no candidates' 1 '*none: no places are listed*' path:9 --white 0 --count 1 --candidates none
refused 'a bad candidate' 1 '*words:2: vertex is*expected*' path:9 --white 0 --count 1 --candidates words
refused 'a candidate out of range' 1 '*far:2: vertex 9 *' path:9 --white 0 --count 1 --candidates far
refused 'a missing file of candidates' 1 '*gone*' path:9 --white 0 --count 1 --candidates gone
refused 'a negative radius' 1 '*--radius -1*0 or more*' path:9 --white 0 --count 1 --radius -1
refused 'a radius that is no number' 2 '*--radius*number*' path:9 --white 0 --count 1 --radius wide
refused 'no count' 2 '*--count*' path:9 --white 0
refused 'no White' 2 '*--white*' path:9 --count 1
refused 'count zero' 2 '*--count 0*' path:9 --white 0 --count 0
refused 'a list that is none' 2 "*'x' is not a vertex number*" path:9 --white x --count 1

# stopped: the best found, bounds, status 3
board='geometric:3000,6 --white 0,40,80,120,160,200,240,280,320,360'
hard="$board --count 40"
# shellcheck disable=SC2086 # words
run demesne reply $hard --time 0.5 --json
status_is '--time' 3
is 'the best reply found' "$(field proven count)" 'false 40'
[ "$(field value)" -eq "$(field lower)" ] && [ "$(field lower)" -lt "$(field upper)" ]
report $? 'its value is the lower bound'
value=$(field value)
# shellcheck disable=SC2086
run demesne score $board --black "$(field black | tr -d '[]')" --json
is 'its stones score the reported value' "$(field value)" "$((-value))"
# shellcheck disable=SC2086
run demesne reply $hard --time 7
matches 'progress shows the best value, the bound and the gap' "$err" '*: reply *best *, bound *, gap *'
for signal in INT TERM; do
    # shellcheck disable=SC2086
    "$program" reply $hard --json >cut 2>err &
    pid=$!
    interrupt $signal $pid
    status_is "SIG$signal" 3
    out=$(cat cut)
    is "SIG$signal: the best found, with a bound" "$(field proven upper | sed 's/ [0-9]*$//')" false
done

# many boards
printf 'DQc\nBw\n!!!\nA_\nD?{\n' >five.g6
for threads in 1 3; do
    run demesne reply five.g6 --white 0 --count 2 --threads $threads --json
    status_is "$threads threads: a bad line and a small board" 1
    is "$threads threads: one answer per line, in order" "$(field board vertices count)" '0 5 2
1 3 2
2 absent absent
3 absent absent
4 5 2'
done
run demesne reply five.g6 --white 0 --count 1 --csv out.csv --json
is 'one table per board' "$(field csv | tr '\n' ' ')" '"out-0.csv" "out-1.csv" absent "out-3.csv" "out-4.csv" '
ok 'all tables exist' test -s out-0.csv -a -s out-4.csv
run demesne reply five.g6 --white 0 --count 1 --csv -
status_is 'tables of many boards on standard output' 2

# The table of the slides' recurrence: any root, any length; the recurrence as printed.
run demesne reply tree:2,2 --white 1 --count 1 --explain --root 0
matches 'the root' "$out" '*vertex 0, the root*A(1, none, 0 black) = +1   \**vertex 1, below 0*'
run demesne reply tree:2,2 --white 1 --count 1 --explain --root 5 --json
is 'another root, the same value' "$(field value) $(printf '%s' "$out" | grep -o '"root":[0-9]*')" '1 "root":5'
run demesne reply tree:2,6 --white 3,9 --count 3 --explain
matches 'too long to print' "$status $err" '1 *entries; at most 3000 are listed; --table FILE.csv writes them all*'
run demesne reply tree:2,4 --white 3,9 --count 3 --table table.csv --json
is 'the whole table' "$(field written) $(head -n 1 table.csv)" '"table.csv" vertex,parent,stones,outside,outside_owner,inside,inside_owner,value,used'
is 'its best entry of the root is the value' "$(awk -F, '$2 == "" && $3 == 3 { if (!n++ || $8 > most) most = $8 } END { print most }' table.csv)" \
    "$(field value)"
is 'each vertex has an entry that is used' "$(awk -F, '$9 == 1' table.csv | cut -d, -f1 | sort -u | wc -l)" 31
is 'combinations' "$(field combinations_bound) $([ "$(field combinations)" -gt 1000 ] && echo many)" '8311689.0 many'
run demesne reply path:6 --white 1 --count 1 --method slides:printed --find-counterexample --write-counterexample wrong.edges --json
is 'the recurrence as printed is wrong' "$(field counterexample proven)" \
    '{"vertices":3,"edges":[[0,1],[1,2]],"white":[1],"count":1,"claim":0,"value":-1} false'
is 'the board of it' "$(tr '\n' ' ' <wrong.edges)" 'vertices 3 0 1 1 2 '
is 'it can be asked' "$(demesne reply wrong.edges --white 1 --count 1 --method slides:printed --json --quiet | "$json_lines" claim value | tr '\n' ' ')" '0 -1 '
run demesne reply path:6 --white 1 --count 1 --find-counterexample
matches 'for methods as printed' "$status $err" '2 *--find-counterexample is for the methods slides:printed and naive*'
run demesne reply path:6 --white 1 --count 1 --root 2
matches 'a root without a table' "$status $err" '2 *--root is for the table and the methods*'
run demesne reply path:6 --white 1 --count 1 --explain --root 6
matches 'a root that is none' "$status $err" '1 *no vertex 6 to be the root; the board has 6*'
finish
