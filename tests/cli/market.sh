#!/bin/sh
# market.sh - `demesne market`: plans, the comparison as text, JSON, CSV and a page, bad plans, stopping.
. "$(dirname "$0")/lib/tap.sh"

mkdir -p case
cp "$here"/../../examples/market/* case
cat >case/colours.json <<END
{
  "arena": "road:400",
  "customers": "customers.csv",
  "white": "rivals.csv",
  "black": "shops.csv",
  "candidates": "rents.csv",
  "rule": {"ties": "neutral"},
  "scenarios": [
    {"name": "one more shop", "ask": "reply", "count": 1},
    {"name": "two more shops", "ask": "reply", "count": 2},
    {"name": "rent of at most 2500", "ask": "reply", "budget": 2500},
    {"name": "customers walk at most 5000", "ask": "reply", "count": 2, "radius": 5000},
    {"name": "Huff's rule", "ask": "reply", "count": 2, "rule": "huff"}
  ]
}
END
run demesne market case/colours.json --json --quiet
status_is 'a plan' 0
is 'fields and their order' "$(field)" 'arena vertices edges ties seconds today scenarios complete'
printf '%s\n' "$out" | sed 's/^.*"scenarios":\[//; s/},{"name"/}\n{"name"/g' >scenarios
is 'every scenario has its name' "$(sed -n 's/^{"name":"\([^"]*\)","ask":"\([a-z]*\)".*/\1 (\2)/p' scenarios | tr '\n' ';')" \
    "one more shop (reply);two more shops (reply);rent of at most 2500 (reply);customers walk at most 5000 (reply);Huff's rule (reply);"
run demesne reply road:400 --white @case/rivals.csv --black @case/shops.csv --candidates case/rents.csv \
    --customers case/customers.csv --count 2 --json --quiet
is 'the same as asked by options' "$(sed -n 2p scenarios | sed 's/.*"black":\(.*\),"share":.*/\1/')" \
    "$(printf '%s\n' "$out" | sed 's/.*"black":\(.*\),"share":.*/\1/')"

run demesne market case/colours.json --csv compared.csv --html compared.html
matches 'as text' "$out" '*scenario *White  change*today  *82.1 %*one more shop  *69.5 %  *-12.6  *30.5 %  *+12.6*yes  *black Plot 8*'
is 'a note is printed once' "$(printf '%s\n' "$err" | grep -c skipped)" 1
is 'a CSV' "$(sed -n '1p;3p' compared.csv)" \
    'scenario,ask,white_share,black_share,tied_share,white_change,black_change,white_score,black_score,tied,unreached,value,cost,count,sites,closed,proven,unreached_share
one more shop,reply,0.695086761,0.304913239,0,-0.126274,0.126274,1806.6,792.5,0,0,-1014.1,1850,1,0,,yes,0'
ok 'a page' grep -q '<th scope="row">rent of at most 2500</th>' compared.html
is 'with a map of each scenario and of today' "$(grep -c '^<figure>' compared.html) $(grep -c '<svg' compared.html)" '6 6'
matches 'with new sites, and whom they take from' "$(cat compared.html)" '*<th class="l">from</th>*Plot 8</td>*<td class="l">Acme 1 283.2, Old Town 57.9, Bolt 3 45</td>*'
ok 'that needs no other file' test "$(grep -c 'src=\|href=' compared.html)" -eq 0
run demesne market case/colours.json --csv - --quiet
is 'the CSV instead of the answer' "$out" "$(cat compared.csv)"

matches 'demand that no site reaches' "$(demesne market case/colours.json --quiet)" \
    '*tied  not reached *customers walk*0.0 %       16.1 % *`not reached` is of all'
is 'the CSV has it' "$(sed -n '6p' compared.csv | sed 's/.*,//')" 0.160632527
ok 'the page has it' grep -q '<td>16.1 %</td>' compared.html
run demesne score road:400 --white @case/rivals.csv --customers case/customers.csv --radius 3000
matches 'a score says it, too' "$out" '*share          White 100 %, Black 0 %, tied 0 % of what is reached; * of all is not*'

# us and them
lead() { # SIDES..: the lead of one site and an answer of one
    demesne lead road:400 --customers case/customers.csv --candidates case/rents.csv --count 1 --reply 1 --json --quiet "$@"
}
run demesne market case/plan.json --json --quiet
status_is 'us and them' 0
is 'every row has the same sides' "$(printf '%s' "$out" | grep -o '"[a-z_]*_score"' | sort | uniq -c | tr -s ' \n' ' ')" ' 9 "them_score" 9 "us_score" '
is 'no colours are left' "$(printf '%s' "$out" | grep -c 'white\|black\|"owner":"[^"]*[WB]')" 0
is 'names' "$(printf '%s' "$out" | grep -o '"names":{[^}]*}')" '"names":{"us":"Grocer","them":"Rivals"}'
printf '%s\n' "$out" | sed 's/^.*"scenarios":\[//; s/},{"name"/}\n{"name"/g' >scenarios
part() { # LINE KEY
    sed -n "$1p" scenarios | grep -o "\"$2\":\({[^}]*}\|\[[^]]*]\|[^,}]*\)" | sed -n 1p
}
is 'a reply is ours' "$(part 1 us) $(part 1 them) $(part 1 kept_us) $(part 1 value)" \
    '"us":[0] "them":[] "kept_us":[397,310] "value":-1014.1'
is 'its change' "$(part 1 change)" '"change":{"us":0.126274,"them":-0.126274,"tied":0.0}'
ours=$(lead --white @case/shops.csv --black @case/rivals.csv)
is 'a lead is ours' "$(part 6 us) $(part 6 value) $(part 6 cost) $(part 6 us_score)" \
    "$(printf '%s' "$ours" | sed 's/.*\("white":[^]]*]\).*\("value":[^,]*\).*\("white_score":[^,]*\).*\("cost":[^,]*\),"sites.*/\1 \2 \4 \3/; s/white/us/g')"
is 'and compared with us today' "$(part 6 change)" '"change":{"us":0.080489,"them":-0.080489,"tied":0.0}'
theirs=$(lead --white @case/rivals.csv --black @case/shops.csv)
is 'they open, we answer' "$(part 7 them) $(part 7 us) $(part 7 us_score)" \
    "$(printf '%s' "$theirs" | sed 's/.*\("white":[^]]*]\).*\("black":[^]]*]\),"kept_w.*\("black_score":[^,]*\).*/\1 \2 \3/; s/white/them/g; s/black/us/g')"
is 'the value turns' "$(part 7 value)" "\"value\":-$(printf '%s' "$theirs" | sed 's/.*"value":\([^,]*\),.*/\1/')"
is 'the cost is ours' "$(part 7 cost)" "\"cost\":$(sed -n 's/^\([0-9]*\),.*,\([0-9]*\)$/\1 \2/p' case/rents.csv | sed -n "s/^$(part 7 us | tr -dc '0-9') //p")"
run demesne market case/plan.json --quiet --csv sides.csv --html sides.html
matches 'names in the table' "$out" '*scenario  *Grocer  change   Rivals  change *17.9 % * 82.1 %*Grocer Plot 8; Rivals Plot *Rivals Plot 8; Grocer Plot 12*'
is 'keys in the CSV' "$(sed -n 1p sides.csv)" \
    scenario,ask,us_share,them_share,tied_share,us_change,them_change,us_score,them_score,tied,unreached,value,cost,count,sites,closed,proven,unreached_share
ok 'names on the page' grep -q '<th>Grocer</th><th>change</th><th>Rivals</th>' sides.html
run demesne market case/plan.json --time 0 --json --quiet
status_is 'stopped at once' 3

# bounds and outcomes of a stopped opening of theirs are ours
cat >theirs.json <<END
{"arena":"road:2000","us":[0],"them":[1],"scenarios":[{"name":"theirs","ask":"rival-lead","reply":4,"count":4}]}
END
stopped_inside() { printf '%s' "$out" | grep -q '"lower"'; }
with_time stopped_inside demesne market theirs.json --json
number() { printf '%s' "$out" | sed "s/.*\"$1\":\(-*[0-9]*\).*/\1/"; }
ok 'the value is within the bounds' test "$(number lower)" -le "$(number value)" -a "$(number value)" -le "$(number upper)"

# a plan by colours whose scenario exchanges the sides
cat >case/exchanged.json <<END
{"arena":"road:400","customers":"customers.csv","white":"rivals.csv","black":"shops.csv","candidates":"rents.csv",
 "scenarios":[{"name":"ours","ask":"lead","count":1,"reply":1,"white":"shops.csv","black":"rivals.csv"},
  {"name":"half","ask":"score","white":[3],"black":"rivals.csv"},
  {"name":"other","ask":"score","black":[7]}]}
END
run demesne market case/exchanged.json --json
printf '%s\n' "$out" | sed 's/^.*"scenarios":\[//; s/},{"name"/}\n{"name"/g' >scenarios
is 'the change is of the same company' "$(part 1 change) $(part 1 exchanged)" '"change":{"white":0.080489,"black":-0.080489} "exchanged":true'
is 'none if that is unclear' "$(part 2 change)" ''
is 'other sites of a side are compared' "$(part 3 change | grep -c white)" 1
is 'with notes' "$(printf '%s\n' "$err" | grep -c 'note: "ours": .*same company\|note: "half": .*no change')" 2

# incumbents: those that stood first have what is equally near
cat >case/early.json <<END
{"arena":"path:7","us":[0],"them":[4],"rule":{"ties":"earlier"},"scenarios":[{"name":"a","ask":"score"},
 {"name":"b","ask":"lead","count":1,"reply":1,"candidates":[6,5]}]}
END
run demesne market case/early.json --json
matches 'ties that go by age' "$status $out" '0 *"today":*"owner":"UUTTTTT"*"name":"b"*'

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
bad 'us and white' ': a plan says either us and them or white and black*' '{"arena":"path:5","us":[0],"white":[1],"scenarios":[{"name":"a","ask":"score"}]}'
bad 'white in a scenario of us' ': a plan says either us and them*' '{"arena":"path:5","us":[0],"scenarios":[{"name":"a","ask":"score","white":[1]}]}'
bad 'names of others' ": 'names': expected an object*" '{"arena":"path:5","names":{"we":"x"},"scenarios":[{"name":"a","ask":"score"}]}'
bad 'ties of a colour' "* 'ties' white: a plan of us and them has no such side*" '{"arena":"path:5","us":[0],"rule":{"ties":"white"},"scenarios":[{"name":"a","ask":"score"}]}'
printf '{"arena":"path:9","us":[4],"them":[0],"candidates":"k.csv","scenarios":[
 {"name":"a","ask":"lead","count":1,"reply":2,"reply_budget":3},{"name":"b","ask":"rival-lead","reply":1,"count":2,"budget":3,"reply_budget":9}]}' >budgets.json
printf 'vertex,cost\n1,2\n3,1\n5,2\n7,9\n' >k.csv
run demesne market budgets.json --json
is 'the side that answers has a budget' "$status $(field scenarios | grep -o '"us":\[[0-9,]*\],"them":\[[0-9,]*\]' | tr '\n' ' ')" '0 "us":[5],"them":[3] "us":[1],"them":[5] '
bad 'an opening without a number' "*the field 'reply' or 'reply_budget' is missing*" '{"arena":"path:5","us":[0],"scenarios":[{"name":"a","ask":"rival-lead","count":1}]}'
bad 'their list without ours' "*'rival_candidates' without 'candidates'*" \
    '{"arena":"path:5","us":[0],"scenarios":[{"name":"a","ask":"rival-lead","reply":1,"rival_candidates":[2]}]}'
bad 'a list of ours with a mistake' ": 'us': there is no vertex 9*" '{"arena":"path:5","us":[9],"scenarios":[{"name":"a","ask":"score"}]}'
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
bad 'a power without the Huff rule' ": scenarios\\[0] \"a\": 'beta' belongs to the rules huff and logit; the rule here is nearest" \
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
