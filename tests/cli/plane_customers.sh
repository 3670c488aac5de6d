#!/bin/sh
# plane_customers.sh - customers in the plane: files, both commands, JSON, and what is refused.
. "$(dirname "$0")/lib/tap.sh"

# Three customers in a row, White in the middle one: Black takes one side of it.
printf 'x,y\n1/4,1/2\n1/2,1/2\n3/4,1/2\n' >row.csv
run demesne plane reply square --white '1/2,1/2' --customers row.csv --json
status_is 'a reply' 0
is 'scores' "$(field white_score),$(field black_score),$(field tied),$(field value)" '"2","1","0","-1"'
matches 'the share' "$out" '*"lower":0.33333333333333*,"upper":0.33333333333333*'
is 'proven and attained' "$(field proven),$(field attained),$(field winner)" 'true,true,"white"'
is 'the customers' "$(field customers),$(field demand)" '3,"3"'

run demesne plane reply square --white '1/2,1/2' --customers row.csv --count 2 --json
is 'two new sites' "$(field value),$(field count)" '"1",2'

# The sites of a reply give the same score.
site=$(python3 -c 'import json,sys; print(";".join(",".join(p) for p in json.loads(sys.argv[1])["black"]))' "$out")
run demesne plane score square --white '1/2,1/2' --black "$site" --customers row.csv --json
is 'the score of these sites' "$(field value),$(field winner),$(field owners)" '"-1","black",["black","white","black"]'

# Under Manhattan White at a corner of the square: no place is nearer to both corners beside it.
printf 'x,y\n0,1\n1,0\n1,1\n0,0\n' >corners.csv
run demesne plane reply square --white 0,0 --customers corners.csv --metric manhattan --json
is 'a reply under manhattan' "$(field value),$(field metric),$(field proven)" '"0","manhattan",true'

# Demands are exact decimals; ties as the rule tells.
printf '# stalls\ndemand,y,x\n0.1,0.5,0\n0.2,0.5,0.5\n2.50,0.5,1\n' >stalls.csv
for ties in neutral:0.1,2.5,0.2 white:0.3,2.5,0 black:0.1,2.7,0 earlier:0.3,2.5,0; do
    run demesne plane score square --white '0,1/2' --black '1,1/2' --customers stalls.csv --ties "${ties%%:*}" --json
    is "ties ${ties%%:*}" "$(field white_score),$(field black_score),$(field tied)" "\"$(echo "${ties#*:}" | sed 's/,/","/g')\""
done
run demesne plane score square --sides 'red:0,0|blue:1,1|green:0,1' --customers row.csv --metric manhattan
status_is 'sides with names under manhattan' 0

# What is refused.
refused() {
    name=$1
    expected=$2
    wanted=$3
    shift 3
    run demesne plane "$@"
    status_is "$name: status" "$wanted"
    matches "$name" "$err" "$expected"
}
printf 'x,y\n1/2,1/2\n1/2,half\n' >bad.csv
refused 'no number' "*bad.csv:3: y: 'half' is not a number*" 1 reply square --white 0,0 --customers bad.csv
printf 'x,y,demand\n1/2,1/2,1\n1/2,1/2,-1\n' >negative.csv
refused 'a negative demand' "*negative.csv:3: demand: '-1' is not a decimal*" 1 score square --white 0,0 --customers negative.csv
printf 'x,z\n1,1\n' >columns.csv
refused 'no y' '*columns.csv:1: the header has no columns x and y*' 1 score square --white 0,0 --customers columns.csv
printf 'x,y\n' >none.csv
refused 'no customers' '*none.csv:1: no row below the header*' 1 score square --white 0,0 --customers none.csv
refused 'no file' '*absent.csv*' 1 score square --white 0,0 --customers absent.csv
refused 'cells' '*--cells is about land, not about customers*' 2 score square --white 0,0 --customers row.csv --cells
refused 'gravity' '*--rule is about land, not about customers*' 2 score square --white 0,0 --customers row.csv --rule gravity
refused 'epsilon' '*--epsilon is about land, not about customers*' 2 reply square --white 0,0 --customers row.csv --epsilon 0.1

finish
