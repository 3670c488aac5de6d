#!/bin/sh
# Runs every fuzz target of a build folder and speaks TAP.
#
#     tests/fuzz/run.sh build/asan 60                for 60 seconds each
#     tests/fuzz/run.sh build/asan 60 gml json       only these
#     tests/fuzz/run.sh build/asan same              the same few seconds' inputs every time
#
# A target starts from corpus/NAME and from the bad files of its format; what it learns is kept
# in BUILD/fuzz/NAME/ (`same` learns nothing from earlier runs), and an input that breaks it is
# left in BUILD/fuzz/NAME-crash-*.
set -u
build=$1
extent=$2
shift 2
case $extent in
same) limit="-runs=700 -seed=1" ;; # the longest list of seeds has some 500
*) limit="-max_total_time=$extent" ;;
esac
here=$(dirname "$0")
mkdir -p "$build/fuzz"

# The ending of a format's files in tests/bad.
ending() {
    case $1 in
    dimacs_col) echo col ;;
    dimacs_gr) echo gr ;;
    metis) echo graph ;;
    graph6) echo "[gs]6" ;;
    pajek) echo net ;;
    osm_pbf) echo pbf ;;
    osm_xml) echo osm ;;
    places) echo places ;;
    node_link) echo json ;;
    any) echo "*" ;;
    *) echo "$1" ;;
    esac
}

# Gathers the seeds of target $1 into its folder.
seed() {
    folder=$build/fuzz/$1
    for file in "$here/corpus/$1"/* "$here/../bad"/*.$(ending "$1"); do
        [ -f "$file" ] && set -- "$@" "$file"
    done
    shift
    [ $# -eq 0 ] || cp "$@" "$folder"
}

number=0
status=0
for target in "$build"/tests/fuzz_*; do
    name=$(basename "$target" | sed 's/^fuzz_//')
    [ -x "$target" ] && [ -f "$target" ] || continue
    case " ${*:-$name} " in *" $name "*) ;; *) continue ;; esac
    number=$((number + 1))
    [ "$extent" != same ] || rm -rf "$build/fuzz/$name"
    mkdir -p "$build/fuzz/$name"
    seed "$name"
    log=$build/fuzz/$name.log
    # shellcheck disable=SC2086 # the limit is one word or two
    if "$target" $limit -max_len=4096 -rss_limit_mb=1024 -timeout=300 \
        -artifact_prefix="$build/fuzz/$name-" "$build/fuzz/$name" >"$log" 2>&1; then
        echo "ok $number - fuzz $name: $(sed -n 's/^Done \([0-9]*\) runs.*/\1 inputs/p' "$log")"
    else
        status=1
        echo "not ok $number - fuzz $name ($log)"
        tail -n 30 "$log" | sed 's/^/# /'
    fi
done
echo "1..$number"
exit "$status"
