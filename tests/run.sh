#!/bin/sh
# run.sh - runs the tests over all cores.  The last line is `N passed, N failed`; the status is 0 if
# none failed.
#
#     tests/run.sh                 everything in `make test`
#     tests/run.sh --long          the slow checks as well
#     tests/run.sh --unit BUILD    the unit tests of one build folder
#
# Every test program and script speaks TAP (`ok 1 - name`, `not ok 2 - name`); one that fails
# without naming a test counts as one failure.  Logs are in build/test-logs.
set -u
cd "$(dirname "$0")/.."

# Leaks in other libraries.
LSAN_OPTIONS=suppressions=$PWD/tests/leaks.txt:print_suppressions=0
# Frames per block in a report: fewer are faster.  Freed blocks are used again after 32 MB: 256 MB, the usual, cost
# time for fresh memory; the long mode has them.
ASAN_OPTIONS=malloc_context_size=10:quarantine_size_mb=32:allocator_release_to_os_interval_ms=-1
export LSAN_OPTIONS ASAN_OPTIONS
logs=build/test-logs
limit=1800 # seconds for one program: only ends what hangs
fuzzing=same
release=for-scripts
later='/\(docs\|options\|reproduction\)\.sh' # what is run with sanitizers in the long mode only

# one NAME LIMIT COMMAND...: runs one TAP program for at most LIMIT seconds, prints its line and
# leaves NAME.log and NAME.result (`passed failed seconds`; the seconds are the processor's).
one() {
    name=$1
    limit=$2
    shift 2
    log=$logs/$name.log
    CMOCKA_MESSAGE_OUTPUT=TAP timeout "$limit" "$@" >"$log" 2>&1 </dev/null
    status=$?
    good=$(grep -c '^ok ' "$log")
    bad=$(grep -c '^not ok ' "$log")
    if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
        bad=1
        echo "not ok - $name ended with status $status" >>"$log"
    fi
    if [ "$good" -eq 0 ] && [ "$bad" -eq 0 ]; then
        bad=1
        echo "not ok - $name ran no test" >>"$log"
    fi
    times >"$logs/$name.result"
    seconds=$(sed -n '$s/[ms]/ /gp' "$logs/$name.result" | awk '{ printf "%.1f", 60 * ($1 + $3) + $2 + $4 }')
    echo "$good $bad $seconds" >"$logs/$name.result"
    if [ "$bad" -eq 0 ]; then
        printf '  %-34s %5d passed %7.1f s\n' "$name" "$good" "$seconds"
    else
        printf '  %-34s %5d passed %7.1f s, %d failed (%s)\n' "$name" "$good" "$seconds" "$bad" "$log"
    fi
}

if [ "${1:-}" = --one ]; then
    shift
    one "$@"
    exit
fi

# build PRESET TARGET: configures and builds.
build() {
    if ! { cmake --preset "$1" -DDEMESNE_TESTS=ON -DDEMESNE_WERROR=ON && cmake --build "build/$1" --target "$2"; } \
        >"$logs/build-$1.log" 2>&1; then
        tail -n 40 "$logs/build-$1.log"
        echo "demesne: error: the $1 build failed ($logs/build-$1.log)"
        return 1
    fi
}

# Both at once: each has stretches that keep one core busy only.
build_both() {
    build release "$release" &
    build asan all
    good=$?
    wait $! && [ "$good" -eq 0 ]
}

# Reads lines of NAME LIMIT COMMAND and runs them, more at a time than there are cores, as many wait: for
# browsers, servers, clocks.
run_all() {
    xargs -P $((2 * $(nproc) + 1)) -L 1 tests/run.sh --one
}

# Shows what failed, and sums up.
finish() {
    for result in "$logs"/*.result; do
        read -r _ bad _ <"$result"
        [ "$bad" -eq 0 ] && continue
        log=${result%.result}.log
        echo "$log:"
        grep -v '^ok ' "$log" | tail -n 40 | sed 's/^/    /'
    done
    cat "$logs"/*.result | awk '
        { good += $1; bad += $2 }
        END { print good + 0 " passed, " bad + 0 " failed"; exit bad > 0 }'
    exit
}

# The longest start first, so that no core is idle at the end.
longest_first() {
    awk -v longest='page-3 page-2 page-1 cli-kits-asan project-python-release cli-mpi-asan cli-docs-release cli-demo-asan
            cli-osm-asan cli-postgres-asan test_market cli-lead-asan cli-parts-asan cli-geojson-asan test_champion
            cli-sandbox-asan cli-sandbox_user-release test_fault_api test_solve cli-work-asan cli-examples-asan
            server-bounds-release server-api-asan cli-bot_check-asan test_store_postgres cli-reply-asan cli-atlas-asan
            cli-cluster-asan cli-solve-asan cli-night-asan test_rope_best fuzz-dot project-lint-release
            cli-tournament-asan server-bounds-asan cli-options-asan cli-interrupt-asan server-load-asan cli-lines-asan
            test_bot test_level_grade test_tournament_systems cli-lines_pack-asan test_interval_attack test_lead_team
            test_line_solve cli-docs-asan' '
        BEGIN { count = split(longest, name); for (i = 1; i <= count; i++) rank[name[i]] = i }
        { print ($1 in rank ? rank[$1] : count + 1), $0 }' | sort -s -n -k 1,1 | cut -d ' ' -f 2-
}

unit_tests() { # BUILD
    for source in tests/unit/*/test_*.c tests/fault/test_*.c; do
        name=$(basename "$source" .c)
        echo "$name $limit $1/tests/$name"
    done
}

# scripts BUILD SCRIPT...: the scripts with the tool of that build.
scripts() {
    build=$1
    shift
    for script; do
        echo "$(basename "$(dirname "$script")")-$(basename "$script" .sh)-$(basename "$build") $limit $script $build/demesne"
    done
}

fuzz_tests() {
    for source in tests/fuzz/fuzz_*.c; do
        name=$(basename "$source" .c)
        name=${name#fuzz_}
        echo "fuzz-$name $limit tests/fuzz/run.sh build/asan $fuzzing $name"
    done
}

# Everything is run with sanitizers, the documents in the long mode only: the examples of every command, all options
# and the demo are.  With the release build: the page, the scripts of the project, a walk through all commands (the
# documents, all options; the demo and the examples in the long mode), what measures memory, and attacks by programs of
# an ordinary user.
everything() {
    unit_tests build/asan
    # shellcheck disable=SC2046 # no file name has a blank
    scripts build/asan $(ls tests/cli/*.sh | grep -v -e sandbox_user -e "$later") tests/server/*.sh
    # shellcheck disable=SC2046
    scripts build/release tests/cli/bad_input.sh tests/cli/docs.sh tests/cli/reproduction.sh tests/cli/options.sh tests/cli/sandbox_user.sh \
        ${DEMESNE_LONG:+tests/cli/demo.sh tests/cli/examples.sh tests/cli/sandbox.sh} tests/server/bounds.sh tests/server/load.sh $(ls tests/project/*.sh | grep -v install) tests/site/*.sh
    for share in 1 2 3; do
        echo "page-$share $limit tests/web/page.sh build/release/demesne $share/3"
    done
    fuzz_tests
}

rm -rf "$logs"
mkdir -p "$logs"
case "${1:-}" in
--unit)
    unit_tests "$2" | longest_first | run_all
    finish
    ;;
--long)
    DEMESNE_LONG=1
    ASAN_OPTIONS=malloc_context_size=10
    export DEMESNE_LONG
    limit=7200
    fuzzing=300
    later=none
    release=all # the test programs too: do they compile without a warning?
    ;;
esac

bwrap --unshare-user --ro-bind / / true 2>/dev/null ||
    echo "no sandbox works here, as bwrap may not make user namespaces: tests that play with outside programs will fail"
echo "building with gcc (release) and clang (address and undefined-behaviour sanitizers)"
if ! build_both; then
    echo "0 passed, 1 failed"
    exit 1
fi
ln -sf build/release/demesne demesne
{
    everything | longest_first
    scripts build/release tests/project/install.sh # the last to start: it configures the release build anew
} | run_all
finish
