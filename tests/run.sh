#!/bin/sh
# Runs the tests.  The last line is `N passed, N failed`; the status is 0 when none failed.
#
#     tests/run.sh                 everything in `make test`
#     tests/run.sh --long          the slow checks as well
#     tests/run.sh --unit BUILD    the unit tests of one build folder
#
# Every test program and script speaks TAP (`ok 1 - name`, `not ok 2 - name`); one that
# ends badly without saying which test failed counts as one failure.
set -u
cd "$(dirname "$0")/.."

# Leaks of libraries that are not ours.
LSAN_OPTIONS=suppressions=$PWD/tests/leaks.txt:print_suppressions=0
export LSAN_OPTIONS

passed=0
failed=0
logs=build/test-logs
mkdir -p "$logs"

# tap NAME LIMIT COMMAND...: runs one TAP program for at most LIMIT seconds.
tap() {
    name=$1
    limit=$2
    shift 2
    log=$logs/$name.log
    CMOCKA_MESSAGE_OUTPUT=TAP timeout "$limit" "$@" >"$log" 2>&1
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
    passed=$((passed + good))
    failed=$((failed + bad))
    if [ "$bad" -eq 0 ]; then
        printf '  %-34s %5d passed\n' "$name" "$good"
    else
        printf '  %-34s %5d passed, %d failed (%s)\n' "$name" "$good" "$bad" "$log"
        grep -v '^ok ' "$log" | tail -n 40 | sed 's/^/    /'
    fi
}

# build PRESET: configures and builds; a failure ends the run.
build() {
    if ! { cmake --preset "$1" -DDEMESNE_TESTS=ON && cmake --build "build/$1"; } >"$logs/build-$1.log" 2>&1; then
        tail -n 40 "$logs/build-$1.log"
        echo "demesne: error: the $1 build failed (build/test-logs/build-$1.log)"
        finish_with_failure
    fi
}

finish_with_failure() {
    failed=$((failed + 1))
    finish
}

finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
    exit
}

unit_tests() {
    for program in "$1"/tests/test_*; do
        [ -x "$program" ] && [ -f "$program" ] && tap "$(basename "$program")" 900 "$program"
    done
}

case "${1:-}" in
--unit)
    unit_tests "$2"
    finish
    ;;
--long)
    DEMESNE_LONG=1
    export DEMESNE_LONG
    ;;
esac

echo "building with gcc (release) and clang (address and undefined-behaviour sanitizers)"
build release
build asan
ln -sf build/release/demesne demesne

unit_tests build/asan
for script in tests/cli/*.sh tests/server/*.sh; do
    tap "$(basename "$script" .sh)" 900 "$script" build/release/demesne
    tap "$(basename "$script" .sh)-asan" 900 "$script" build/asan/demesne
done
tap page 540 tests/web/page.sh build/release/demesne
for script in tests/house/*.sh; do
    tap "$(basename "$script" .sh)" 900 "$script" build/release/demesne
done
tap fuzz "$([ -n "${DEMESNE_LONG:-}" ] && echo 7200 || echo 600)" \
    tests/fuzz/run.sh build/asan "$([ -n "${DEMESNE_LONG:-}" ] && echo 300 || echo same)"
finish
