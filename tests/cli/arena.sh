#!/bin/sh
# arena.sh - `demesne arena`: facts about known boards, conversion, many boards, limits.
. "$(dirname "$0")/lib/tap.sh"

run demesne arena grid:3x4
status_is 'text' 0
is 'the whole text' "$out" 'grid:3x4: 12 vertices, 17 edges, ties neutral
  degree         2 to 4, mean 2.833
  lengths        1
  values         1, together 12
  components     1
  shape          connected, bipartite
  carries        coordinates
  diameter       5
  radius         3
  medians        5,6
  symmetries     4
  orbits         4'

run demesne arena petersen --json
status_is 'json' 0
is 'fields and their order' "$(field)" \
    'arena vertices edges ties seconds degree_min degree_mean degree_max decimals length_min length_max value_min value_max value_total components strong_components oneway connected tree bipartite coordinates names loops_dropped parallel_dropped one_way_joined uneven_joined diameter radius median_sum medians symmetries orbits symmetries_log10'
is 'values' "$(field vertices edges degree_min degree_max diameter radius median_sum medians symmetries orbits)" \
    '10 15 3 3 2 2 15 [0,1,2,3,4,5,6,7,8,9] 120 1'

printf 'p sp 3 3\na 1 2 4\na 2 1 5\na 2 3 1\n' >uneven.gr
run demesne arena uneven.gr --json
is 'arcs become edges' "$(field edges length_max parallel_dropped one_way_joined uneven_joined)" '2 4 0 1 1'
matches 'a note counts them' "$err" '*one-way arcs treated as edges: 1*another length, the shorter kept: 1*'

run demesne arena tree:2,4 --json
is 'a tree is connected and bipartite' "$(field connected tree bipartite)" 'true true true'

run demesne arena tree:3,5 --rounds 4
matches 'the theory of a tree' "$out" '*
  tree           k = 3 children, height H = 5, n = 4 rounds
  size bound     N >= 216: holds (from H = 5 on)
  key level      h = 2, with 9 vertices
  alpha          8/9, at most 7/6: case B
  subtrees       T_0 = 364, T_1 = 121, T_2 = 40, T_3 = 13, T_4 = 4, T_5 = 1
  proposition 2  T_3 = 13, more than 4 above level 2
  promised       White wins (Lemma 2)'
run demesne arena tree:2,4 --rounds 3 --json
is 'a small even tree' "$(field rounds children height size_bound size_bound_holds least_height key_level key_vertices alpha alpha_limit above_key_level case subtrees promised)" \
    '3 2 4 71 false 6 2 4 "3/2" "1" 3 "A" [31,15,7,3,1] null'
run demesne arena tree:4,3 --rounds 1 --json
is 'one round' "$(field key_level alpha case promised)" '0 "2" null "white"'
run demesne arena grid:3x3 --rounds 2
status_is 'rounds on another board' 1
matches 'the message says what was expected' "$err" '*not a complete k-ary tree*'
run demesne arena tree:2,2 --rounds 4
status_is 'more rounds than fit' 1

run demesne arena gnp:9,0.1 --json
is 'a board of several components' "$(field components connected tree)" '4 false false'
run demesne arena complete:20 --json
matches 'a large symmetry group is given by its logarithm' "$(field symmetries orbits symmetries_log10)" \
    'null 1 18.3861*'
run demesne arena colby:30 --json
is 'lengths count units' "$(field decimals length_min length_max value_total)" \
    '9 1007130626 1995680371 1623'
run demesne arena colby:30
matches 'lengths as decimals' "$out" '*lengths        1.007130626 to 1.995680371, multiples of 10^-9
*'

run demesne arena road:20000 --json
status_is 'a large board' 0
is 'leaves out facts that take long' "$(field diameter radius median_sum medians symmetries orbits)" \
    'null null null null null null'
run demesne arena path:100000 --json
is 'a large tree has its diameter' "$(field diameter medians)" '99999 [49999,50000]'
run demesne arena road:20000 --all --time 0.05 --json
status_is 'stopped' 3
is 'a stopped call gives what is known' "$(field components diameter symmetries)" '1 null null'

run demesne arena road:50 --seed 3 --json
before=$(field degree_mean length_min length_max components diameter radius medians)
run demesne arena road:50 --seed 3 --to road.json
status_is 'converting' 0
matches 'the answer names the file' "$out" '*written        road.json'
run demesne arena road.json --json
is 'the file holds the same board' \
    "$(field degree_mean length_min length_max components diameter radius medians)" "$before"
run demesne arena path:2 --to - --format edges
is 'with --to - only the board is on standard output' "$out" 'vertices 2
0 1'

printf 'C~\nC]\n!bad\nBw\n' >four.g6
run demesne arena four.g6 --json
status_is 'a bad board among others' 1
is 'the other boards are answered' "$(field board vertices edges symmetries)" '0 4 6 24
1 4 4 8
2 absent absent absent
3 3 3 6'
run demesne arena four.g6 --to one.gr
status_is 'many boards cannot go into one file' 1
ok 'no file is written' test ! -e one.gr

run demesne arena grid:3x
status_is 'a bad family' 1
is 'the message names the range' "$err" 'demesne: error: grid:3x: expected grid:ROWSxCOLUMNS with positive whole numbers, e.g. grid:15x15'
run demesne arena path:3 --format edges
status_is '--format without --to' 2
run demesne arena path:3 --to a.nothing
status_is 'an unknown ending' 2
ok 'no file is written for it' test ! -e a.nothing
finish
