#!/bin/sh
# origins.sh - whom new sites take their demand from: compared with the tables of who owns what before and after.
. "$(dirname "$0")/lib/tap.sh"

# "vertex side amount" of each pair of a new site and an origin, from the two tables; the site is 0-0 if there is none.
# Vertices tell the sites apart here.
from_tables() {
    awk -F , -v new="$1" 'FNR == 1 { file++; next }
        file == 1 { had[$1] = $6 == "white" || $6 == "black" ? $9 : "none"; next }
        ($6 == "white" || $6 == "black") && ($9 in opened) && $5 > 0 { sum[$9 " " had[$1]] += $5 }
        BEGIN { split(new, list, " "); for (i in list) opened[list[i]] = 1 }
        END { for (pair in sum) print pair, sum[pair] }' before.csv after.csv | sort
}
from_answer() {
    python3 -c '
import json, sys
for site in json.loads(sys.argv[1])["sites"]:
    parts = site.get("from", [])
    assert sum(p["demand"] for p in parts) == site["demand"] or not site.get("new")
    assert [p["demand"] for p in parts] == sorted((p["demand"] for p in parts), reverse=True)
    for p in parts:
        print(site["vertex"], "none" if p["vertex"] is None else p["vertex"], p["demand"])' "$1" | sort
}
# What each site had before.
before_tables() {
    awk -F , 'FNR > 1 && ($6 == "white" || $6 == "black") { sum[$9] += $5 } END { for (s in sum) if (sum[s]) print s, sum[s] }' \
        before.csv | sort
}
before_answer() {
    python3 -c '
import json, sys
for site in json.loads(sys.argv[1])["sites"]:
    if site["before"]:
        print(site["vertex"], site["before"])' "$1" | sort
}

# On a path of 9: White 0, Black keeps 8 and opens 1: it has 3 from White and the tied vertex 4.
run demesne reply path:9 --white 0 --black 8 --count 1 --json
is 'from whom' "$(field sites)" \
    '[{"vertex":0,"side":"white","demand":1,"before":4},{"vertex":8,"side":"black","demand":4,"before":4},'\
'{"vertex":1,"side":"black","demand":4,"before":0,"new":true,"from":[{"vertex":0,"side":"white","demand":3},{"vertex":null,"side":null,"demand":1}]}]'
run demesne score path:4 --white 3 --black 0 --order B0,W3 --json
is 'a score lists White first' "$(field sites)" \
    '[{"vertex":3,"side":"white","demand":2,"before":2},{"vertex":0,"side":"black","demand":2,"before":2}]'

good=0 tried=0
for seed in 1 2 3 4 5 6 7 8; do
    board=gnp:40,0.06
    set -- --seed "$seed" --ties "$(echo neutral earlier white black | cut -d ' ' -f $((seed % 4 + 1)))"
    [ $((seed % 3)) = 0 ] && set -- "$@" --radius 3
    awk -v seed="$seed" 'BEGIN { srand(seed); print "vertex,value"; for (v = 0; v < 40; v++) print v "," int(4 * rand()) }' >values.csv
    printf 'vertex,offset\n3,0\n17,1\n25,0\n' >white.csv
    printf 'vertex,offset,close,cost\n8,0,1,3\n30,0,0,1\n' >black.csv
    set -- "$@" --values values.csv
    "$program" score "$board" "$@" --white @white.csv --black @black.csv --csv before.csv --per-turn 9 --quiet >/dev/null
    run demesne reply "$board" "$@" --white @white.csv --black @black.csv --count 3 --csv after.csv --json
    new=$(field black | tr -d '[]' | tr , ' ')
    tried=$((tried + 1))
    [ "$(from_tables "$new")" = "$(from_answer "$out")" ] && [ "$(before_tables)" = "$(before_answer "$out")" ] && good=$((good + 1))
    # White, who opens, has the sites of black.csv, one of which may be closed
    "$program" score "$board" "$@" --white @black.csv --black @white.csv --csv before.csv --per-turn 9 --quiet >/dev/null
    run demesne lead "$board" "$@" --white @black.csv --black @white.csv --count 2 --reply 1 --budget 0 --csv after.csv --json
    new=$(field white black | tr -d '[]' | tr , ' ')
    tried=$((tried + 1))
    [ "$(from_tables "$new")" = "$(from_answer "$out")" ] && [ "$(before_tables)" = "$(before_answer "$out")" ] && good=$((good + 1))
done
is 'origins of random replies and leads are those of the tables' "$good" "$tried"

# In text
printf 'vertex,label\n0,Old Market\n' >rival.csv
printf 'vertex,label,cost\n3,Mill Lane,7\n' >plots.csv
run demesne reply path:9 --white @rival.csv --black 8 --candidates plots.csv --count 1
matches 'a line per shop' "$out" '*sites          white 0 Old Market: gets 2, before 4
                 black 8: gets 3, before 4
                 black 3 Mill Lane, new: gets 4, costs 7
                   from white 0 Old Market 2, black 8 1, nobody 1'
printf '{"arena":"path:9","us":[8],"them":[0],"scenarios":[{"name":"a","ask":"reply","count":1}]}' >plan.json
run demesne market plan.json --json
matches 'a plan of us and them' "$out" '*"from":\[{"vertex":0,"side":"them","demand":3},{"vertex":null,"side":null,"demand":1}\]*'
finish
