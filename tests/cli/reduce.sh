#!/bin/sh
# reduce.sh - `demesne reduce`: boards from formulas, checks, assignments, bad options, stopping.
. "$(dirname "$0")/lib/tap.sh"
cp "$here"/../../examples/formulas/* .

# boards
run demesne reduce sat figure3.cnf --json
status_is 'a CNF' 0
is 'fields and their order' "$(field)" \
    'arena vertices edges ties seconds variables clauses problem white count names'
is 'the board of figure 3' "$(field vertices edges white count)" '43 64 [0] 4'
matches 'names' "$(field names)" '?"u","x1+","x1-","y1.1",*,"c1","c1'"'"'",*,"p6"?'
run demesne reduce sat figure3.cnf --problem 2 --json
is 'as many stones for White' "$(field white problem)" '[0,37,38,39] 2'
run demesne reduce dnf figure4.dnf --json
is 'the board of figure 4' "$(field vertices rounds disjuncts)" '189 5 3'
is 'fields of a DNF' "$(field)" \
    'arena vertices edges ties seconds variables disjuncts rounds names'
printf '1\n2 3\n' >odd.dnf
run demesne reduce dnf odd.dnf --json
is 'an odd number of variables gets one more' "$(field variables vertices rounds)" '3 64 3'
printf 'p cnf 1 0\n' | demesne reduce sat - --json >out
out=$(cat out)
is 'standard input' "$(field vertices white count)" '9 [0] 1'

# files
run demesne reduce sat figure3.cnf --to board.json -o board.svg
status_is 'written and drawn' 0
run demesne score board.json --white u --black x1-,x2-,x3-,x4- --json
is 'names are kept, and the board can be played' "$(field value)" -1
ok 'the picture has names' grep -q 'y1\.2' board.svg
run demesne reduce sat figure3.cnf --to board.g6
matches 'a format without names gives a note' "$err" '*cannot hold names*'
run demesne reduce sat figure3.cnf --to - --format edges
is 'with --to - only the board is on standard output' "$(printf '%s\n' "$out" | head -n 1)" 'vertices 43'
run demesne reduce sat figure3.cnf -o board.txt
status_is 'no such picture' 2

# assignments and stones
run demesne reduce sat figure3.cnf --assignment 4,-1,2,-3 --json
is 'stones of an assignment' "$(field assignment black satisfied value outcome)" \
    '[-1,2,-3,4] [2,9,18,25] true 1 "black"'
run demesne reduce sat figure3.cnf --assignment 1,-2,-3,4 --json
is 'stones of an assignment that fails' "$(field satisfied value outcome)" 'false -1 "white"'
run demesne reduce sat figure3.cnf --black 'x1-,x4+,x2+,18' --json
is 'an assignment of stones' "$(field assignment satisfied value)" '[-1,2,-3,4] true 1'
run demesne reduce sat figure3.cnf --black x1-,x1+,x2+,x3- --json
is 'stones that are no assignment' "$(field assignment satisfied)" 'null false'
for bad in 1,2 1,2,3,3 1,2,3,5 1,2,3,x 1,2,3,0 1,2,3,4,-4 ''; do
    run demesne reduce sat figure3.cnf --assignment "$bad"
    status_is "--assignment '$bad'" 2
done
run demesne reduce sat figure3.cnf --black x1-,x2-
status_is 'too few stones' 1
run demesne reduce sat figure3.cnf --black x1-,x2-,x3-,x3-
status_is 'one vertex twice' 1

# checks
run demesne reduce sat figure3.cnf --check --json
status_is 'a check' 0
is 'satisfiable, and Black wins' "$(field satisfiable black_wins outcome agree)" \
    'true true "black" true'
is 'the stones give the assignment' \
    "$(demesne reduce sat figure3.cnf --assignment "$(field assignment | tr -d '[]')" --json | "$json_lines" black value)" \
    "$(field black value)"
for problem in 1 2; do
    run demesne reduce sat no.cnf --check --problem $problem --json
    is "not satisfiable: problem $problem" \
        "$(field satisfiable black_wins assignment outcome agree)" 'false false null "white" true'
done
# reply on the written board agrees with --check
demesne reduce sat no.cnf --to no.json >value
run demesne reply no.json --white u --count 2 --json
reply=$(field value outcome)
run demesne reduce sat no.cnf --check --json
is 'reply on the written board' "$(field value outcome)" "$reply"
run demesne reduce dnf figure4.dnf --check --json
is 'the second player holds figure 4' "$(field first_wins white_wins value outcome agree)" \
    'false false 0 "tie" true'
run demesne reduce dnf odd.dnf --check --json
is 'the first player wins' "$(field first_wins white_wins outcome agree)" 'true true "white" true'
seq 1 30 | paste -d' ' - - - >large.dnf
run demesne reduce dnf large.dnf --check --json
status_is 'a large board is not solved' 0
is 'its formula is solved' "$(field first_wins white_wins)" 'false null'
with_time '[ "$(field first_wins)" != null ]' demesne reduce dnf large.dnf --check --json
status_is 'with --time it is tried, and may be stopped' 3
is 'what is known is reported' "$(field first_wins white_wins)" 'false null'

# stopped: pigeons N HOLES is unsatisfiable without a short proof
pigeons() {
    awk -v n="$1" -v k="$2" 'BEGIN {
        print "p cnf", n * k, n + k * n * (n - 1) / 2
        for (p = 0; p < n; p++) { for (h = 1; h <= k; h++) printf "%d ", p * k + h; print 0 }
        for (h = 1; h <= k; h++) for (p = 0; p < n; p++) for (q = 0; q < p; q++) print -(p * k + h), -(q * k + h), 0
    }'
}
pigeons 14 13 >hard.cnf
run demesne reduce sat hard.cnf --check --time 0.3 --json
status_is 'the formula stopped by --time' 3
is 'nothing is known' "$(field satisfiable black_wins outcome)" 'null null null'
pigeons 8 7 >board.cnf
with_time '[ "$(field satisfiable)" != null ]' demesne reduce sat board.cnf --check --json
status_is 'the board stopped by --time' 3
is 'the formula is known' "$(field satisfiable black_wins)" 'false null'
[ "$(field lower)" -le 0 ] && [ "$(field upper)" -gt 0 ]
report $? 'and bounds'
"$program" reduce sat hard.cnf --check --json >cut 2>err &
pid=$!
interrupt INT $pid
status_is 'Ctrl-C' 3
out=$(cat cut)
is 'Ctrl-C: the board is reported' "$(field vertices satisfiable)" '4213 null'

# bad options and bad input
for line in 'sat' 'cnf figure3.cnf' 'sat figure3.cnf --problem 3' 'dnf figure4.dnf --problem 1' \
    'dnf figure4.dnf --black x1' 'sat figure3.cnf --check --assignment 1,2,3,4' \
    'sat figure3.cnf --format json' 'sat figure3.cnf --ties white'; do
    # shellcheck disable=SC2086 # words
    run demesne reduce $line
    status_is "$line" 2
done
run demesne reduce sat none.cnf
status_is 'no such file' 1
run demesne reduce sat figure4.dnf
status_is 'a file of another kind' 1
matches 'the message says what was expected' "$err" '*figure4.dnf:1: expected `p cnf VARIABLES CLAUSES`'
echo 'p cnf 9000000 0' >large.cnf
run demesne reduce sat large.cnf
status_is 'too large' 1
matches 'the message says how large' "$err" '*large.cnf: the board would have 89999999 vertices; the limit is *'

# The formula game, played.
run demesne reduce dnf figure4.dnf --play --json
is 'two engines' "$(field first_wins winner value to_move moves | tr '\n' ' ')" 'false "second" 0 null [8,6,5,3,1,2,4,7] '
is 'stones in turn, u2 and u1 first' "$(field stones | cut -c 1-46)" '[["white",1],["black",0],["white",9],["black",'
printf '1 2\n2 3\n' >two.dnf
run demesne reduce dnf two.dnf --play --json
is 'the first player wins' "$(field first_wins winner moves value | tr '\n' ' ')" 'true "first" [2,1,3] 1 '
run demesne reduce dnf two.dnf --play --moves 1 --turns 0 --json
is 'a position' "$(field to_move after)" '"second" [{"variable":2,"first_wins":false},{"variable":3,"first_wins":true}]'
run demesne reduce dnf two.dnf --play --moves 1 --first human -o played.svg
matches 'a person gives moves' "$status $out" '0 *1. first   x1 *2. second  x2 *(engine)*to move*first*'
is 'the board is drawn with its stones' "$(grep -c '>x1<' played.svg)" 1
printf 'hint\n9\n2\nundo\n2\n3\n' >typed
run sh -c "'$program' reduce dnf two.dnf --play --first human <typed"
matches 'a person types' "$status $out" '0 *x2; with best play the first player wins*x9 is not free*second player takes x1*1. first   x2*winner*first*'
run sh -c "echo 2 | '$program' reduce dnf two.dnf --play --first human --json 2>said"
is 'the input ends' "$status $(field to_move)" '1 "first"'
while IFS='|' read -r words message; do
    # shellcheck disable=SC2086 # the words are meant to split
    run demesne reduce dnf two.dnf $words
    matches "$words" "$status $err" "2 *$message*"
done <<END
--play --moves 1,1|--moves: expected variables from 1 to 3
--play --moves 4|--moves: expected variables from 1 to 3
--play --moves x|--moves: expected variables from 1 to 3
--moves 1|--moves is for --play
--first human|--first is for --play
--play --check|--check and --play exclude each other
END
finish
