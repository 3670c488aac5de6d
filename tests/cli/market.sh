#!/bin/sh
# market.sh - `demesne market`: plans, the comparison as text, JSON, CSV and a page, bad plans, stopping.
. "$(dirname "$0")/lib/tap.sh"

mkdir -p case
cp "$here"/../../examples/market/* case
run demesne market case/plan.json --json --quiet
status_is 'a plan' 0
is 'fields and their order' "$(field)" 'arena vertices edges ties seconds today scenarios complete'
printf '%s\n' "$out" | sed 's/^.*"scenarios":\[//; s/},{"name"/}\n{"name"/g' >scenarios
is 'every scenario has its name' "$(sed -n 's/^{"name":"\([^"]*\)","ask":"\([a-z]*\)".*/\1 (\2)/p' scenarios | tr '\n' ';')" \
    "one more shop (reply);two more shops (reply);rent of at most 2500 (reply);customers walk at most 5000 (reply);Huff's rule (reply);"
run demesne reply road:400 --white @case/rivals.csv --black @case/shops.csv --candidates case/rents.csv \
    --customers case/customers.csv --count 2 --json --quiet
is 'the same as asked by options' "$(sed -n 2p scenarios | sed 's/.*"black":\(.*\),"share":.*/\1/')" \
    "$(printf '%s\n' "$out" | sed 's/.*"black":\(.*\),"share":.*/\1/')"

run demesne market case/plan.json --csv compared.csv --html compared.html
matches 'as text' "$out" '*scenario *White  change*today  *82.1 %*one more shop  *69.5 %  *-12.6  *30.5 %  *+12.6*yes  *black 0*'
is 'a note is printed once' "$(printf '%s\n' "$err" | grep -c skipped)" 1
is 'a CSV' "$(sed -n '1p;3p' compared.csv)" \
    'scenario,ask,white_share,black_share,tied_share,white_change,black_change,white_score,black_score,tied,unreached,value,cost,count,sites,closed,proven
one more shop,reply,0.695086761,0.304913239,0,-0.126274,0.126274,1806.6,792.5,0,0,-1014.1,1850,1,0,,yes'
ok 'a page' grep -q '<th scope="row">rent of at most 2500</th>' compared.html
ok 'that needs no other file' test "$(grep -c 'src=\|href=' compared.html)" -eq 0
run demesne market case/plan.json --csv - --quiet
is 'the CSV instead of the answer' "$out" "$(cat compared.csv)"

# tables in the plan, leads, scores of given sites
cat >inline.json <<END
{"arena":"path:9","white":[0],"black":[{"vertex":8,"label":"our <old> shop"}],"scenarios":[
 {"name":"a <b> & \"c\"","ask":"reply","count":1,"candidates":[3,{"vertex":4,"cost":"0.5"}]},
 {"name":"lead","ask":"lead","count":1,"reply":1},
 {"name":"given","ask":"score","black":[1]},
 {"name":"near","ask":"score","radius":1.5,"ties":"white"}]}
END
run demesne market inline.json --json --html inline.html
is 'lists in place of files' "$status $(printf '%s' "$out" | grep -c '"black":\[3\].*"cost":0,.*"name":"lead".*"kept_white":\[0\],"kept_black":\[8\].*"name":"given".*"black_score":8')" '0 1'
ok 'names are escaped' grep -q 'a &lt;b&gt; &amp; &quot;c&quot;' inline.html
run demesne market - --json <inline.json
is 'a plan from standard input' "$status" 0

# bad plans
bad() { # NAME PATTERN PLAN
    printf '%s' "$3" >bad.json
    run demesne market bad.json
    is "$1" "$status$out" 1
    matches "$1: why" "$err" "demesne: error: bad.json$2"
}
bad 'no JSON' ':1: not JSON: *' '{"arena":'
bad 'a list' ': expected an object*' '[]'
bad 'no board' ': "arena" is missing*' '{"scenarios":[]}'
bad 'no scenarios' ': "scenarios" is missing*' '{"arena":"path:5"}'
bad 'an empty list' ': "scenarios": expected at least one' '{"arena":"path:5","scenarios":[]}'
bad 'an unknown field' ": there is no field 'costumers' here; did you mean 'customers'?" '{"arena":"path:5","costumers":[0],"scenarios":[]}'
bad 'no name' ': scenarios\[0]: expected an object with "name" and "ask"' '{"arena":"path:5","scenarios":[{"ask":"score"}]}'
bad 'another question' ': scenarios\[1] "b": "ask": expected score, reply or lead' \
    '{"arena":"path:5","scenarios":[{"name":"a","ask":"score"},{"name":"b","ask":"solve"}]}'
bad 'an unknown field of a scenario' ": scenarios\\[0] \"a\": there is no field 'budgt' here; did you mean 'budget'?" \
    '{"arena":"path:5","scenarios":[{"name":"a","ask":"reply","budgt":3}]}'
bad 'a count that is missing' ": scenarios\\[0] \"a\": the field 'count' or 'budget' is missing" \
    '{"arena":"path:5","scenarios":[{"name":"a","ask":"reply"}]}'
bad 'a table that is missing' ': nowhere.csv: cannot be opened*' '{"arena":"path:5","white":"nowhere.csv","scenarios":[{"name":"a","ask":"score"}]}'
bad 'a bad rule' ": 'radius' -1: expected a length*" '{"arena":"path:5","rule":{"radius":-1},"scenarios":[{"name":"a","ask":"score"}]}'
bad 'a power without the Huff rule' ": scenarios\\[0] \"a\": 'beta' belongs to the rule huff; the rule here is nearest" \
    '{"arena":"path:5","scenarios":[{"name":"a","ask":"score","beta":3}]}'
bad 'both kinds of demand' ": 'customers': not together with 'values'*" \
    '{"arena":"path:5","customers":[0],"values":[1,1,1,1,1],"scenarios":[{"name":"a","ask":"score"}]}'
bad 'customers of a scenario' ": scenarios\\[0] \"a\": 'customers' holds for all scenarios*" \
    '{"arena":"path:5","scenarios":[{"name":"a","ask":"score","customers":[0]}]}'
echo '{"arena":"path:5","white":[0],"black":[4],"rule":{"rule":"huff","beta":3},
  "scenarios":[{"name":"a","ask":"score"},{"name":"b","ask":"score","rule":"nearest"}]}' >rules.json
run demesne market rules.json --json
matches 'a scenario of another rule' "$status $out" '0 *"name":"a"*"beta":3.0*"name":"b"*"owner":"WW.BB"*'
(echo 0 1; echo 1 2; echo 2 0; echo 2 3; echo 3 2) >oneway.edges
printf '{"arena":"oneway.edges","directed":true,"direction":"from-site","white":[0],"black":[3],"scenarios":[{"name":"a","ask":"score"}]}' >oneway.json
run demesne market oneway.json --json
matches 'one-way arcs' "$out" '*"today":{*"owner":"WWBB"*'
run demesne market nowhere.json
matches 'no plan' "$status $err" '1 *nowhere.json*No such file*'
run demesne market
is 'PLAN is missing' "$status" 2

# stopping
cat >long.json <<END
{"arena":"road:2000","scenarios":[{"name":"quick","ask":"score","white":[0],"black":[1]},
 {"name":"endless","ask":"lead","count":5},{"name":"never","ask":"score"}]}
END
run demesne market long.json --time 1 --json
status_is 'stopped' 3
is 'what is done so far' "$(field complete) $(printf '%s' "$out" | grep -c '"name":"quick".*"name":"endless".*"lower":.*"upper":')" 'false 1'

# a bad table of a later scenario is reported before the first is answered
printf 'vertex\n5\nx9\n' >bad.csv
sed 's|{"name":"never","ask":"score"}|{"name":"last","ask":"reply","count":1,"candidates":"bad.csv"}|' long.json >late.json
run demesne market late.json --time 600
status_is 'a bad table at the end' 1
matches 'its scenario, file and line' "$err" '*late.json: scenarios?2? "last": bad.csv:3: *x9*'
finish
