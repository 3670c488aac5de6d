#!/bin/sh
# postgres.sh - the atlas and tournaments on a PostgreSQL server: as in a file; what is refused; the
# password is never shown.
. "$(dirname "$0")/lib/tap.sh"
. "$here/lib/postgres.sh"
start_postgres
trap 'stop_postgres; clean_up' EXIT

# The atlas: the same tables as in a file.
for db in file.db "$address"; do
    demesne atlas run graphs --to 6 --db "$db" >run.out
    demesne atlas run paths --to 12 --db "$db" >>run.out
    demesne atlas show graphs paths --db "$db" >shown
    demesne atlas export graphs --to exported.csv --db "$db" --quiet
    [ "$db" = file.db ] && { mv run.out run.file; mv shown shown.file; mv exported.csv exported.file; }
done
is 'atlas run reports the same' "$(cat run.out)" "$(cat run.file)"
is 'atlas show prints the same' "$(cat shown)" "$(cat shown.file)"
ok 'atlas export writes the same' cmp exported.csv exported.file
# A board that takes long comes in pieces, each of which counts.
[ "$(sql 'SELECT sum(boards) FROM solved')" -ge 153 ]
report $? 'all boards were written'
run demesne atlas run graphs --to 6 --db "$address"
is 'a second run solves nothing' "$out" 'graphs: 0 boards, 0 games solved, 0 known before, 0 with only bounds'

# Parts are for files: a server has a queue.
for queue in '' --queue; do
    run demesne atlas run cycles --to 6 --part 0/2 --db "$address" $queue
    status_is "--part on a server $queue" 2
    matches "--part on a server $queue: why" "$err" '*parts are for databases of their own; workers share a queue as it is*'
done
is '--part on a server: nothing was queued or written' \
    "$(sql "SELECT (SELECT count(*) FROM batch WHERE what LIKE 'cycles%') + (SELECT count(*) FROM solved WHERE family = 'cycles')")" 0
demesne atlas run cycles --to 6 --part 0/2 --db part-0.db --quiet >/dev/null
demesne atlas run cycles --to 6 --part 1/2 --db part-1.db --quiet >/dev/null
run demesne atlas merge "$address" part-0.db part-1.db --quiet
status_is 'parts are merged into a server' 0
demesne atlas run cycles --to 6 --db file.db --quiet >/dev/null
is 'parts merged into a server are the whole' "$(demesne atlas export cycles --db "$address" --quiet --to - 2>/dev/null)" \
    "$(demesne atlas export cycles --db file.db --quiet --to - 2>/dev/null)"

# A tournament: the same games as in memory.
tournament='--players greedy,random,minimax:depth=1 --arena gnp:20,0.2 --rounds 3'
demesne tournament $tournament --games 6 --list memory.csv --quiet >memory.txt
demesne tournament $tournament --games 4 --db "$address" --quiet >part.txt
run demesne tournament $tournament --games 6 --db "$address" --list server.csv --quiet
status_is 'a tournament on a server' 0
without_times() {
    sed 's/,[0-9.e-]*,[0-9.e-]*\(,[^,]*\)$/\1/' "$1"
}
is 'its games are those of one in memory' "$(without_times server.csv)" "$(without_times memory.csv)"
is 'every game is stored once' "$(sql 'SELECT count(*) FROM played')" 18

# PGPASSWORD, ~/.pgpass and a service work as in other programs.
plain=postgresql://demesne@127.0.0.1:$pg_port/test
PGPASSWORD=secret run demesne atlas show paths --db "$plain"
status_is 'PGPASSWORD' 0
echo "127.0.0.1:$pg_port:test:demesne:secret" >pass
chmod 600 pass
PGPASSFILE=$PWD/pass run demesne atlas show paths --db "$plain"
status_is 'a file of passwords' 0
printf '[results]\nhost=127.0.0.1\nport=%s\ndbname=test\nuser=demesne\n' "$pg_port" >services
PGSERVICEFILE=$PWD/services PGPASSWORD=secret run demesne atlas show paths --db 'postgresql:///?service=results'
status_is 'a service' 0

# Refusals: the status, the reason, and no password.
refused() { # NAME STATUS PATTERN ADDRESS
    for command in 'atlas show paths' 'atlas run paths --to 3' 'tournament --players greedy,random --arena path:9 --rounds 2 --games 2'; do
        # shellcheck disable=SC2086 # words
        run demesne $command --db "$4"
        status_is "$1: $command" "$2"
        # shellcheck disable=SC2254 # a pattern
        case $err in
        $3) ;;
        *) is "$1: says why" "$err" "$3" ;;
        esac
        case $out$err in *[Ss]ecret*) is "$1: shows no password" "$out$err" '' ;; esac
    done
}
refused 'wrong password' 1 "*postgresql://demesne@127.0.0.1:$pg_port/test: cannot connect: password authentication failed*" \
    "postgresql://demesne:Secrets@127.0.0.1:$pg_port/test"
refused 'no password' 1 '*PGPASSWORD*' "$plain"
refused 'no server' 4 '*cannot connect*Connection refused*' 'postgresql://demesne:secret@127.0.0.1:1/test'
refused 'no such database' 1 '*database "nosuch" does not exist*' "postgresql://demesne:secret@127.0.0.1:$pg_port/nosuch"
refused 'a password with @' 1 '*not a valid address*' "postgresql://demesne:my@secret@127.0.0.1:$pg_port/test"
sql 'CREATE DATABASE others' >/dev/null
others=postgresql://demesne:secret@127.0.0.1:$pg_port/others
psql -X -q "$others" -c 'CREATE TABLE music (title TEXT)'
refused 'tables of another program' 1 '*tables of another program*it was not changed*' "$others"
is 'they are left alone' "$(psql -X -A -t "$others" -c "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")" 1
sql 'UPDATE demesne SET version = version + 1'
refused 'newer tables' 1 '*newer version of Demesne*' "$address"
sql 'UPDATE demesne SET version = version - 1'
sql 'ALTER TABLE solved RENAME COLUMN games TO results'
refused 'a table changed by hand' 1 '*the table solved was changed by hand*' "$address"
sql 'ALTER TABLE solved RENAME COLUMN results TO games'

# Words that cannot be right do not show the password either.
run demesne tournament "$address"
case $err in *secret*) is 'an unexpected word' "$err" '' ;; *) is 'an unexpected word (status)' "$status" 2 ;; esac
run demesne atlas show "$address"
case $err in *secret*) is 'no table' "$err" '' ;; *) is 'no table (status)' "$status" 2 ;; esac

# A full disk: nothing is half-written, and the run goes on when there is room.
sql 'DROP SCHEMA public CASCADE; CREATE SCHEMA public' >/dev/null
demesne atlas run paths --to 3 --db "$address" --quiet >/dev/null
touch "$pg_folder/data/full"
run demesne atlas run graphs --to 7 --db "$address" --quiet
rm "$pg_folder/data/full"
status_is 'a full disk' 4
matches 'a full disk: says why' "$err" '*No space left on device*'
is 'no part is complete that is not there' \
    "$(sql "SELECT count(*) FROM unit WHERE family = 'graphs' AND vertices = 7")" 0
demesne atlas run graphs --to 6 --db "$address" --quiet >/dev/null
demesne atlas export graphs --vertices 2-6 --to after.csv --db "$address" --quiet
ok 'the run goes on' cmp after.csv exported.file

# Roles, as docs/CLUSTER.md makes them: three pieces of SQL.
piece() {
    awk -v wanted="$1" '/^```sql/ { number++; inside = 1; next } /^```/ { inside = 0 } inside && number == wanted' \
        "$here/../../docs/CLUSTER.md"
}
by() { # ROLE
    echo "postgresql://demesne_$1:$1-password@127.0.0.1:$pg_port/results"
}
piece 1 | psql -X -q "$socket_address" >/dev/null
piece 2 | psql -X -q "$(by owner)"
run demesne atlas run paths --to 2 --db "$(by worker)"
matches 'a worker cannot make the tables' "$err" '*role demesne_worker may not make tables*'
demesne atlas run paths --to 2 --db "$(by owner)" --quiet >/dev/null
piece 3 | psql -X -q "$(by owner)"
run demesne atlas run graphs --to 6 --db "$(by worker)" --quiet
status_is 'a worker writes' 0
demesne atlas export graphs --to roles.csv --db "$(by reader)" --quiet
ok 'a reader reads' cmp roles.csv exported.file
run demesne atlas run graphs --to 7 --db "$(by reader)" --quiet
status_is 'a reader cannot write' 1
matches 'a reader cannot write: says why' "$err" '*permission denied*'

# The list of processes shows no password, and outside programs do not get it.
cat >bot.sh <<END
#!/bin/sh
env >$work/environment
tr '\0' ' ' </proc/\$PPID/cmdline >$work/commandline
exec '$program' bot greedy
END
chmod +x bot.sh
PGPASSWORD=secret run demesne tournament --players "cmd:$work/bot.sh,random" --arena path:9 --rounds 2 --games 2 \
    --db "$address" --quiet --sandbox none
status_is 'an outside program' 0
is 'it gets no password' "$(grep -i secret environment commandline)" ''
matches 'the list of processes names the database' "$(cat commandline)" "*postgresql://demesne@127.0.0.1:$pg_port/test*"
is 'the database has no password in it' "$(pg_dump "$socket_address" | grep -c secret)" 0

# The server is restarted in the middle: the run goes on.
demesne tournament --players greedy,random --arena gnp:20,0.2 --rounds 3 --games 400 --list calm.csv --quiet >/dev/null
demesne tournament --players greedy,random --arena gnp:20,0.2 --rounds 3 --games 400 --list restarted.csv --quiet \
    --db "$address" >restarted.txt 2>restarted.err &
pid=$!
until [ "$(sql 'SELECT count(*) FROM played')" -gt 40 ]; do sleep 0.05; done
restart_postgres immediate
wait $pid
is 'a restarted server (status)' $? 0
is 'a restarted server: no game is lost, none counts twice' "$(without_times restarted.csv)" "$(without_times calm.csv)"
# Programs with names: faults and disqualification, as in a file.
mkdir zed
cp "$here/../bots/lowest.sh" zed/bot.sh
printf 'name,command\nAnn,sh zed/bot.sh\nZed,sh zed/bot.sh crash\n' >players.csv
named() {
    run demesne tournament --players greedy --players-file players.csv --arena gnp:9,0.3 --rounds 2 --games 4 \
        --db "$address" --quiet --json "$@"
    out=$(printf '%s\n' "$out" | tail -n 1)
}
named --disqualify 3
status_is 'programs with names' 0
matches 'disqualified' "$(field ratings)" '*"player":"Zed"*"fault_kinds":{"crash":*},"disqualified":true*'
named
matches 'then all games and faults' "$(field ratings)" '*"player":"Zed"*"faults":16,"faulty_games":8*"fault_kinds":{"crash":16}*'
# Rounds and steps, shared with another worker.
same() {
    # shellcheck disable=SC2086 # the words are meant to split
    demesne tournament --players greedy,random,glance,minimax:depth=1 --arena gnp:12,0.3 --rounds 2 --quiet $1 >calm.txt
    while sleep 0.1; do demesne work --db "$address" --quiet --no-wait; done >/dev/null 2>&1 &
    worker=$!
    # shellcheck disable=SC2086
    demesne tournament --players greedy,random,glance,minimax:depth=1 --arena gnp:12,0.3 --rounds 2 --quiet $1 --db "$address" >shared.txt
    kill $worker
    wait $worker 2>/dev/null
    ok "$1: the same table" cmp calm.txt shared.txt
}
same '--system swiss --swiss-rounds 3 --games 10'
same '--system adaptive --max-games 60'
finish
