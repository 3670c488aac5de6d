# tap.sh - what the test scripts share; read with `. tests/support/tap.sh`.
#
#     check NAME COMMAND...     one test: passes where COMMAND gives status 0; what it
#                               prints is shown where it fails
#     skip NAME WHY             one test that cannot run here
#     tap_end                   the plan, and the status of the script
tap_number=0
tap_failed=0

check() {
    tap_name=$1
    shift
    tap_number=$((tap_number + 1))
    if tap_output=$("$@" 2>&1); then
        echo "ok $tap_number - $tap_name"
    else
        tap_failed=$((tap_failed + 1))
        echo "not ok $tap_number - $tap_name"
        printf '%s\n' "$tap_output" | sed 's/^/# /'
    fi
}

skip() {
    tap_number=$((tap_number + 1))
    echo "ok $tap_number - $1 # SKIP $2"
}

tap_end() {
    echo "1..$tap_number"
    [ "$tap_failed" -eq 0 ]
    exit
}
