#!/bin/sh
# lead.sh - `demesne lead`: fields, known values, terms, bad input, many boards, stopping.
. "$(dirname "$0")/lib/tap.sh"

run demesne lead path:5 --count 1 --json
status_is 'a lead' 0
is 'fields and their order' "$(field)" 'arena vertices edges ties seconds count reply white black kept_white kept_black closed value outcome white_score black_score tied unreached method nodes replies maximize proven share cost sites'
is 'the middle of a path' "$(field count reply white value outcome white_score black_score proven)" \
    '1 1 [2] 1 "white" 3 2 true'
run demesne lead path:5 --count 1 --reply 2 --json
is 'Black replies with two' "$(field reply value outcome)" '2 -3 "black"'
run demesne lead path:5 --count 1
matches 'as text' "$out" '*white  *2*value  *1  (White minus Black)*outcome  *White wins*proven  *yes*'
run demesne lead path:14 --count 3 --json
is 'three on a path of fourteen' "$(field value proven)" '1 true'

# exact, enumerate and the game solved as one round agree
set -- neutral earlier white black # two per board; the long mode has all
for board in 'grid:3x4' 'tree:2,2' 'petersen' 'cycle:7' 'gnp:9,0.2' 'road:9'; do
    for ties in "$1" "$2" ${DEMESNE_LONG:+"$3" "$4"}; do
        run demesne lead "$board" --count 2 --ties $ties --json
        exact=$(field value proven)
        run demesne lead "$board" --count 2 --ties $ties --method enumerate --json
        enumerated=$(field value proven)
        run demesne solve "$board" --rounds 1 --per-turn 2 --ties $ties --json
        solved=$(field value proven)
        is "$board, ties $ties" "$exact, $enumerated" "$solved, $solved"
    done
    set -- "$3" "$4" "$2" "$1"
done
# the reported value is what the stones score
run demesne lead grid:4x5 --count 2 --reply 3 --json
value=$(field value)
run demesne score grid:4x5 --white "$(field white | tr -d '[]')" --black "$(field black | tr -d '[]')" --json
is 'the stones score the reported value' "$(field value)" "$value"
run demesne lead grid:4x5 --count 2 --reply 3 --method local --json
is 'an unproven method says so' "$(field proven method)" 'false "local"'
[ "$(field lower)" -le "$value" ] && [ "$value" -le "$(field upper)" ]
report $? 'and gives bounds that hold'
run demesne lead grid:5x5 --count 3 --threads 2 --json
two=$(field value proven)
run demesne lead grid:5x5 --count 3 --json
is 'two threads' "$two" "$(field value proven)"
run demesne lead path:9 --count 1 --method clever
status_is 'no such method' 2

# terms
printf 'vertex\n0\n1\n8\n' >sites
run demesne lead path:9 --count 1 --candidates sites --json
is 'candidates of both players' "$(field white black value)" '[1] [8] 1'
run demesne lead path:9 --count 1 --candidates sites --forbid 1 --json
is 'one of them forbidden' "$(field value)" 0
run demesne lead path:9 --count 1 --radius 1 --json
is 'a radius' "$(field value)" 0
printf 'vertex,value\n8,50\n' >demand.csv
run demesne lead path:9 --count 1 --values demand.csv --json
is 'demand' "$(field white value)" '[8] 50'

# tables and pictures
run demesne lead grid:5x5 --count 2 -o opening.svg --csv opening.csv --json
is 'files are named' "$(field csv file)" '"opening.csv" "opening.svg"'
is 'one row per vertex' "$(wc -l <opening.csv)" 26
is 'two stones each' "$(grep -c ',0,white,' opening.csv) $(grep -c ',0,black,' opening.csv)" '2 2'
matches 'a caption' "$(cat opening.svg)" "*White's best opening: *; Black replies *"
run demesne lead path:5 --count 1 --draw
matches 'drawn as text' "$out" '*White 3 *Black 2*'

# bad input
refused() { # NAME STATUS PATTERN WORDS..
    name=$1 wanted=$2 pattern=$3
    shift 3
    run demesne lead "$@"
    status_is "$name" "$wanted"
    matches "$name: why" "$err" "$pattern"
    is "$name: nothing on standard output" "$out" ''
}
: >none
printf '0\none\n' >words
refused 'more sites than vertices' 1 '*5 white and 5 black sites need 10 free vertices; there are 9*' path:9 --count 5
refused 'more replies than vertices' 1 '*need 10 free vertices; there are 9*' path:9 --count 1 --reply 9
refused 'a site listed twice' 1 '*--white: vertex 1 is taken twice*' path:9 --count 1 --white 1,1
refused 'a site of both' 1 '*--black: vertex 1 is taken twice*' path:9 --count 1 --white 1 --black 1
refused 'another rule' 1 '*method exact knows the rule nearest*enumerate and local do' path:9 --count 1 --rule huff --method exact
refused 'too many places' 1 '*40000 places*at most 32000*give fewer candidates*' path:40000 --count 1
refused 'too large a table' 1 '*20000 sites to 20000 customers take 1.6 GB*give fewer candidates*' path:20000 --count 1
refused 'more stones than candidates' 1 '*candidates*' path:9 --count 2 --candidates sites
refused 'no candidates' 1 '*none: no places are listed*' path:9 --count 1 --candidates none
refused 'a bad candidate' 1 '*words:2: vertex is*expected*' path:9 --count 1 --candidates words
refused 'a forbidden vertex out of range' 1 '*--forbid: there is no vertex 9*' path:9 --forbid 9 --count 1
refused 'a negative radius' 1 '*--radius -2.5*0 or more*' path:9 --count 1 --radius -2.5
refused 'a radius that is no number' 2 '*--radius*number*' path:9 --count 1 --radius wide
refused 'no count' 2 '*--count*' path:9
refused 'count zero' 2 '*--count 0*' path:9 --count 0
refused 'reply zero' 2 '*--reply 0*' path:9 --count 1 --reply 0

# many boards
printf 'DQc\nBw\n!!!\nA_\nD?{\n' >five.g6
for threads in 1 3; do
    run demesne lead five.g6 --count 2 --threads $threads --json
    status_is "$threads threads: a bad line and small boards" 1
    is "$threads threads: one answer per line, in order" "$(field board vertices count)" '0 5 2
1 absent absent
2 absent absent
3 absent absent
4 5 2'
done

# stopped: the best found, bounds, status 3
run demesne lead euclid:400 --count 20 --ties white --time 0.3 --json
status_is '--time' 3
is 'the best opening found' "$(field proven count | tr '\n' ' ')" 'false 20 '
[ "$(field lower)" -lt "$(field upper)" ]
report $? 'lower is below upper'
real_bounds='[ "$(field upper)" -lt 3900 ] && [ "$(field lower)" -gt -3900 ]'
with_time "$real_bounds" demesne lead road:4000 --count 5 --radius 20000 --json
status_is '--time on a larger board' 3
eval "$real_bounds"
report $? 'both bounds are real'
# checkpoints (mpi.sh has more)
with_time '[ -e state ]' demesne lead euclid:90 --count 9 --ties white --checkpoint state --json
ok 'a checkpoint' [ -s state ] # of a search that was stopped, or that a fast machine finished
nodes=$(field nodes)
cp state kept
run sh -c "ulimit -f 0; exec '$program' lead euclid:90 --count 9 --ties white --checkpoint state --json --quiet 2>&1"
status_is 'no room for the checkpoint' 4
matches 'no room for the checkpoint: why' "$out" '*state: cannot be written: File too large'
cmp -s state kept && [ "$(echo state*)" = state ]
report $? 'no room for the checkpoint: the old one stays'
run demesne lead euclid:90 --count 9 --ties white --threads 2 --checkpoint state --json --quiet
is 'two threads go on from it' "$(field proven)" true
[ "$(field nodes)" -ge "$nodes" ]
report $? 'its nodes count'
done=$(field value)
run demesne lead euclid:90 --count 9 --ties white --json --quiet
is 'and have the answer of a search at once' "$done" "$(field value)"
refused 'a checkpoint of another question' 1 '*state: a checkpoint of another question*' euclid:90 --count 8 --ties white --checkpoint state
refused 'a checkpoint of no method' 2 '*--checkpoint works with --method exact only*' path:9 --count 1 --method local --checkpoint state
refused 'a checkpoint on standard output' 2 '*--checkpoint needs the name of a file*' path:9 --count 1 --checkpoint -
refused 'a checkpoint in no folder' 1 '*nowhere*' path:9 --count 1 --checkpoint nowhere/state

"$program" lead euclid:400 --count 20 --ties white --json >cut 2>err &
pid=$!
interrupt INT $pid
status_is 'Ctrl-C' 3
out=$(cat cut)
is 'Ctrl-C: bounds' "$(field proven)" false
finish
