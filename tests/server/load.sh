#!/bin/sh
# load.sh - many clients, good and bad ones, beside a running solver: no error, and the next good question
# is answered.  With DEMESNE_LONG 200 clients for a minute, which also measures memory and time.
. "$(dirname "$0")/../cli/lib/tap.sh"
. "$here/lib/server.sh"
clients=40 seconds=1 bad=2000
[ -n "${DEMESNE_LONG:-}" ] && clients=200 seconds=60 bad=100000

# Megabytes that the server uses; a sanitizer keeps freed memory.
memory() {
    echo $(($(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$pid/status") / 1024))
}
few=100
grep -qE '__(a|t)san_init' "$program" && few=100000

start
run "$tools/load" "$port" "$clients" "$seconds" "$pid"
status_is "$clients clients for $seconds s: $out" 0
is 'no errors' "$(field errors)" 0
if [ -n "${DEMESNE_LONG:-}" ]; then
    ok 'memory grows by less than 5 %' [ "$(field growth | cut -d. -f1 | tr -d -)" -lt 5 ]
fi
run "$tools/storm" "$port" "$bad" 1
status_is "$out" 0
held=$(memory)
ok "they leave no memory in use ($held MB)" [ "$held" -lt "$few" ]
"$tools/storm" "$port" "$bad" 2 >/dev/null &
storm=$!
run "$tools/load" "$port" 20 "$((seconds / 2 + 1))" "$pid"
status_is "good clients among bad ones: $out" 0
wait $storm
ok 'the bad clients have ended' [ $? -eq 0 ]
ok 'the server still runs' kill -0 "$pid"
post score '{"arena":"path:5","white":[0],"black":[4]}'
is 'it answers' "$code" 200
stop
status_is 'the server ends' 0
is 'no error on stderr' "$(cat serve.err)" ''
finish
