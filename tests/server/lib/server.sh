# server.sh - what the server's tests share; sourced after tap.sh.
#
#     start [OPTION..]              a server on a free port: $port, $pid
#     ask GET /api/info             $code and $out; further arguments as in the program `ask`
#     stop                          ends it; $status
tools=$(dirname "$program")/tests
pid=""

start() {
    rm -f serve.out
    "$program" serve --port 0 --json "$@" >serve.out 2>serve.err &
    pid=$!
    until [ -s serve.out ] || ! kill -0 "$pid" 2>/dev/null; do
        sleep 0.05
    done
    port=$(sed -n 's/.*"port":\([0-9]*\).*/\1/p' serve.out)
}

ask() {
    "$tools/ask" "$port" "$@" >answer
    read_answer
}

read_answer() {
    {
        read -r code
        out=$(cat)
    } <answer
}

stop() {
    kill "-${1:-TERM}" "$pid"
    for _ in $(seq 1200); do # a minute, after which it hangs
        kill -0 "$pid" 2>/dev/null || break
        sleep 0.05
    done
    kill -KILL "$pid" 2>/dev/null
    wait "$pid"
    status=$?
    pid=""
}

# The server does not outlive the test.
trap '[ -n "$pid" ] && kill -KILL "$pid"; clean_up' EXIT

# word KEY: the text of a field.
word() {
    field "$1" | tr -d '"'
}

# post NAME JSON: as ask, to /api/NAME.
post() {
    ask POST "/api/$1" "$2"
}

# job CALL JSON: starts a job and waits for its end; $out is the job, $state its state.
job() {
    post jobs "{\"call\":\"$1\",\"with\":$2}"
    id=$(word job)
    ask GET "/api/jobs/$id/events"
    out=$(sed -n '/^event: end/{n;s/^data: //p;}' answer)
    state=$(word state)
}

# Only the result of the job in $out.
result() {
    printf '%s\n' "$out" | sed -n 's/.*"result":\(.*\)}$/\1/p'
}

# Removes what changes from run to run: seconds, and nodes of a search by several threads.
steady() {
    sed -E 's/"(seconds|thought)":[-+.e0-9]+/"\1":0/g'
}

# begins_with NAME TEXT START: START without its last brace begins TEXT.
begins_with() {
    start=${3%\}}
    case "$2" in
    "$start"*) report 0 "$1" ;;
    *)
        report 1 "$1"
        printf '#      got: %s\n# expected: %s..\n' "$2" "$start"
        ;;
    esac
}
