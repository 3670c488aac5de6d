# tap.sh - what the command-line tests share; sourced.  The script's first argument is the
# demesne binary; every check prints one TAP line.
#
#     run demesne score path:5 --white 0        sets $out, $err, $status
#     status_is 'name' 0
#     is 'name' "$out" 'expected'
#     matches 'name' "$err" 'glob*'
#     is 'name' "$(field value)" 3              a field of the JSON in $out
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
json_lines=$(dirname "$program")/tests/json-lines
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
chmod 755 "$work" # programs that root runs are run as nobody
# What a script started in the background does not outlive it, whatever ends it.
clean_up() {
    jobs -p >"$work/.jobs"
    xargs -r kill <"$work/.jobs" 2>/dev/null
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
cd "$work" || exit 1
tests=0
LC_ALL=C.UTF-8
PATH=/usr/bin:/bin:$PATH # the system's programs: python3 may also be a slow wrapper, and without the packages that make installs
export LC_ALL PATH

demesne() {
    "$program" "$@"
}

run() {
    out=$("$@" 2>"$work/.err")
    status=$?
    err=
    [ ! -s "$work/.err" ] || err=$(cat "$work/.err")
}

report() {
    tests=$((tests + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $tests - $2"
    else
        echo "not ok $tests - $2"
    fi
}

# ok NAME COMMAND...: the command succeeds; if not, its output is shown.
ok() {
    name=$1
    shift
    said=$("$@" 2>&1)
    good=$?
    report $good "$name"
    [ $good -eq 0 ] || printf '%s\n' "$said" | sed 's/^/# /'
}

# skip NAME WHY: a check that is impossible here.
skip() {
    report 0 "$1 # SKIP $2"
}

is() {
    [ "$2" = "$3" ]
    same=$?
    report $same "$1"
    [ $same -eq 0 ] || printf '#      got: %s\n# expected: %s\n' "$2" "$3"
}

matches() {
    # shellcheck disable=SC2254 # the third argument is a pattern
    case "$2" in
    $3) report 0 "$1" ;;
    *)
        report 1 "$1"
        printf '#      got: %s\n# expected: %s\n' "$2" "$3"
        ;;
    esac
}

status_is() {
    is "$1 (status)" "$status" "$2"
}

# field KEY..: those fields of every line of $out, which must be JSON objects.
field() {
    printf '%s\n' "$out" | "$json_lines" "$@"
}

# catches PID BIT: whether the program catches that signal, or has ended.  Until it is started, the process is a copy of the
# shell, with the shell's traps.
catches() {
    caught=$(sed -n '1{/demesne/!q}; /^State:.*Z/{s/.*/0xffff/p;q}; s/^SigCgt:[^0-9a-f]*/0x/p' "/proc/$1/status" 2>/dev/null)
    [ $((${caught:-0} & $2)) -ne 0 ]
}

# interrupt SIGNAL PID [SECONDS]: sends the signal a moment after the program has begun to catch it,
# and sets $status once it has ended.
interrupt() {
    case $1 in INT) bit=0x2 ;; TERM) bit=0x4000 ;; esac
    while kill -0 "$2" 2>/dev/null && ! catches "$2" $bit; do
        sleep 0.05
    done
    sleep "${3:-0.3}"
    kill "-$1" "$2"
    wait "$2"
    status=$?
}

# with_time TEST COMMAND...: runs the command with --time 0.5, or with longer times until TEST (a
# shell command) succeeds: a slow machine takes longer to get that far.
with_time() {
    reached=$1
    shift
    for seconds in 0.5 2 8 32; do
        run "$@" --time $seconds
        eval "$reached" && break
    done
}

finish() {
    echo "1..$tests"
}
