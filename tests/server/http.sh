#!/bin/sh
# http.sh - HTTP: the checks of Host and Origin, limits, files, stopping.
. "$(dirname "$0")/../cli/lib/tap.sh"
. "$here/lib/server.sh"

start
ask GET /
is 'the page is served' "$code" 200
matches 'it is HTML' "$out" '<!doctype html>*'
ask HEAD /index.html
matches 'the policy forbids inline scripts' "$out" "*Content-Security-Policy: default-src 'none'; script-src 'self';*"
matches 'nosniff is set' "$out" '*X-Content-Type-Options: nosniff*'
matches 'frames are forbidden' "$out" '*X-Frame-Options: DENY*'
tag=$(printf '%s\n' "$out" | sed -n 's/^ETag: \("[0-9a-f]*"\).*/\1/p')
ask GET / '' "If-None-Match: $tag"
is 'a known file is not sent again' "$code" 304
for path in /nosuch /../etc/passwd /%2e%2e/etc/passwd //etc/passwd /index.html/; do
    ask GET "$path"
    is "GET $path" "$code" 404
done
ask POST / '{}'
is 'files cannot be posted to' "$code" 405
ask OPTIONS /api/info
is 'no CORS header' "$code" 405

ask GET /api/info
is 'the API answers' "$code" 200
for host in localhost "[::1]" 127.0.0.1; do
    ask GET /api/info '' "Host: $host:$port"
    is "Host $host" "$code" 200
done
for host in "evil.example:$port" evil.example "127.0.0.1.evil.example:$port" 127.0.0.1 "127.0.0.1:1" \
    "192.168.0.1:$port" "localhost:$port:$port" "localhost:" "[::1" ":$port" "localhost:99999999999"; do
    ask GET /api/info '' "Host: $host"
    is "Host $host is refused" "$code" 403
    ask GET / '' "Host: $host"
    is "Host $host is refused for the page too" "$code" 403
done
for header in 'Origin: http://evil.example' 'Origin: null' "Origin: https://127.0.0.1:$port" \
    "Origin: http://127.0.0.1:$port.evil.example" 'Sec-Fetch-Site: cross-site' 'Sec-Fetch-Site: same-site'; do
    ask GET /api/info '' "$header"
    is "$header is refused" "$code" 403
done
for header in 'Host: evil.example' "Host: 127.0.0.1:$port" "Origin: http://127.0.0.1:$port"; do
    ask GET /api/info '' "Host: 127.0.0.1:$port" "Origin: http://127.0.0.1:$port" "$header"
    is "a second $header is refused" "$code" 400
done
ask GET /%61pi/info '' 'Origin: http://evil.example'
is 'the API under another spelling of the path' "$code" 403
ask DELETE /api/jobs/0123456789abcdef '' 'Origin: http://evil.example'
is 'other sites cannot cancel jobs' "$code" 403
long=$(head -c 40000 /dev/zero | tr '\0' x)
ask GET /api/info '' "X: $long"
ok "a header that is too long ($code)" [ "$code" != 200 ]
ask GET "/api/$long"
ok "an address that is too long ($code)" [ "$code" != 404 ]
ask GET /api/info '' "Origin: http://127.0.0.1:$port" 'Sec-Fetch-Site: same-origin'
is 'the page itself may use the API' "$code" 200
ask GET / '' 'Sec-Fetch-Site: cross-site'
is 'other sites may link to the page' "$code" 200
ask POST /api/info 'x=1' 'Content-Type: application/x-www-form-urlencoded'
is 'forms are refused' "$code" 415
ask POST /api/info '{}' 'Content-Length: 99999999999'
is 'a body that is too large' "$code" 413

stop
status_is 'SIGTERM' 0
start
run demesne serve --port "$port"
status_is 'a port in use' 4
matches 'a port in use' "$err" "demesne: error: 127.0.0.1 port $port: *"
sleep 1 | "$tools/ask" "$port" raw >/dev/null &
stop INT
status_is 'Ctrl-C' 0
wait
run demesne serve --bind localhost
status_is 'a host name as an address is refused' 4
finish
