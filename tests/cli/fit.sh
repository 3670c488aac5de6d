#!/bin/sh
# fit.sh - rules fitted to trips: the tables, their names, what is refused.
. "$(dirname "$0")/lib/tap.sh"

# Of 12, 11 and 10 trips on a path, most go to the nearer end.
printf 'vertex,label\n1,Mill\n4,Green\n7,Quay\n' >homes.csv
printf 'vertex,label\n0,Old Market\n8,Harbour\n' >shops.csv
cat >trips.csv <<END
customer,site,count
Mill,Old Market,9
Mill,Harbour,3
4,Old Market,6
Green,8,5
Quay,Old Market,2
7,Harbour,8
END
fit() {
    run demesne fit path:9 --sites shops.csv --customers homes.csv --observed trips.csv "$@"
}
fit --rule logit --json
is 'beta of a logit' "$(field rule trips beta beta_error)" '"logit" 33 0.20406938399999999 0.085014258699999998'
is 'sites by their names' "$(field sites)" \
    '[{"site":"Old Market","vertex":0,"attraction":0.0,"error":0.0,"observed":17,"predicted":17.0},'\
'{"site":"Harbour","vertex":8,"attraction":0.0069076145799999997,"error":0.38987134499999998,"observed":16,"predicted":16.0}]'
is 'likelihoods' "$(field log_likelihood null_log_likelihood rho_squared)" '-19.415579600000001 -22.873857000000001 0.15118908'
fit --json
is 'the rule huff and its floor' "$(field rule floor)" '"huff" 1'
fit --floor 20 --json
matches 'a floor above all distances' "$status $err" '1 *trips.csv: beta cannot be told from the attractions*'
fit
matches 'in text' "$out" '*  beta           * standard error *  attraction      error   observed  site*Harbour'

# The rule found is taken by other questions; a table's own attraction comes first
fit --rule logit --json
printf '%s\n' "$out" >fit.json
printf 'vertex,label\n0,Old Market\n' >white.csv
printf 'vertex,label\n8,Harbour\n' >black.csv
printf 'vertex,label,attraction\n8,Harbour,0.5\n' >own.csv
run demesne score path:9 --white @white.csv --black @black.csv --fit fit.json --json
fitted=$(field white_score)
is 'rule and beta of the fit' "$(field rule beta)" '"logit" 0.20406938399999999'
printf 'vertex,label,attraction\n8,Harbour,0.00690761458\n' >same.csv
run demesne score path:9 --white @white.csv --black @same.csv --rule logit --beta 0.204069384 --json
is 'its attractions' "$(field white_score)" "$fitted"
run demesne score path:9 --white @white.csv --black @own.csv --rule logit --beta 0.204069384 --json
own=$(field white_score)
run demesne score path:9 --white @white.csv --black @own.csv --fit fit.json --json
is 'the attraction of a table' "$(field white_score)" "$own"
run demesne score path:9 --white @white.csv --black 7 --fit fit.json --json
is 'sites that the fit does not have' "$err" \
    'demesne: note: sites that the fit does not know, which are as attractive as its first: 1'
printf '{"arena":"path:9","us":"white.csv","them":"black.csv","rule":{"fit":"fit.json"},"scenarios":[
{"name":"fitted","ask":"score"},{"name":"nearest","ask":"score","rule":"nearest"},
{"name":"other","ask":"score","fit":"fit.json","outside":0.1}]}' >plan.json
run demesne market plan.json --json --quiet
is 'in a plan' "$(printf '%s' "$out" | grep -o '"rule":"[a-z]*"\|"us_score":[0-9.]*' | tr '\n' ' ')" \
    '"us_score":4.48770774 "rule":"logit" "us_score":4.48770774 "rule":"logit" "us_score":4 "us_score":4.08111874 "rule":"logit" '
run demesne score path:9 --white 0 --black 8 --fit fit.json --beta 2
is 'beta and a fit' "$status $err" '2 demesne: error: --beta: the fit has one of its own'
run demesne score path:9 --white 0 --black 8 --fit fit.json --rule huff
is 'another rule' "$status $err" '2 demesne: error: --rule huff: the fit is one of the rule logit'
run demesne score path:9 --white 0 --black 8 --fit homes.csv
is 'no fit' "$status $err" '1 demesne: error: homes.csv: is not JSON; expected what `demesne fit --json` wrote'

# Columns by other names, of all tables
printf 'graph [ node [ id 0 label "a" ] node [ id 1 label "b" ] node [ id 2 label "c" ]
 edge [ source 0 target 1 ] edge [ source 1 target 2 ] ]' >named.gml
printf 'ort\na\nb\nc\n' >orte.csv
printf 'ort\na\nc\n' >laeden.csv
printf 'customer,site,count\na,a,3\na,c,1\nc,a,1\nc,c,3\n' >wege.csv
run demesne fit named.gml --sites laeden.csv --customers orte.csv --observed wege.csv --name ort --json
is 'columns named by options' "$status $(field trips)" '0 8'

# What is wrong with the trips
wrong() { # NAME LINE MESSAGE
    printf 'customer,site,count\n%b' "$2" >trips.csv
    fit
    is "$1" "$status $err" "1 demesne: error: $3"
}
rest='Mill,Old Market,2\nQuay,Harbour,3\n'
wrong 'a customer that is not known' "${rest}Mile,Harbour,1\n" "trips.csv:4: there is no customer 'Mile' in homes.csv"
wrong 'a site that is not known' "${rest}Mill,3,1\n" "trips.csv:4: there is no site '3' in shops.csv"
wrong 'a pair twice' "${rest}1,0,5\n" 'trips.csv:4: the same pair as in line 2; expected it once'
wrong 'a negative count' 'Mill,Old Market,-2\n' "trips.csv:2: count is '-2'; expected a whole number, 0 or more"
wrong 'no number' 'Mill,Old Market,many\n' "trips.csv:2: count is 'many'; expected a whole number, 0 or more"
wrong 'an empty cell' 'Mill,,3\n' 'trips.csv:2: site is empty'
wrong 'an empty table' '' 'trips.csv: no trips are listed; expected at least one row'
wrong 'a site without trips' 'Mill,Old Market,3\nMill,Harbour,0\n' \
    "shops.csv:3: no trip goes to site 'Harbour', so it has no attraction; expected a trip, or a list without it"
wrong 'all to the nearest' "$rest" \
    'trips.csv: the trips have no most likely beta: the larger it is, the likelier they are, without end, as if all went to the nearest site; expected more trips, of which some do otherwise'
printf 'customer,count\nMill,3\n' >trips.csv
fit
is 'a column is missing' "$status $err" \
    '1 demesne: error: trips.csv:1: there is no column site; expected the header line customer,site,count'
printf 'customer,site,count\nMill,Old Market,3\nMill,Harbour,1\nQuay,Old Market,1\nQuay,Harbour,4\n' >trips.csv
fit --radius 3
is 'a site out of reach' "$status $err" \
    '1 demesne: error: trips.csv:3: the site cannot be reached from this customer within the radius'
fit --rule logit --floor 2
is 'a floor belongs to huff' "$status $err" '2 demesne: error: --floor belongs to the rule huff'
run demesne fit path:9 --sites shops.csv --observed trips.csv
is 'customers are needed' "$status $err" '2 demesne: error: fit: --customers FILE is missing'
printf 'vertex,label\n0,Twin\n8,Twin\n' >shops.csv
printf 'customer,site,count\nMill,Twin,3\n' >trips.csv
fit
is 'a name of two sites' "$status $err" "1 demesne: error: trips.csv:2: site 'Twin' is the name of several rows of shops.csv"
printf 'vertex,label\n0,One\n' >shops.csv
printf 'customer,site,count\nMill,One,3\n' >trips.csv
fit
is 'a single site' "$status $err" \
    '1 demesne: error: trips.csv: there is one site: where else could customers go?  Expected two or more'
finish
