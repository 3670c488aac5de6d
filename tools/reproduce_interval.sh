#!/bin/sh
# Prints the section of docs/EXPERIMENTS.md on the German seminar text about the circle and the
# segment: its lemmas and theorems, played and attacked by ./demesne.
set -eu
cd "$(dirname "$0")/.."

field() {
    sed 's/.*"'"$1"'":"\{0,1\}\([^",}]*\).*/\1/'
}

margin() {
    ./demesne interval play "$@" --json --quiet | field margin
}

# attack ARENA STONES RED [OPTIONS]: games, not won, the worst margin, as cells of a table.
attack() {
    arena=$1
    stones=$2
    red=$3
    shift 3
    line=$(./demesne interval attack "$arena" --stones "$stones" --red "$red" "$@" --json --quiet)
    echo "$(echo "$line" | field games) | $(echo "$line" | field not_won) | $(echo "$line" | field worst)"
}

mirrors() {
    for n in 3 4 5 8 12 20; do
        echo "| $n | $(margin circle --stones $n --blue lemma3 --red mirror) | $(margin circle --stones $n --blue lemma3 --red mirror:last=best) | $(margin circle --stones $n --blue lemma3 --red keypoint) |"
    done
}

theorems() {
    for n in 2 3 4 5; do echo "| 12 | circle | keypoint | $n | $(attack circle $n keypoint) |"; done
    for n in 2 3; do echo "| 12, several stones per turn | circle | keypoint | $n | $(attack circle $n keypoint --batch) |"; done
    for n in 2 3 4; do echo "| 22 | segment | line | $n | $(attack segment $n line) |"; done
    echo "| 22, breaking the border interval | segment | line:border=break | 3 | $(attack segment 3 line:border=break) |"
}

distances() {
    for n in 2 3; do
        for rule in '' --strict; do
            words=$([ -n "$rule" ] && echo 'more than' || echo 'at least')
            # shellcheck disable=SC2086 # no word if there is no rule
            echo "| $n | $words 1/30 | $(attack circle $n keypoint --min-distance 1/30 $rule) |"
        done
    done
}

small() {
    for bits in 10 20 40 80; do
        echo "| $bits | $(margin circle --stones 4 --blue tiny-margin:bits=$bits --red keypoint) | $(margin segment --stones 4 --blue tiny-margin:bits=$bits --red line) |"
    done
}

cat <<EOF

## The circle and the segment: the seminar text

A seminar text in German (no author or title in our copy) after Ahn, Cheng, Cheong, Golin and van Oostrum, "Competitive facility
location: the Voronoi game", 2004. Margins are Red's length minus Blue's, exact.

**Lemma 3**: with n of 3 or more, mirroring cannot win. Blue's moves of the proof against it, and against the keypoint strategy:

| n | mirror | mirror with the best last stone | keypoint |
|---|---|---|---|
$(mirrors)

**Theorems 12 and 22**: the keypoint strategy wins on the circle, the line strategy on the segment. Blue tries every game on a grid of
places (\`demesne interval attack\`):

| theorem | arena | Red | n | games | not won | worst margin |
|---|---|---|---|---|---|---|
$(theorems)

**Section 2.3**: with a minimum distance d the keypoint strategy does not win if distances are "at least d", and wins again if
they are "more than d". The first is right; the second only for n = 2.

| n | distance | games | not won | worst margin |
|---|---|---|---|---|
$(distances)

**Conclusion**: Blue can make the margin as small as it likes.

| bits of Blue's step | circle, n = 4 | segment, n = 4 |
|---|---|---|
$(small)
EOF
