#!/bin/sh
# mpi.sh - `demesne-mpi lead`: the answers of `demesne lead`, by several processes; checkpoints, signals, killed
# ranks, bad input.  With DEMESNE_LONG larger boards, many kills, and the speed of two ranks.
. "$(dirname "$0")/lib/tap.sh"
tool=$(dirname "$program")/demesne-mpi
[ -x "$tool" ] && command -v mpirun >/dev/null
report $? "demesne-mpi is built and mpirun is there: libopenmpi-dev and openmpi-bin are installed"

# Open MPI keeps memory until the process ends, and its notes would hide ours.
ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0
export ASAN_OPTIONS
root=
[ "$(id -u)" -ne 0 ] || root=--allow-run-as-root
TMPDIR=$work
export TMPDIR # Open MPI's own files

# mpi N WORD..: N ranks; more than there are cores is fine.
mpi() {
    ranks=$1
    shift
    # shellcheck disable=SC2086 # no word if not root
    timeout 300 mpirun $root --oversubscribe -n "$ranks" "$tool" "$@"
}

# ours: the messages of the tool alone, without those of mpirun.
ours() {
    printf '%s\n' "$err" | grep '^demesne: '
}

# answer KEY..: the answer without what differs between two runs.
answer() {
    field count reply value outcome white_score black_score tied unreached method proven share cost
}

# The same answer as one process
run demesne lead euclid:50 --count 5 --ties white --json
alone=$(answer)
nodes=$(field nodes)
keys=$(field)
for ranks in 1 2 4; do
    run mpi $ranks lead euclid:50 --count 5 --ties white --json
    status_is "$ranks ranks" 0
    is "$ranks ranks: the answer" "$(answer)" "$alone"
    is "$ranks ranks: the same tree" "$(field nodes)" "$nodes"
    is "$ranks ranks: the fields" "$(field)" "$keys"
    run demesne score euclid:50 --white "$(field white | tr -d '[]')" --black "$(field black | tr -d '[]')" --ties white --json
    is "$ranks ranks: the sites score it" "$(field value)" "$(printf '%s' "$alone" | cut -d ' ' -f 3)"
done
run mpi 2 lead grid:4x4 --count 4 --reply 2 --threads 2 --ties earlier --json
alone=$(answer)
run demesne lead grid:4x4 --count 4 --reply 2 --ties earlier --json
is 'two ranks of two threads' "$(answer)" "$alone"
out=$(demesne arena petersen --to board.g6 --quiet >/dev/null && demesne arena petersen --to - --format edges 2>/dev/null | mpi 2 lead - --count 4 --method exact --json 2>/dev/null)
is 'a board from standard input' "$(field vertices value proven)" '10 0 true'
run mpi 2 lead grid:4x4 --count 2 --json
matches 'enumeration does not use the ranks' "$(ours)" '*method enumerate runs on rank 0 alone*'
run mpi 2 lead --help
matches 'help, once' "$out" '*Usage: demesne-mpi lead ARENA*--checkpoint FILE*Exit status*'
run mpi 1 --help
matches 'the examples are of this program' "$out" '*Examples:*mpirun -n 2 demesne-mpi lead*Usage*'
run mpi 2 lead --help
is 'help: printed by one rank' "$(printf '%s\n' "$out" | grep -c '^Usage')" 1

# Bad input: one message, the status of the tool
refused() { # NAME STATUS PATTERN WORD..
    name=$1 wanted=$2 pattern=$3
    shift 3
    run mpi 2 "$@"
    status_is "$name" "$wanted"
    matches "$name: why" "$(ours)" "$pattern"
    is "$name: one message" "$(ours | wc -l)" 1
    is "$name: nothing on standard output" "$out" ''
}
refused 'no command' 2 "*demesne-mpi has no command 'solve'*" solve path:5
refused 'no count' 2 '*--count*' lead path:9
refused 'too many sites' 1 '*need 10 free vertices; there are 9*' lead path:9 --count 5
refused 'no such board' 1 '*paht*' lead paht:9 --count 5
refused 'a checkpoint in no folder' 1 '*nowhere*' lead euclid:30 --count 4 --checkpoint nowhere/state
refused 'a checkpoint and enumeration' 2 '*--method exact only*' lead euclid:30 --count 2 --method enumerate --checkpoint state
refused 'a checkpoint of many boards' 2 '*one board*' lead board.g6 --count 4 --checkpoint state
echo 'no checkpoint' >state
refused 'another file' 1 '*state: not a checkpoint of lead*' lead euclid:30 --count 4 --method exact --checkpoint state
is 'another file: it stays' "$(cat state)" 'no checkpoint'
rm state
[ ! -e state ]
report $? 'nothing else was written'

# Checkpoints: stopped by time, then another number of ranks, then one process
run mpi 2 lead euclid:200 --count 14 --ties white --time 0.2 --json
status_is 'stopped by --time' 3
[ "$(field proven)" = false ] && [ "$(field lower)" -lt "$(field upper)" ]
report $? 'stopped by --time: bounds'
with_time '[ -e state ]' mpi 2 lead euclid:90 --count 9 --ties white --checkpoint state --json
ok 'there is a checkpoint' [ -s state ] # of a search that was stopped, or that a fast machine finished
nodes=$(field nodes)
cp state first
refused 'a checkpoint of another question' 1 '*state: a checkpoint of another question*' lead euclid:90 --count 8 --ties white --checkpoint state
cmp -s state first
report $? 'a checkpoint of another question: it stays'
size=$(wc -c <state)
head -c $((size - 9)) state >short
refused 'a damaged checkpoint' 1 '*short: a damaged checkpoint*' lead euclid:90 --count 9 --ties white --checkpoint short
goes_on='[ "$(field nodes)" -ge "$nodes" ]'
with_time "$goes_on" mpi 3 lead euclid:90 --count 9 --ties white --checkpoint state --json
eval "$goes_on"
report $? 'three ranks go on'
run demesne lead euclid:90 --count 9 --ties white --checkpoint first --json --quiet
status_is 'one process goes on from the first' 0
one=$(answer)
run mpi 4 lead euclid:90 --count 9 --ties white --checkpoint state --json --quiet
status_is 'four ranks finish' 0
is 'four ranks finish: the same answer' "$(answer)" "$one"
nodes=$(field nodes)
run mpi 2 lead euclid:90 --count 9 --ties white --checkpoint state --json
is 'a finished checkpoint answers at once' "$(answer) $(field nodes)" "$one $nodes"

# catching: the ranks that have a handler for SIGTERM.
catching() {
    for pid in $(pgrep -f "^$tool lead"); do
        grep -q '^SigCgt:.*[4-7c-f]...$' "/proc/$pid/status" 2>/dev/null && echo "$pid"
    done
}
# start_ranks N WORD..: in the background; waits until all ranks catch signals.  $job is mpirun, $pids are the ranks.
start_ranks() {
    wanted=$1
    mpi "$@" >cut 2>log &
    job=$!
    pids=
    while kill -0 $job 2>/dev/null && [ "$(echo "$pids" | wc -w)" -lt "$wanted" ]; do
        sleep 0.05
        pids=$(catching)
    done
}
end_job() {
    wait $job
    status=$?
    out=$(cat cut)
}

# Signals: rank 0 prints what it has
case $(mpirun --version) in *'Open MPI) 4.'*) drops_output=no ;; *) drops_output=yes ;; esac
for which in first last mpirun; do
    for try in 1 2 3 4 5; do # mpirun kills what has not ended after a second: a busy machine may need that
        start_ranks 2 lead euclid:200 --count 14 --ties white --json
        case $which in
        first) kill -TERM "$(echo "$pids" | head -n 1)" ;;
        last) kill -TERM "$(echo "$pids" | tail -n 1)" ;;
        mpirun) kill -TERM "$(pgrep -f "^(mpirun|prterun) .*$tool")" ;; # mpirun becomes prterun in Open MPI 5
        esac
        end_job
        [ $which = mpirun ] && [ -z "$out" ] && [ $drops_output = no ] && [ $try -lt 5 ] || break
    done
    if [ $which$drops_output = mpirunyes ]; then
        is 'SIGTERM to mpirun: no rank is left' "$(catching)" ''
        skip 'SIGTERM to mpirun: an answer' 'this Open MPI drops what ranks print after it'
        continue
    fi
    [ $which = mpirun ] || status_is "SIGTERM to the $which rank" 3
    is "SIGTERM to $which: an answer" "$(field proven count)" 'false 14'
    [ "$(field lower)" -lt "$(field upper)" ]
    report $? "SIGTERM to $which: bounds"
done

# A killed rank ends the job; the next one goes on from the last state.
hard='lead euclid:200 --count 14 --ties white --json --checkpoint hard'
# shellcheck disable=SC2086 # words
start_ranks 2 $hard
while kill -0 $job 2>/dev/null && [ ! -e hard ]; do sleep 0.1; done
kill -KILL "$(echo "$pids" | tail -n 1)"
end_job
status_is 'a killed rank ends the job' 137
is 'a killed rank: only the checkpoint is left' "$(echo hard*)" hard
# shellcheck disable=SC2086
run mpi 3 $hard --time 0.3
is 'a killed rank: three go on' "$status $(field proven)" '3 false'

if [ -n "${DEMESNE_LONG:-}" ]; then
    # Ranks killed every few seconds: no state is older than 10 seconds, and the answer comes.
    run demesne lead euclid:150 --count 10 --ties white --json --quiet
    alone=$(answer)
    status=137 kills=0 oldest=0
    while [ $status -eq 137 ] && [ $kills -lt 100 ]; do
        start_ranks $((2 + kills % 3)) lead euclid:150 --count 10 --ties white --json --checkpoint often
        for second in 1 2 3 4 5 6 7; do
            sleep 1
            kill -0 $job 2>/dev/null || break
        done
        # shellcheck disable=SC2086 # one rank per word
        if kill -KILL "$(echo $pids | cut -d ' ' -f $((1 + kills % 2)))" 2>/dev/null && [ -e often ]; then
            age=$(($(date +%s) - $(stat -c %Y often)))
            [ $age -le $oldest ] || oldest=$age
        fi
        kills=$((kills + 1))
        end_job
    done
    status_is "killed $((kills - 1)) times" 0
    is 'killed ranks: the answer' "$(answer)" "$alone"
    [ $oldest -le 8 ] # and the lists of other ranks in it are 2 seconds older
    report $? "killed ranks: the oldest state was $oldest seconds old"
    # Speed and equal answers on boards of 20 to 60 seconds
    ok 'two ranks are at least 1.7 times as fast as one' "$here/../../bench/lead_mpi.sh" "$tool"
fi
finish
