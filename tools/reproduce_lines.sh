#!/bin/sh
# Prints the section of docs/EXPERIMENTS.md on te Kolste's thesis: its lemmas and methods tried on
# random levels, its open questions on the example levels, by ./demesne.  Levels go to build/thesis/.
set -eu
cd "$(dirname "$0")/.."
levels=${LEVELS:-100}
folder=build/thesis
mkdir -p $folder

# field NAME: the value of that field of one JSON line, without quotes.
field() {
    sed 's/.*"'"$1"'":"\{0,1\}\([^",}]*\).*/\1/'
}

best() {
    ./demesne lines best "$@" --json --quiet
}

# make_level KIND:N SITES PLAYERS SEED FILE [OPTION]
make_level() {
    ./demesne lines generate "$1" --sites "$2" --players "$3" --seed "$4" --to "$5" ${6:+"$6"} --json --quiet >$folder/made.txt
}

# cuts KIND SITES PLAYERS: of random levels, those whose best cut is at an end of an edge.
cuts() {
    seed=0
    ends=0
    while [ $seed -lt "$levels" ]; do
        seed=$((seed + 1))
        make_level "$1" "$2" "$3" $seed $folder/level.json
        at=$(best $folder/level.json --op cut | field at)
        case $at in 0 | 1) ends=$((ends + 1)) ;; esac
    done
    echo $ends
}

lemma_4_1() {
    cat <<EOF

| levels | players | sites each | tried | best cut at an end |
|---|---|---|---|---|
| tree:15 | 2 | 1 | $levels | $(cuts tree:15 1 2) |
| tree:15 | 2 | 3 | $levels | $(cuts tree:15 3 2) |
| grid:16 | 2 | 2 | $levels | $(cuts grid:16 2 2) |
| gabriel:15 | 2 | 2 | $levels | $(cuts gabriel:15 2 2) |
| gabriel:15 | 3 | 2 | $levels | $(cuts gabriel:15 2 3) |
EOF
}

# Rows: vertices, gain, and for each method how many cuts it looked at.
methods() {
    cat <<'EOF'

| tree | gain | all edges | simple (4.1) | method 1 (4.4) | method 2 (4.4) | ours |
|---|---|---|---|---|---|---|
EOF
    for n in 10 30 100 300 1000; do
        make_level tree:$n 2 2 7 $folder/tree.json --measured
        row="| tree:$n |"
        first=
        for method in all simple method-1 method-2 auto; do
            line=$(best $folder/tree.json --op cut --method $method)
            gain=$(echo "$line" | field gain)
            [ -n "$first" ] || row="$row $gain |"
            [ "${first:=$gain}" = "$gain" ] || row="$row $gain?"
            row="$row $(echo "$line" | field candidates) |"
        done
        echo "$row"
    done
}

# Theorem 1: one own site on a tree; Types I to III against every edge.
types() {
    seed=0
    same=0
    while [ $seed -lt "$levels" ]; do
        seed=$((seed + 1))
        make_level tree:20 1 2 $seed $folder/one.json --measured
        one=$(best $folder/one.json --op cut --method types | field after)
        two=$(best $folder/one.json --op cut --method all | field after)
        if [ "$one" = "$two" ]; then same=$((same + 1)); fi
    done
    echo $same
}

shares() {
    cat <<'EOF'

| level | players | edges | winning cuts (share of the length) | best margin |
|---|---|---|---|---|
EOF
    for name in gate fork bridge stile needle orchard labyrinth; do
        line=$(./demesne lines odds examples/levels/$name.json --op cut --json --quiet)
        players=$(./demesne lines score examples/levels/$name.json --json --quiet | grep -o '"payoff"' | wc -l)
        echo "| $name | $players | $(echo "$line" | field edges) | $(echo "$line" | field winning_fraction) | $(echo "$line" | field best_margin) |"
    done
}

corner() {
    printf '{"vertices":[{"x":4,"y":3},{"x":0,"y":0},{"x":12,"y":0}],"edges":[[0,1],[1,2]],"sites":[{"player":"red","vertex":0},{"player":"blue","vertex":1}%s],"me":"red"}\n' "$1" >$folder/rope.json
    best $folder/rope.json --op rope >$folder/rope.txt
    echo "gain $(field gain <$folder/rope.txt), attained: $(field attained <$folder/rope.txt)"
}

cat <<EOF

## Lines: the thesis on cuts and ropes

Te Kolste, "Extensions on the Continuous Voronoi game on Graphs. Cuts & Ropes", 2016. Levels are random
(\`demesne lines generate\`, seeds 1 to $levels); results are exact.

**Lemma 4.1** says that the best cut of an edge is at one of its ends. It holds for two players; with three the best margin
may need a cut inside an edge, on few levels:
$(lemma_4_1)

**Theorem 1** (one own site on a tree; Types I, II and III, corrected as in [ERRATA.md](ERRATA.md)): the best of the three types is the best of all
cuts on $(types) of $levels trees of 20 vertices.

**Sections 4.1 to 4.4**: all methods find the same gain; they differ in the number of cuts that they evaluate (a tree with two sites each,
seed 7). "Ours" bounds the gain of each cut first.
$(methods)

**Section 6.2** (the share of winning cuts), on the levels of \`examples/levels/\`. The winning places of an edge form one interval; the share is by length.
$(shares)

**Section 5.1** (ropes on a tree with one site each): red (4, 3), blue (0, 0), a leaf (12, 0). The Type I rope beside the balance point (25/8, 0) has the limit
167/8 = 20.875; found: $(corner ''). **Section 6.3** asks whether inner boundary points are enough with more opposing sites. With a blue
site at (12, 0) the best rope goes to (4, 0), the foot of the perpendicular, and gains 9; found: $(corner ',{"player":"blue","vertex":2}').
EOF
