#!/bin/sh
# square_grids.sh - makes data/square-grids.csv and the certificates beside it: the games on square
# grids, solved one after the other, those with few rounds and vertices first.  Solved games stay in
# build/squares/, so it can be stopped at any time and resumes.  All of it takes some hours of one core.
set -eu
cd "$(dirname "$0")/.."
folder=build/squares
mkdir -p $folder data/certificates

# game SIDE ROUNDS
game() {
    kept=$folder/$2-$1.json
    [ -s "$kept" ] && return
    ./demesne solve "grid:$1x$1" --rounds "$2" --memory 1G --json --quiet >$folder/new.json
    mv $folder/new.json "$kept"
}

games() {
    for side in $(seq "$2" "$3"); do game "$side" "$1"; done
}

row() {
    sed 's/.*"arena":"\([^"]*\)","vertices":\([0-9]*\),"edges":\([0-9]*\).*"rounds":\([0-9]*\).*"value":\([-0-9]*\),.*"proven":true.*/grids,\1,\2,\3,\4,1,neutral,\5,\5,1/' "$1"
}

games 1 2 30
games 2 2 30
games 3 3 20
games 4 3 14
games 5 4 9
{
    echo table,board,vertices,edges,rounds,per_turn,ties,lower,upper,proven
    for rounds in 1 2 3 4 5; do
        for side in $(seq 2 30); do
            if [ -s $folder/$rounds-"$side".json ]; then row $folder/$rounds-"$side".json; fi
        done
    done
} >data/square-grids.csv
for side in 7 8 9 10; do
    ./demesne solve "grid:${side}x$side" --rounds 2 --quiet --certificate "data/certificates/grid-${side}x$side-2.jsonl" >$folder/proof.txt
done
