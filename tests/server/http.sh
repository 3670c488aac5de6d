#!/bin/sh
# http.sh - the server without its questions: who may ask, limits, files, the end.
. "$(dirname "$0")/../cli/lib/tap.sh"
. "$here/lib/server.sh"

start
ask GET /
is 'the page is there' "$code" 200
matches 'and is a page' "$out" '<!doctype html>*'
ask HEAD /index.html
matches 'a policy without inline script' "$out" "*Content-Security-Policy: default-src 'none'; script-src 'self';*"
matches 'no guessing of types' "$out" '*X-Content-Type-Options: nosniff*'
matches 'no frames' "$out" '*X-Frame-Options: DENY*'
tag=$(printf '%s\n' "$out" | sed -n 's/^ETag: \("[0-9a-f]*"\).*/\1/p')
ask GET / '' "If-None-Match: $tag"
is 'a known file is not sent again' "$code" 304
for path in /nosuch /../etc/passwd /%2e%2e/etc/passwd //etc/passwd /index.html/; do
    ask GET "$path"
    is "GET $path" "$code" 404
done
ask POST / '{}'
is 'files are only read' "$code" 405
ask OPTIONS /api/info
is 'no leave for other sites' "$code" 405

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
is 'the API under another spelling' "$code" 403
ask DELETE /api/jobs/0123456789abcdef '' 'Origin: http://evil.example'
is 'other sites end no jobs' "$code" 403
long=$(head -c 40000 /dev/zero | tr '\0' x)
ask GET /api/info '' "X: $long"
ok "a header that is too long ($code)" [ "$code" != 200 ]
ask GET "/api/$long"
ok "an address that is too long ($code)" [ "$code" != 404 ]
ask GET /api/info '' "Origin: http://127.0.0.1:$port" 'Sec-Fetch-Site: same-origin'
is 'the page itself may ask' "$code" 200
ask GET / '' 'Sec-Fetch-Site: cross-site'
is 'other sites may link to the page' "$code" 200
ask POST /api/info 'x=1' 'Content-Type: application/x-www-form-urlencoded'
is 'a form is no question' "$code" 415
ask POST /api/info '{}' 'Content-Length: 99999999999'
is 'a body that would be too large' "$code" 413

stop
status_is 'SIGTERM' 0
start
run demesne serve --port "$port"
status_is 'a port that is taken' 4
matches 'a port that is taken' "$err" "demesne: error: 127.0.0.1 port $port: *"
sleep 1 | "$tools/ask" "$port" raw >/dev/null &
stop INT
status_is 'Ctrl-C' 0
wait
run demesne serve --bind localhost
status_is 'an address is a number' 4
finish
