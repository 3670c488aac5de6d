#!/bin/sh
# lattice_board.sh K - the K x K places of a lattice as a board: all pairs, Euclidean lengths to nine decimals.
# demesne solve plays the game in the plane on them, with the places as customers (docs/ATLAS.md).
set -eu
awk -v k="$1" 'BEGIN {
    print "vertices " k * k
    for (u = 0; u < k * k; u++)
        for (v = 0; v < u; v++) {
            dx = u % k - v % k
            dy = int(u / k) - int(v / k)
            printf "%d %d %.9f\n", u, v, sqrt(dx * dx + dy * dy)
        }
}'
