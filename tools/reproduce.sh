#!/bin/sh
# Prints docs/EXPERIMENTS.md: the papers' claims beside the values that ./demesne computes.
# Solved games stay in build/atlas.db.
set -eu
cd "$(dirname "$0")/.."
db=build/atlas.db

solve() {
    ./demesne atlas run "$@" --quiet --threads 2 --db $db >&2
}

show() {
    ./demesne atlas show "$@" --db $db
}

# value TREE ROUNDS [PER_TURN]: the value of one game.
value() {
    ./demesne solve "$1" --rounds "$2" --per-turn "${3:-1}" --json --quiet |
        sed 's/.*"value":\(-\{0,1\}[0-9]*\),.*/\1/'
}

winner() {
    if [ "$1" -gt 0 ]; then echo White; elif [ "$1" -lt 0 ]; then echo Black; else echo tie; fi
}

# size K H: vertices of the complete k-ary tree of height h.
size() {
    awk -v k="$1" -v h="$2" 'BEGIN { n = 1; for (l = 1; h-- > 0; n += l) l *= k; print n }'
}

head_of_page() {
    cat <<'EOF'
# Experiments

The papers' claims, computed again. `make reproduce` writes this page: `demesne` computes every
number on it. Values are White minus Black under best play, ties are neutral, n is the number of
rounds with one stone per turn, N the number of vertices. [ERRATA.md](ERRATA.md) lists the mistakes in the papers with
their tests.

"The paper" in the first sections is Teramoto, Demaine and Uehara, "The Voronoi game on graphs and its complexity", Journal of Graph
Algorithms and Applications, 2011.
EOF
}

paths() {
    solve paths --to 30
    all=$(./demesne atlas export paths --vertices 2-30 --db $db --to - | tail -n +2)
    games=$(echo "$all" | wc -l)
    won=$(echo "$all" | awk -F, '$8 > 0' | wc -l)
    odd=$(echo "$all" | awk -F, '$8 == 1 && $5 == 1 && $3 % 2' | wc -l)
    lost=$(echo "$all" | awk -F, '$8 < 0' | wc -l)
    cat <<EOF

## Paths

The paper: "all games on a path of length at most 30 are in tie", by experiment; conjecture: all are.

Here: of all $games games on paths of 2 to 30 vertices White wins $won and Black $lost. The $odd games with one round on an odd
number of vertices are +1 (White takes the middle); every other one is a tie. So the claim holds with two or more rounds.
Kiyomi, Saitoh and Uehara later proved it for all paths.

\`\`\`
$(show paths --vertices 21-30)
\`\`\`
EOF
}

medians() {
    solve trees --to 16
    counts=$(./demesne atlas export trees --rounds 1 --summary --db $db --to - |
        awk -F, 'NR > 1 { w += $7; t += $8; b += $9; n += $3 } END { print n, w, t, b }')
    set -- $counts
    gentreeg=$(command -v nauty-gentreeg || command -v gentreeg)
    checked=0
    missed=0
    for n in 2 3 4 5 6 7 8 9 10 11 12; do
        "$gentreeg" -q $n >build/trees.s6
        ./demesne solve build/trees.s6 --rounds 1 --moves --json --quiet >build/moves.txt
        ./demesne arena build/trees.s6 --json --quiet >build/facts.txt
        found=$(paste build/moves.txt build/facts.txt | awk '{
            match($0, /"value":-?[0-9]+/); value = substr($0, RSTART + 8, RLENGTH - 8)
            match($0, /"medians":\[[0-9]+/); median = substr($0, RSTART + 11, RLENGTH - 11)
            match($0, /"medians":\[[0-9,]+\]/); two = substr($0, RSTART + 11, RLENGTH - 12) ~ /,/
            bad += !index($0, "{\"move\":[" median "],\"value\":" value "}") || two != (value == 0)
        } END { print NR, bad + 0 }')
        checked=$((checked + ${found% *}))
        missed=$((missed + ${found#* }))
    done
    cat <<EOF

## One round on trees: the median

The paper: with n = 1 on a tree White occupies a median; if there is one she wins, if there are two the game is a tie.

Here: on all $1 free trees of 2 to 16 vertices White wins $2 and ties $3; Black wins $4. On each of the $checked trees of
up to 12 vertices a median was compared with every other first stone, and the outcome with the number of medians: the remark
fails on $missed.
EOF
}

# Rows of a table: k, H, N, n, the claim, the value.
proposition_1() {
    cat <<'EOF'

## Complete trees, 2n <= k (Proposition 1)

The paper: White wins by taking the root and then its children (Algorithm 1). Against best play the margin is
1 + (k - 2n) T, T the size of a child's subtree. Here: she wins every one, and with two or more rounds more than by
Algorithm 1.

| k | H | N | n | the strategy's margin | value |
|---|---|---|---|---|---|
EOF
    for tree in '2 1' '2 2' '2 3' '2 4' '2 5' '3 2' '3 3' '3 4' '4 2' '4 3' '5 2' '5 3' '6 2' '6 3' '7 2'; do
        set -- $tree
        n=1
        while [ $((2 * n)) -le "$1" ]; do
            margin=$((1 + ($1 - 2 * n) * $(size "$1" $(($2 - 1)))))
            echo "| $1 | $2 | $(size "$1" "$2") | $n | +$margin | +$(value "tree:$1,$2" $n) |"
            n=$((n + 1))
        done
    done
}

theorems() {
    cat <<'EOF'

## Complete trees above the size bound, 2n > k (Theorems 1 and 2)

The paper: with N at least (k^3 n^2 - 1)/(k - 1), White wins if k is odd, and the game is a tie if k is even (both with
2n > k, which Theorem 1 omits for even k and Theorem 2 states the wrong way round). Without 2n > k it is no tie: k = 2,
n = 1 is +1 in the table above.

| k | H | N | n | least N | claim | value | |
|---|---|---|---|---|---|---|---|
EOF
    for game in '2 4 2' '2 5 2' '2 6 2' '2 6 3' '2 6 4' '2 7 2' '2 7 3' '2 7 4' '3 4 2' '3 4 3' '3 5 2' '3 5 3' '4 4 3' '5 4 3'; do
        set -- $game
        bound=$(awk -v k="$1" -v n="$3" 'BEGIN { b = (k * k * k * n * n - 1) / (k - 1); print int(b) + (b > int(b)) }')
        claim=$([ $(($1 % 2)) -eq 1 ] && echo White || echo tie)
        found=$(value "tree:$1,$2" "$3")
        echo "| $1 | $2 | $(size "$1" "$2") | $3 | $bound | $claim | $found | $([ "$(winner "$found")" = "$claim" ] && echo holds || echo FAILS) |"
    done
}

open_region() {
    solve complete-trees --to 31
    cat <<EOF

## Complete trees below the size bound

The paper leaves these open; the authors think that White has an advantage. Neither pattern of the large trees continues:
White wins some trees of even k, and with odd k, H = 1 and 2n = k + 1 (all vertices taken) the game is a tie.

\`\`\`
$(show open-trees)
\`\`\`
EOF
}

black_wins() {
    solve graphs --to 8
    cat <<EOF

## Boards that Black wins

The paper has no board on which the second player wins the whole game. There are some. The smallest connected graph has 8
vertices and is the only one of that size: two squares whose adjacent corners form a complete graph of four (n = 2). With
n = 1 the smallest have 9 vertices (a 6-cycle with pendants at three alternating vertices is one of four). The smallest
trees have 11 (n = 2).

\`\`\`
$(show graphs --vertices 2-8)
\`\`\`

\`\`\`
$(show trees --vertices 2-12)
\`\`\`
EOF
}

# The slides' claim: the first player wins (1,k) if s < 2k, and otherwise on large trees.
survey() {
    cat <<'EOF'

## The slides' survey: complete s-ary trees

Sugimoto and Saitoh's slides say of the (1,k) game (one round of k stones) on complete s-ary trees: with s < 2k the first player
wins; otherwise he wins on large trees and small ones are ties. The theorem they cite is about the (k,1)
game (k rounds of one stone): won if 2k <= s, or if s is odd and the tree is large; a tie if s is even, 2k > s and the tree is
large.

| s | H | N | k | s < 2k | (1,k), one round | (k,1), k rounds |
|---|---|---|---|---|---|---|
EOF
    for tree in '2 1' '2 2' '2 3' '2 4' '3 1' '3 2' '3 3' '4 1' '4 2' '5 1' '5 2'; do
        set -- $tree
        n=$(size "$1" "$2")
        for k in 1 2 3; do
            [ $((2 * k)) -le "$n" ] || continue
            [ "$k" -lt 3 ] || [ "$n" -le 21 ] || continue
            one=$(value "tree:$1,$2" 1 $k)
            many=$(value "tree:$1,$2" $k 1)
            echo "| $1 | $2 | $n | $k | $([ "$1" -lt $((2 * k)) ] && echo yes || echo no) | $one ($(winner "$one")) | $many ($(winner "$many")) |"
        done
    done
    cat <<'EOF'

In one round the first player wins all of these except those in which every vertex is taken.
EOF
}

# Rows of a table: vertices, trees, then for k = 1..4 White's wins / ties / Black's wins.
one_round_counts() {
    for k in 1 2 3 4; do
        ./demesne atlas export trees --vertices 2-16 --rounds 1 --per-turn $k --summary --db $db --to - | tail -n +2
    done | awk -F, '
        { boards[$2] = $3; cell[$2, $5] = $7 " / " $8 " / " $9 }
        END {
            for (n = 2; n in boards; n++) {
                row = "| " n " | " boards[n]
                for (k = 1; k <= 4; k++) row = row " | " cell[n, k]
                print row " |"
            }
        }'
}

one_round_trees() {
    for k in 1 2 3 4; do
        solve trees --to 16 --rounds 1 --per-turn $k
    done
    spiders=$(for k in 2 3 4; do value "spider:$((k + 1)),2" 1 $k; done | paste -sd' ' -)
    cat <<EOF

## One round on trees: when the second player wins

The slides end with the question when the second player has a winning reply on a tree. These are the (1,k) games of all free
trees of up to 16 vertices: White's wins / ties / Black's wins.

| N | trees | k = 1 | k = 2 | k = 3 | k = 4 |
|---|---|---|---|---|---|
$(one_round_counts)

With one stone he never has: White takes a median. With k = 2, 3 and 4 the smallest tree that Black wins is the spider with k + 1 legs of
length 2 (values $spiders), the only one of its size. If
he wins any, he wins a larger share of the trees of odd size than of those with one vertex more.

\`\`\`
$(show trees --rounds 1 --per-turn 2 --vertices 7)
\`\`\`
EOF
}

head_of_page
paths
medians
proposition_1
theorems
open_region
black_wins
survey
one_round_trees
tools/reproduce_players.sh
tools/reproduce_lines.sh
tools/reproduce_interval.sh
