#!/bin/sh
# map.sh - maps over the API: files sent as bytes, boards of --board, streets, limits, wrong files.
. "$(dirname "$0")/../cli/lib/tap.sh"
. "$here/lib/server.sh"

# A one-way ring, a dead end that leads into it, and a footpath across.
cat >ring.osm <<'END'
<osm>
<node id='1' lat='50.000' lon='8.000'/><node id='2' lat='50.000' lon='8.002'/>
<node id='3' lat='50.002' lon='8.002'/><node id='4' lat='50.002' lon='7.999'/>
<node id='5' lat='50.004' lon='8.004'/><node id='6' lat='50.003' lon='8.004'/>
<way id='1'><nd ref='1'/><nd ref='2'/><nd ref='3'/><nd ref='4'/><nd ref='1'/>
<tag k='highway' v='primary'/><tag k='oneway' v='yes'/><tag k='name' v='Ring'/></way>
<way id='2'><nd ref='3'/><nd ref='6'/><nd ref='5'/><tag k='highway' v='residential'/></way>
<way id='3'><nd ref='2'/><nd ref='4'/><tag k='highway' v='footway'/></way>
</osm>
END
gzip -k ring.osm

# send FILE: its bytes; $file is the name of what the server keeps.
send() {
    {
        printf 'POST /api/file HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n' "$port"
        printf 'Content-Type: application/octet-stream\r\nContent-Length: %s\r\n\r\n' "$(wc -c <"$1")"
        cat "$1"
    } | "$tools/ask" "$port" raw >answer
    file=$(sed -n 's/.*"file":"\([0-9a-f]*\)".*/\1/p' answer)
}

start
for name in ring.osm ring.osm.gz; do
    send "$name"
    job map "{\"file\":\"$file\",\"name\":\"$name\"}"
    is "$name is read" "$state" done
    out=$(result)
    is "$name: one-way streets stay" "$(field oneway)" 2
    is "$name: corners and ends" "$(field vertices)" 3
    matches "$name: whom to name" "$out" '*OpenStreetMap contributors*'
done
arena=$(word arena)
post streets "{\"arena\":\"$arena\"}"
is 'streets are listed' "$(field streets)" 3
post score "{\"arena\":\"$arena\",\"white\":[0],\"black\":[2]}"
is 'a score is that of the command line' "$(printf '%s' "$out" | grep -o '"owner":"[^"]*"')" \
    "$(demesne score ring.osm --white 0 --black 2 --json | grep -o '"owner":"[^"]*"')"
job map "{\"file\":\"$file\"}"
is 'a file is there for one job' "$state" failed
matches 'and the message says so' "$out" '*there is no file*send it to /api/file*'

send ring.osm
job map "{\"file\":\"$file\",\"name\":\"ring.osm\",\"profile\":\"foot\",\"measure\":\"seconds\"}"
out=$(result)
is 'on foot there are more streets' "$(field streets)" 6
is 'in seconds' "$(word measure)" seconds
ok 'another board than by car' test "$(word arena)" != "$arena"

head -c 300 ring.osm >cut.osm
send cut.osm
job map "{\"file\":\"$file\",\"name\":\"cut.osm\"}"
is 'a file that was cut is refused' "$state" failed
matches 'by its name' "$out" '*"error":"cut.osm*'
printf '0 1\n1 2\n' >plain.edges
send plain.edges
job map "{\"file\":\"$file\",\"name\":\"plain.edges\"}"
matches 'a board without a place on the Earth is no map' "$out" '*plain.edges: not a map*'
job map '{}'
matches 'a job without a file says what is missing' "$out" "*one of the fields 'file' and 'text'*"

# Places by lon and lat in questions.
cat >street.geojson <<END
{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"highway":"residential"},
 "geometry":{"type":"LineString","coordinates":[[0,0],[0.01,0]]}}]}
END
send street.geojson
job map "{\"file\":\"$file\",\"name\":\"street.geojson\"}"
out=$(result)
street=$(word arena)
post score "{\"arena\":\"$street\",\"white\":[{\"lon\":0.002,\"lat\":0}],\"black\":[1],\"customers\":[{\"lon\":0.001,\"lat\":0.001,\"demand\":\"1.5\"},{\"lon\":\"0.009\",\"lat\":0},{\"lon\":3,\"lat\":3,\"label\":\"far\"}]}"
matches 'places by lon and lat' "$out" \
    '*"vertices":5,*"white":\[4\],"black":\[1\],"white_score":1.5,"black_score":1,*"customers":2,"unsnapped":1,*"notes":\["'\''customers'\''\[2\]: '\''far'\'' left out: the nearest street is *\]*'
post score "{\"arena\":\"$street\",\"white\":[{\"lon\":0.002,\"lat\":0.1}]}"
is 'a site too far from every street' "$code $out" \
    "400 {\"error\":\"'white'[0]: the nearest street is 11119.5 m away; expected at most 500 m\"}"
post score "{\"arena\":\"$street\",\"white\":[{\"lon\":0.002,\"lat\":0.1}],\"snap_limit\":20000}"
is 'a limit' "$code" 200
job reply "{\"arena\":\"$street\",\"white\":[0],\"count\":1,\"candidates\":[{\"lon\":0.003,\"lat\":0},{\"lon\":0.007,\"lat\":0}]}"
matches 'candidates' "$out" '*"sites":\[{"vertex":0,"side":"white",*},{"vertex":2,"side":"black","lon":0.003,"lat":0,*"new":true,"from":*'
job market "{\"arena\":\"$street\",\"white\":[0],\"scenarios\":[{\"name\":\"a\",\"ask\":\"score\",\"black\":[{\"lon\":0.004,\"lat\":0}]}]}"
matches 'a plan' "$out" '*"vertices":3,*"black":\[2\]*'
post score "{\"arena\":\"$street\",\"white\":[{\"lon\":0.002,\"lat\":0}],\"values\":[5,6]}"
matches 'values are those of the board, new vertices are worth 0' "$out" '*"white_score":11,*'
post score '{"arena":"path:3","white":[{"lon":0,"lat":0}]}'
is 'on a board without a map' "$code $out" \
    "400 {\"error\":\"'white'[0]: places by lon,lat need a board with a map, and this board has none; expected a column vertex or name\"}"

post streets '{"arena":"path:3"}'
is 'a board without streets' "$code $out" '400 {"error":"path:3 is not a map"}'
ask POST /api/file x 'Content-Type: text/plain'
is 'bytes have their own type' "$code" 415
ask GET /api/file
is 'a file is sent, not asked for' "$code" 405
ask POST /api/file '' 'Content-Type: application/octet-stream' 'Content-Length: 99999999999'
is 'a file that is too large' "$code" 413
stop

cp ring.osm 'Old Town.osm'
start --board ring.osm --board 'Old Town.osm' --board ring.osm.gz --profile foot --read-only
ask GET /api/info
matches 'the boards of --board are listed' "$out" \
    '*"boards":\[{"arena":"@ring",*,{"arena":"@Old-Town",*,{"arena":"@ring-2",*'
post score '{"arena":"@ring","white":[0],"black":[2]}'
is 'and can be asked about' "$code" 200
ask POST /api/file x 'Content-Type: application/octet-stream'
is 'a read-only server takes no files' "$code" 403
stop
run demesne serve --port 0 --board cut.osm
status_is 'a bad board stops the start' 1
matches 'with its message' "$err" '*cut.osm*'
run demesne serve --port 0 --board missing.osm
status_is 'a missing one too' 1
finish
