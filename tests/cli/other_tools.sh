#!/bin/sh
# other_tools.sh - files of networkx, OSMnx and Graphviz as boards.
. "$(dirname "$0")/lib/tap.sh"
maps=$here/../maps

cat >streets.graphml <<'END'
<?xml version='1.0' encoding='utf-8'?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d6" for="edge" attr.name="travel_time" attr.type="string"/>
  <key id="d5" for="edge" attr.name="geometry" attr.type="string"/>
  <key id="d4" for="edge" attr.name="length" attr.type="string"/>
  <key id="d3" for="edge" attr.name="highway" attr.type="string"/>
  <key id="d2" for="node" attr.name="population" attr.type="string"/>
  <key id="d1" for="node" attr.name="x" attr.type="string"/>
  <key id="d0" for="node" attr.name="y" attr.type="string"/>
  <graph edgedefault="directed">
    <node id="60262704"><data key="d0">57.70</data><data key="d1">11.97</data><data key="d2">5</data></node>
    <node id="60262705"><data key="d0">57.71</data><data key="d1">11.98</data></node>
    <edge source="60262704" target="60262705" id="0"><data key="d3">primary</data><data key="d4">1262.34567</data>
      <data key="d5">LINESTRING (11.97 57.7, 11.975 57.7, 11.98 57.71)</data><data key="d6">90.06</data></edge>
  </graph>
</graphml>
END
run demesne arena streets.graphml --json
is 'OSMnx: a map in metres' "$(field vertices oneway names measure length_max)" \
    '2 0 true "metres" 12623'
is 'OSMnx: notes' "$err" 'demesne: note: streets.graphml: one-way arcs treated as edges: 1
demesne: note: streets.graphml: lengths are metres; --measure seconds takes travel_time
demesne: note: streets.graphml: attributes not used: population of the nodes'
run demesne arena streets.graphml --directed --measure seconds --json --quiet
is 'OSMnx: directed, in seconds' "$(field oneway measure length_max)$err" '1 "seconds" 901'
printf 'name,demand\n60262705,7\n' >people.csv
run demesne score streets.graphml --white 0 --customers people.csv --json
is 'OSMnx: ids are names in tables' "$(field white_score customers)" '7 1'

run demesne arena streets.graphml --profile foot --measure seconds --json
matches 'OSMnx: the profile was chosen when it was saved' "$err" '*a board for everyone; --profile is not used*'
run demesne arena grid:3x3 --largest --json
is 'options of maps are noted on other boards' "$err" 'demesne: note: grid:3x3: no map; --largest is not used'

printf '10001 10002\n10002 10003\n' >far.edges
run demesne arena far.edges --json
is 'numbers far from 0: vertices' "$(field vertices edges)" '10004 2'
is 'numbers far from 0: a note' "$err" \
    'demesne: note: far.edges: the numbers begin at 10001, so vertices 0 to 10000 have no edges'
printf '0 2 {}\n2 1 {"weight": 3}\n' >python.edges
run demesne arena python.edges --to - --format edges
is 'edge lists with attributes' "$out$err" 'vertices 3
0 2 1
1 2 3'
printf 'digraph town {\n a -> b [len=2.5]\n b -> c [label="4"]\n}\n' >town.gv
run demesne score town.gv --white a --black c --csv - --quiet
is 'DOT' "$(printf '%s\n' "$out" | cut -d, -f1,2,6,7)" 'vertex,name,owner,distance
0,a,white,0
1,b,white,2.5
2,c,black,0'

if python3 -c 'import networkx' 2>"$work/why"; then
    mkdir graphs
    run python3 "$maps/check_networkx.py" "$program" graphs 12
    is 'networkx: random graphs in every format' "$status$out$(printf '%s' "$err" | tail -n 1)" 0
else
    skip 'networkx' "$(tail -n 1 "$work/why")"
fi
finish
