#!/bin/sh
# osm.sh - OpenStreetMap files as boards: counts as osmium has them, boards and distances as a slow
# reader in Python and networkx have them, on a real town and on files in every encoding.
. "$(dirname "$0")/lib/tap.sh"
maps=$here/../maps
counts=$(dirname "$program")/tests/map-counts
networkx=$(python3 -c 'import importlib.util as u; print("found" if u.find_spec("networkx") else "")' 2>/dev/null)

# facts FILE..: the board without its name and time.
facts() {
    demesne arena "$@" --json 2>/dev/null | sed 's/^{"arena":"[^"]*"//; s/"seconds":[^,]*//'
}

# with_tag FILE FILTER [FORMAT]: the ways that have it, as PBF.
with_tag() {
    osmium tags-filter -R ${3:+-F "$3"} "$1" "$2" -f pbf -o -
}

# osmium's own counts, as map-counts prints them.
osmium_counts() {
    highways=$(with_tag "$1" w/highway | osmium fileinfo -F pbf -eg data.count.ways -)
    oneways=$(with_tag "$1" w/highway | with_tag - w/oneway=yes,1,true,-1 pbf | osmium fileinfo -F pbf -eg data.count.ways -)
    echo "nodes $(osmium fileinfo -eg data.count.nodes "$1") ways $(osmium fileinfo -eg data.count.ways "$1")" \
        "highways $highways oneways $oneways"
}

# same_as_osmium FILE
same_as_osmium() {
    is "${1##*/}: osmium's counts" "$("$counts" "$1" | sed -n '1s/refs [0-9]* //p')" "$(osmium_counts "$1")"
}

# check: osm.py's boards and counts of the files that the file questions lists (check_osm.py).
check() {
    [ -z "$networkx" ] || python3 "$maps/check_osm.py" "$program" <questions >checked 2>&1
    # shellcheck disable=SC2046 # no file name has a blank
    python3 "$maps/count_osm.py" $(cut -d ' ' -f 1 questions) >counted
}

# same_as_python NAME FILE: the board and the counts are those that check found.
same_as_python() {
    is "$1: what a Python reader counts" "$("$counts" "$2")" "$(sed -n "s|^$2 ||p" counted)"
    if [ -n "$networkx" ]; then
        is "$1: its board" "$(grep -F "$2 " checked || tail -n 1 checked)" "$2 same"
    else
        skip "$1: its board" 'python3-networkx is not installed'
    fi
}

monaco=$("$here/../../tools/fetch_map.sh" monaco.osm.pbf 2>"$work/why")
if [ -n "$monaco" ]; then
    whole=$(facts "$monaco")
    if command -v osmium >/dev/null; then
        same_as_osmium "$monaco"
        for ending in osm osm.gz osm.bz2; do
            osmium cat "$monaco" -o "monaco.$ending"
            is "monaco.$ending is the same board" "$(facts "monaco.$ending")" "$whole"
        done
        # shellcheck disable=SC2002 # a pipe, not a file
        is 'a pipe of packed XML is the same board' "$(cat monaco.osm.bz2 | facts -)" "$whole"
    else
        skip 'monaco: osmium' 'osmium-tool is not installed'
    fi
    # shellcheck disable=SC2002
    is 'a pipe is the same board' "$(cat "$monaco" | facts -)" "$whole"
    is 'threads give the same board' "$(facts "$monaco" --threads 3)" "$whole"
    is 'bounds of monaco' "$(printf '%s' "$whole" | sed 's/.*"bounds":\([^]]*\].*\)/\1/; s/,"diam.*//')" \
        '[7.4069961,43.7233895,7.439278,43.7519628],"attribution":"© OpenStreetMap contributors"'
else
    skip 'monaco' "$(cat "$work/why")"
fi

mkdir files
python3 "$maps/make_osm.py" files
pairs=250
some='car metres bike seconds foot metres'
[ -z "${DEMESNE_LONG:-}" ] || pairs=1000 some= # all six
[ -z "$monaco" ] || echo "$monaco $pairs $some" >questions
set -- car metres bike seconds foot metres car seconds bike metres foot seconds
for file in files/*; do
    echo "$file 50 $1 $2${DEMESNE_LONG:+ $3 $4}" >>questions
    set -- "$@" "$1" "$2" # the next file has the next profile and measure
    shift 2
done
check
[ -z "$monaco" ] || same_as_python "monaco, $pairs random pairs per profile" "$monaco"
for file in files/*; do
    same_as_python "$file" "$file"
    case $file in
    *empty-blobs* | *other-blobs*) ;; # allowed by the format, refused by osmium
    *) ! command -v osmium >/dev/null || same_as_osmium "$file" ;;
    esac
done

# Turn restrictions, barriers and ferries are respected, and counted.
rules() {
    demesne arena "$@" --json 2>/dev/null | sed 's/.*"turn_restrictions":\([0-9]*\),"barriers":\([0-9]*\),"ferries":\([0-9]*\).*/\1 \2 \3/'
}
for file in osm_xml/ignored.osm osm_pbf/ignored.osm.pbf osm_pbf/ignored-plain.osm.pbf; do
    file=$here/../fuzz/corpus/$file
    is "${file##*/}: what a car meets" "$(rules "$file")" '1 1 0'
    is "${file##*/}: what a person on foot meets" "$(rules "$file" --profile foot)" '0 0 1'
    # shellcheck disable=SC2002 # a pipe, not a file
    is "${file##*/}: by a pipe" "$(cat "$file" | rules -)" '1 1 0'
done
if [ -n "$monaco" ] && command -v osmium >/dev/null; then
    left=$(demesne arena "$monaco" 2>&1 >/dev/null | sed -n 's/.*turn restrictions of streets that are not on the board: //p')
    is 'restrictions as osmium counts them' "$(($(rules "$monaco" | cut -d ' ' -f 1) + left))" \
        "$(osmium tags-filter -R "$monaco" r/type=restriction -f osm -o - | grep -c '<relation')"
    is 'ferries as osmium counts them' "$(rules "$monaco" --profile foot | cut -d ' ' -f 3)" \
        "$(osmium tags-filter -R "$monaco" w/route=ferry -f osm -o - | grep -c '<way')"
fi

run demesne arena files/dense.osm.pbf
matches 'text names profile, measure, streets and bounds' "$out" \
    '*profile *car*measure *metres*streets *bounds *west *, south *, east *, north *attribution*'
matches 'cut ways are counted' "$err" '*: ways cut where the file lacks nodes: 1 of 45 (3 missing nodes)*'
matches 'short ways are counted' "$err" '*: ways with fewer than two nodes left out: 1*'
matches 'parts are counted' "$err" '*: 3 parts; 2 of 100 vertices outside the largest (--largest leaves them out)'
# shellcheck disable=SC2002
is 'one pass over a pipe is the same board' "$(cat files/ways-first.osm.pbf | facts -)" "$(facts files/ways-first.osm.pbf)"
gzip -k files/raw.osm.pbf
bzip2 -k files/plain.osm
is 'gzip is undone' "$(facts files/raw.osm.pbf.gz)" "$(facts files/raw.osm.pbf)"
is 'bzip2 is undone' "$(facts files/plain.osm.bz2)" "$(facts files/plain.osm)"
cp files/dense.osm.pbf extract
cp files/plain.osm streets
is 'PBF is known by its first bytes' "$(facts extract)" "$(facts files/dense.osm.pbf)"
is 'XML is known by its first element' "$(facts streets)" "$(facts files/plain.osm)"
run demesne arena extract --to copy.osm.pbf
matches 'maps are only read' "$status $err" '1 *demesne: error: copy.osm.pbf: osm-pbf can be read but not written'
if [ -n "${DEMESNE_LONG:-}" ]; then
    python3 "$maps/make_osm.py" --huge .
    echo 'huge.osm.pbf 50' >questions
    check
    same_as_python 'a blob of nearly 32 MiB' huge.osm.pbf
fi
finish
