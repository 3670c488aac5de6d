# server.sh - what the server's tests share; sourced after tap.sh.
#
#     start [OPTION..]              a server on a free port: $port, $pid
#     ask GET /api/info             $code and $out; further words as of the program `ask`
#     stop                          ends it; $status and $took (milliseconds)
tools=$(dirname "$program")/tests
pid=""

start() {
    rm -f serve.out
    "$program" serve --port 0 --json "$@" >serve.out 2>serve.err &
    pid=$!
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        [ -s serve.out ] && break
        sleep 0.25
    done
    port=$(sed -n 's/.*"port":\([0-9]*\).*/\1/p' serve.out)
}

ask() {
    "$tools/ask" "$port" "$@" >answer
    code=$(head -n 1 answer)
    out=$(tail -n +2 answer)
}

stop() {
    begun=$(date +%s%N)
    kill "-${1:-TERM}" "$pid"
    wait "$pid"
    status=$?
    took=$((($(date +%s%N) - begun) / 1000000))
    pid=""
}

# The server does not outlive the test.
trap '[ -n "$pid" ] && kill -KILL "$pid"; rm -rf "$work"' EXIT
