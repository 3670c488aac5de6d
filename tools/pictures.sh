#!/bin/sh
# pictures.sh - draws the pictures of README and docs/ with our own tool.
#
#     tools/pictures.sh [BINARY]          default ./demesne
set -eu
cd "$(dirname "$0")/.."
demesne=${1:-./demesne}
mkdir -p docs/pictures

# picture NAME ARENA OPTIONS...
picture() {
    name=$1
    shift
    "$demesne" draw "$@" -o "docs/pictures/$name.png" --quiet >/dev/null
}

# A real town: docs/MAPS.md.
map=$(tools/fetch_map.sh monaco.osm.pbf)
"$demesne" reply "$map" --largest --profile foot --white @examples/monaco/rivals.csv --customers examples/monaco/customers.csv \
    --candidates examples/monaco/places.csv --budget 11000 -o docs/pictures/hero.png --quiet >/dev/null

picture grid grid:15x15 --white 32,112,190 --black 36,100,170
picture grid-figure1 grid:15x15 --white 32,112,190 --black 36,100,170 --paper

picture tree tree:2,4 --white 4,2 --black 1,13
picture disconnected docs/pictures/two-parts.edges --white 0,7 --black 2,5

# The two tied vertices go to nobody, one to each player, or both to one of them.
for ties in neutral earlier white black; do
    picture "ties-$ties" path:9 --white 8,0 --black 4 --ties $ties
done
picture ties path:9 --white 8,0 --black 4 --caption \
    'Vertices 2 and 6 are tied. neutral: nobody gets them; white, black: one player gets both;'\
' earlier: 6 is White'"'"'s by stone 1, 2 is Black'"'"'s by stone 2'

# The board of a formula, and stones that satisfy it.
"$demesne" reduce sat examples/formulas/figure3.cnf --assignment 1,2,-3,4 -o docs/pictures/formula.png \
    --quiet >/dev/null

# Whose customers are whose, once the best sites are open.
"$demesne" reply examples/boards/valley.gml --white Harbour,Kirkton --count 2 -o docs/pictures/reply.png \
    --quiet >/dev/null
"$demesne" lead examples/boards/valley.gml --count 2 -o docs/pictures/lead.png --quiet >/dev/null
"$demesne" lead euclid:50 --count 3 --ties white -o docs/pictures/euclid.png --quiet >/dev/null
"$demesne" lines best examples/levels/labyrinth.json --op cut -o docs/pictures/lines.png --quiet >/dev/null

# The page, as the browser's tests see it.
tests/web/page.sh "$demesne" pictures
cp build/screenshots/page-*.png docs/pictures/
