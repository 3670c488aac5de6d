#!/bin/sh
# Makes data/: solves the games that build/atlas.db does not have yet, then exports the tables.
# It takes some five hours of one core, can be stopped at any time and resumes.
# tools/atlas.sh [THREADS]
set -eu
cd "$(dirname "$0")/.."
threads=${1:-2}
db=build/atlas.db

solve() {
    ./demesne atlas run "$@" --threads "$threads" --db $db
}

export_to() {
    file=$1
    shift
    ./demesne atlas export "$@" --db $db --to "$file"
}

# One file of several exports: the heading once.
join() {
    out=$1
    shift
    { cat "$1"; shift; for more in "$@"; do tail -n +2 "$more"; done; } >"$out"
}

solve paths --to 46
solve cycles --to 51
solve grids --cells 28
solve tori --to 25
solve complete-trees --to 50
solve spiders --to 36
solve hypercubes --to 16
solve trees --to 20
solve graphs --to 10
for k in 2 3 4; do
    solve trees --to 16 --rounds 1 --per-turn $k
done

mkdir -p data
families='paths cycles grids tori complete-trees spiders hypercubes'
# shellcheck disable=SC2086 # the words are meant to split
export_to build/families.csv $families
export_to build/trees.csv trees --vertices 2-10
export_to build/graphs.csv graphs --vertices 2-6
join data/games.csv build/families.csv build/trees.csv build/graphs.csv
export_to data/counts.csv trees graphs --summary
export_to build/black-trees.csv trees --vertices 2-13 --winner black
export_to build/black-graphs.csv graphs --vertices 2-10 --winner black
join data/black-wins.csv build/black-trees.csv build/black-graphs.csv
for k in 1 2 3 4; do
    export_to build/one-round-$k.csv trees --vertices 2-16 --rounds 1 --per-turn $k --summary
    export_to build/one-round-black-$k.csv trees --vertices 2-12 --rounds 1 --per-turn $k --winner black
done
join data/one-round.csv build/one-round-[1-4].csv
join data/one-round-black-wins.csv build/one-round-black-[1-4].csv
