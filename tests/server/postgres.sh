#!/bin/sh
# postgres.sh - `demesne serve --db` shows the tournaments on a PostgreSQL server while they are
# played, and after that server was restarted.
. "$(dirname "$0")/../cli/lib/tap.sh"
. "$here/lib/server.sh"
. "$here/../cli/lib/postgres.sh"
start_postgres
trap '[ -n "$pid" ] && kill -KILL "$pid"; stop_postgres; clean_up' EXIT

"$program" serve --port 0 --db "$address" 2>err
is 'an empty database (status)' $? 1
matches 'an empty database: says why' "$(cat err)" "*postgresql://demesne@127.0.0.1:$pg_port/test: an empty database*"
play() { # GAMES
    "$program" tournament --players greedy,random --arena grid:5x5 --rounds 3 --games "$1" --db "$address" --quiet \
        --json >played.json
}
play 4
start --db "$address"
ask GET /api/contest
matches 'tournaments' "$out" '{"events":\[{"event":1,"arena":"grid:5x5",*"games":4}\]}'
play 10
ask GET /api/contest
matches 'games that were added meanwhile' "$out" '{"events":\[{"event":1,"arena":"grid:5x5",*"games":10}\]}'
post contest/event '{"event":1}'
matches 'the pairing as the tournament printed it' "$out" \
    "*$(sed -n 's/.*\("first":.*"high":[-.e0-9]*\),"white_rate".*/\1/p' played.json)*"
post contest/game '{"pairing":1,"number":3}'
value=$(field value)
post game "$(printf '%s' "$out" | sed 's/"ties":"\([a-z]*\)".*"moves":\(.*\),"has_board":true}/"ties":"\1","moves":\2}/')"
is 'a game played back has its value' "$(field value)" "$value"
restart_postgres fast
ask GET /api/contest
matches 'after a restart of PostgreSQL' "$out" '{"events":\[*"games":10}\]}'
sql 'ALTER TABLE played RENAME TO gone'
ask GET /api/contest
is 'a table changed by hand meanwhile' "$code" 400
case $out in *secret*) is 'no password' "$out" '' ;; esac
sql 'ALTER TABLE gone RENAME TO played'
ask GET /api/contest
is 'and changed back' "$code" 200
ask GET /api/info
case $out in *postgres*) is 'clients do not learn where the database is' "$out" '' ;; esac
stop
status_is 'it ends' 0
is 'nothing is left on stderr' "$(grep -i 'secret\|error' serve.err)" ''
finish
