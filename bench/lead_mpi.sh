#!/bin/sh
# lead_mpi.sh - the speed of `demesne-mpi lead` with two ranks, measured against one, on a machine with nothing else to do.
#
#     bench/lead_mpi.sh [--save] [build/release/demesne-mpi]
#
# Three boards that take one rank 20 to 60 seconds; about four minutes in all.  `busy` is the processor time of each rank
# as a part of the time; the rest it waits.  Four ranks on fewer cores only have to give the same answer.  Status 1 if two
# ranks are less than 1.7 times as fast as one, or an answer differs.  --save writes bench/results/DAY-lead-mpi.txt as well.
set -u
save=
[ "${1:-}" != --save ] || { save=bench/results/$(date -u +%Y-%m-%d)-lead-mpi.txt && shift; }
tool=${1:-build/release/demesne-mpi}
root=
[ "$(id -u)" -ne 0 ] || root=--allow-run-as-root
times=$(mktemp)
trap 'rm -f "$times"' EXIT
status=0

# say FORMAT WORD..: prints, and writes to the file if there is one.
say() {
    # shellcheck disable=SC2059 # a format
    printf "$@"
    # shellcheck disable=SC2059
    [ -z "$save" ] || printf "$@" >>"$save"
}

# measure N BOARD COUNT SEED: sets $seconds, $busy (of each rank), $nodes, $answer.
measure() {
    : >"$times"
    # shellcheck disable=SC2086 # no word if not root
    out=$(mpirun $root --oversubscribe -q -n "$1" /usr/bin/time -a -o "$times" -f '%e %U %S' \
        "$tool" lead "$2" --count "$3" --seed "$4" --ties white --json --quiet </dev/null)
    seconds=$(awk '$1 > most { most = $1 } END { print most }' "$times")
    busy=$(awk '{ printf "%s%.0f%%", (NR > 1 ? " " : ""), 100 * ($2 + $3) / $1 }' "$times")
    nodes=$(printf '%s' "$out" | sed 's/.*"nodes":\([0-9]*\).*/\1/')
    answer=$(printf '%s' "$out" | sed 's/.*"value":\([-0-9]*\).*"proven":\([a-z]*\).*/\1 \2/')
}

if [ -n "$save" ]; then
    compiler=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$(dirname "$tool")/CMakeCache.txt")
    : >"$save" || exit 1
    say 'commit    %s\n' "$(git rev-parse --short HEAD)"
    say 'machine   %s\n' "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
    say 'compiler  %s\n\n' "$("${compiler:-cc}" --version | head -n 1)"
fi
say '%-12s %4s %4s %5s  %8s %7s %7s  %s\n' board p=r seed ranks seconds speed nodes busy
while read -r board count seed; do
    for ranks in 1 2 4; do
        measure "$ranks" "$board" "$count" "$seed"
        [ "$ranks" -ne 1 ] || { one=$seconds same=$answer; }
        speed=$(awk -v a="$one" -v b="$seconds" 'BEGIN { printf "%.2f", a / b }')
        say '%-12s %4d %4d %5d  %8.1f %7s %7d  %s\n' "$board" "$count" "$seed" "$ranks" "$seconds" "$speed" "$nodes" "$busy"
        if [ "$answer" != "$same" ] || { [ "$ranks" -eq 2 ] && ! awk -v s="$speed" 'BEGIN { exit s < 1.7 }'; }; then
            echo "too slow, or another answer: $answer" >&2
            status=1
        fi
    done
done <<END
euclid:190 10 1
euclid:180 11 1
euclid:160 12 2
END
exit $status
