#!/bin/sh
# work.sh - workers that share a database: they are killed, stopped past their lease, cut off from
# the network, and the server is restarted; yet no game is lost and none counts twice.
#
# With DEMESNE_LONG: all connected graphs to 8 vertices and a tournament of 2000 games, four workers,
# one killed every second, the server restarted twice, one worker behind a link that goes down.
. "$(dirname "$0")/lib/tap.sh"
players='greedy,random,minimax:depth=1'

counts() { # DATABASE: batches to do, leased, done, failed
    out=$(demesne work --db "$1" --list --json) && field to_do leased 'done' failed
}

# A file, and workers on one machine.
demesne atlas run cycles --to 20 --db one.db --quiet >/dev/null
demesne atlas export cycles --db one.db --to one.csv
run demesne atlas run cycles --to 20 --db two.db --queue
is 'atlas run --queue' "$out" 'cycles: 9 batches queued'
is 'nothing is solved yet' "$(counts two.db)" '9 0 0 0'
demesne work --db two.db --quiet >first.txt &
demesne work --db two.db --quiet --threads 2 >second.txt
wait
is 'two workers compute all batches' "$(counts two.db)" '0 0 9 0'
demesne atlas export cycles --db two.db --to two.csv
ok 'the tables are those of one run' cmp one.csv two.csv
run demesne atlas run cycles --to 20 --db two.db --json
is 'the games are known to a run' "$(field boards solved known)" '18 0 99'
run demesne work --db two.db --json
is 'nothing is left to do' "$(field batches games late)" '0 0 0'

contest="--players $players --arena gnp:16,0.3 --rounds 3 --games 30"
# shellcheck disable=SC2086 # the words are meant to split
contest() {
    demesne tournament $contest "$@"
}
contest --db one.db --list one-games.csv --quiet >one.txt
run contest --db two.db --queue
is 'tournament --queue' "$out" '45 batches queued'
demesne work --db two.db --threads 2 --quiet >/dev/null
contest --db two.db --list two-games.csv --quiet >two.txt
ok 'the games of a tournament are those of one run' cmp one-games.csv two-games.csv
ok 'its tables too' cmp one.txt two.txt
run contest --db two.db --queue
is 'games that are there are not queued again' "$out" '0 batches queued'
contest="--players $players --arena gnp:16,0.3 --rounds 3 --games 100 --sequential"
contest --db two.db --queue --quiet >/dev/null
demesne work --db two.db --quiet >/dev/null
contest --db one.db --quiet >one.txt
contest --db two.db --quiet >two.txt
ok 'a sequential tournament ends where one run ends it' cmp one.txt two.txt

# Boards of files and values come from the database: the worker has no files.
demesne arena grid:4x4 --to board.json >/dev/null
echo 'vertex,value
3,5' >values.csv
for boards in '--arena board.json' '--arena gnp:12,0.4 --values values.csv'; do
    contest="--players greedy,random $boards --rounds 2 --games 8"
    contest --db "one.db" --list one-games.csv --quiet >/dev/null
    contest --db "three.db" --queue --quiet >/dev/null
    mkdir -p empty
    (cd empty && demesne work --db ../three.db --quiet >/dev/null)
    contest --db "three.db" --list two-games.csv --quiet >/dev/null
    ok "a worker plays without files: $boards" cmp one-games.csv two-games.csv
done

# Outside programs run in a sandbox, unless the worker says otherwise.
mkdir bot
cp "$here/../bots/lowest.sh" bot/lowest.sh
printf 'touch written 2>/dev/null\nexec sh lowest.sh\n' >bot/bot.sh
printf 'name,command\nAnn,cd bot && sh bot.sh\n' >players.csv
for how in '' '--sandbox none'; do
    contest="--players greedy --players-file players.csv --arena path:9 --rounds 2 --games 2"
    rm -f box.db* bot/written
    contest --db box.db --queue --quiet >/dev/null
    # shellcheck disable=SC2086
    run demesne work --db box.db --quiet $how
    status_is "a worker plays with a program ${how:-in a sandbox}" 0
    [ -e bot/written ] && can_write=yes || can_write=no
    is "the program can write ${how:-in a sandbox}" $can_write "$([ -n "$how" ] && echo yes || echo no)"
done
run demesne work --db box.db --memory-limit 1
status_is 'limits are checked' 2

# A worker that lacks a program, or has another version of it, leaves the batch to others.
mkdir mine elsewhere
cp "$here/../bots/lowest.sh" mine/lowest.sh
queue() { # PLAYER..: a new tournament made in the folder mine
    rm -f left.db*
    (cd mine && demesne tournament "$@" --arena path:9 --rounds 2 --games 4 --db ../left.db --queue --quiet >/dev/null)
}
lost_turns() {
    demesne tournament --db left.db --results left.json --quiet
    grep -c '"kind"' left.json
}
left() { # NAME PROGRAM: a worker in another folder ends, and no game is played
    run sh -c "cd elsewhere && exec '$program' work --db ../left.db --quiet ${3:-}"
    status_is "$1: status" 1
    matches "$1: the message names the program" "$err" "demesne: error: *$2*"
    is "$1: the batches are left to others" "$(counts left.db)" '2 0 0 0'
    is "$1: no game is stored" "$(demesne work --db left.db --list --json | "$json_lines" games)" 0
}
played() { # NAME: a worker in another folder plays them all
    run sh -c "cd elsewhere && exec '$program' work --db ../left.db --quiet ${2:-}"
    is "$1" "$out$err" '2 batches, 4 games, 0 batches too late'
    is "$1: no turn is lost" "$(lost_turns)" 0
}
queue --players 'greedy,cmd:sh lowest.sh'
mv mine away
left 'a worker without the folder' 'cmd:sh lowest.sh: its folder */mine is not on this machine'
mkdir mine
left 'a worker without the program' 'cmd:sh lowest.sh: its files in */mine are missing on this machine or have another version'
cp away/lowest.sh mine
echo '# changed' >>mine/lowest.sh
left 'another version' 'cmd:sh lowest.sh: its files in */mine are missing on this machine or have another version'
cp away/lowest.sh mine
played 'relative paths count from where the tournament was made'
queue --players 'greedy,cmd:no-such-bot --fast'
left 'a program that is not installed' 'cmd:no-such-bot --fast cannot start: the program is missing*'
printf 'name,command\nAnn,sh lowest.sh\n' >mine/players.csv
queue --players greedy --players-file players.csv
echo '# changed' >>mine/lowest.sh
left 'another version of a program with a name' 'the files of Ann in */mine have version * on this machine; expected *'
cp away/lowest.sh mine
played 'a program with a name'
# It starts for the check and for the first board; then the machine has lost it.
cat >mine/lost.sh <<'END'
echo start >>starts
[ "$(wc -l <starts)" -lt 3 ] || exec ./nowhere
exec sh lowest.sh
END
queue --players 'greedy,cmd:sh lost.sh'
run sh -c "cd elsewhere && exec '$program' work --db ../left.db --quiet --sandbox none"
status_is 'a program that is lost on the way: status' 1
matches 'a program that is lost on the way: the message' "$err" '*cmd:sh lost.sh cannot start: the program is missing*'
is 'what was played before is kept, the rest is left' "$(counts left.db)" '1 0 1 0'
rm mine/starts
run sh -c "cd elsewhere && exec '$program' work --db ../left.db --quiet --sandbox none"
is 'the rest can be played' "$(counts left.db)" '0 0 2 0'
is 'and no turn was lost' "$(lost_turns)" 0

# What goes wrong.
run demesne work
status_is 'the database is missing' 2
run demesne work --db nosuch.db
status_is 'no such database' 1
matches 'no such database' "$err" '*nosuch.db: no such database'
run demesne tournament --players greedy,random --arena path:9 --rounds 2 --games 4 --queue
status_is 'a queue needs a database' 2
contest='--players tree-simple,random --arena grid:3x3 --rounds 2 --games 4'
contest --db failed.db --queue --quiet >/dev/null
run demesne work --db failed.db
status_is 'a batch that cannot be computed' 1
matches 'a batch that cannot be computed' "$err" '*tree-simple*'
matches 'it is recorded as failed' "$(counts failed.db)" '* 0 0 1'
demesne atlas run paths --vertices 30-34 --db slow.db --queue --quiet >/dev/null
run demesne work --db slow.db --time 0.3 --quiet
status_is 'a stopped worker' 3
matches 'it gives its leases back' "$(counts slow.db)" '* 0 * 0'

# PostgreSQL.  A bot that takes its time makes batches that last.
echo 0.1 >pause
cat >slow.sh <<'END'
sleep "$(cat pause)"
while [ -e hold ]; do sleep 0.05; done
exec "$1"
END
cp "$(dirname "$program")/tests/nasty" .
slow='cmd:sh slow.sh ./nasty' # which takes the lowest vertex, and starts sooner than our own players
export PGPASSWORD=secret
postgres=$here/../support/postgres.sh

start_server() { # SETTING..
    if ! server=$("$postgres" start $$ "$@" 2>server.err); then
        ok 'PostgreSQL starts' cat server.err
        finish
        exit 1
    fi
    folder=${server% *}
    port=${server#* }
    url=postgresql://demesne@127.0.0.1:$port/test
}

start_worker() { # NUMBER
    if [ "$1" = "$cut_off" ]; then
        ip netns exec "$space" "$program" work --db "$far_url" --lease "$lease" --quiet >"worker-$1.log" 2>&1 &
    else
        "$program" work --db "$url" --lease "$lease" --quiet >"worker-$1.log" 2>&1 &
    fi
    eval "pid_$1=$!"
}

anything_left() {
    ! counts "$url" >counts.txt 2>/dev/null || ! grep -q '^0 0 ' counts.txt
}

# harass PERIOD RESTARTS: four workers compute what the database has, and every PERIOD seconds one of
# the first three is killed and begins anew; the server is restarted RESTARTS times.
harass() {
    kills=0 restarts=0 turn=0
    for i in 1 2 3 4; do
        start_worker $i
    done
    while anything_left; do
        sleep "$1"
        turn=$((turn + 1))
        victim=$((1 + turn % 3))
        pid=
        eval "pid=\$pid_$victim"
        kill -KILL "$pid" 2>/dev/null && kills=$((kills + 1))
        wait "$pid" 2>/dev/null
        start_worker $victim
        if [ $((turn % 3)) -eq 0 ] && [ $restarts -lt "$2" ]; then
            "$postgres" restart "$folder"
            restarts=$((restarts + 1))
        fi
    done
    wait
    counts "$url" >counts.txt
    echo "# $kills kills, $restarts restarts; batches to do, leased, done, failed: $(cat counts.txt)"
}

start_server
cut_off=none lease=1
slow_contest() {
    demesne tournament --players "random,$slow" --arena gnp:16,0.3 --rounds 3 --games 20 --quiet "$@"
}
echo 0 >pause
slow_contest --db one.db --list one-games.csv >one.txt
echo 0.5 >pause # as many games must last until workers were killed
slow_contest --db "$url" --queue >/dev/null
demesne atlas run cycles --to 20 --db "$url" --queue --quiet >/dev/null
harass 0.4 1
ok 'workers were killed' test $kills -ge 2
is 'all batches were computed' "$(cut -d ' ' -f 1,2,4 counts.txt)" '0 0 0'
run demesne work --db "$url" --list --json
is 'every game was computed and counted once' "$(field games)" $((99 + 20))
run demesne atlas run cycles --to 20 --db "$url" --json
is 'no game of the atlas is missing' "$(field solved known unproven)" '0 99 0'
demesne atlas export cycles --db "$url" --to two.csv
ok 'the tables are those of one run, although workers were killed' cmp one.csv two.csv
echo 0 >pause
slow_contest --db "$url" --list two-games.csv >two.txt
ok 'the games are those of one run, although workers were killed' cmp one-games.csv two-games.csv
ok 'their tables too' cmp one.txt two.txt

# A worker that stops longer than its lease, before its game begins, finds its batch taken.
: >hold
demesne tournament --players "random,$slow" --arena path:9 --rounds 2 --games 2 --db "$url" --queue --quiet >/dev/null
"$program" work --db "$url" --lease 1 --json --quiet >late.json &
late=$!
until counts "$url" | grep -q '^[0-9]* [1-9]'; do
    sleep 0.05
done
kill -STOP $late
rm hold
sleep 1.5
run demesne work --db "$url" --lease 1 --json --quiet
is 'another worker takes the batches of a worker that stopped' "$(field batches games late)" '1 2 0'
kill -CONT $late
wait $late
out=$(cat late.json)
is 'the worker that stopped is too late' "$(field batches games late)" '0 0 1'

# The command that plays the tournament may be killed as well.
demesne tournament --players "$players" --arena gnp:16,0.3 --rounds 3 --games 100 --db one.db --list one-games.csv --quiet >/dev/null
for seconds in 0.3 0.6 0.9; do
    timeout -s KILL $seconds "$program" tournament --players "$players" --arena gnp:16,0.3 --rounds 3 \
        --games 100 --db "$url" --quiet >/dev/null 2>&1
done
demesne tournament --players "$players" --arena gnp:16,0.3 --rounds 3 --games 100 --db "$url" --list two-games.csv --quiet >/dev/null
ok 'a tournament that was killed goes on' cmp one-games.csv two-games.csv
"$postgres" stop "$folder"
[ -n "${DEMESNE_LONG:-}" ] || {
    finish
    exit
}

# The whole: worker 4 sits behind a link of its own, which goes down for longer than a lease.
space=demesne-$$
near=dmn$$
far=dmf$$
net=10.$((64 + $$ / 250 % 64)).$(($$ % 250))
lease=4 cut_off=4
ok 'a network namespace' ip netns add "$space"
trap 'ip netns del "$space"; clean_up' EXIT # the link goes with it
ip link add "$near" type veth peer name "$far" netns "$space"
ip addr add "$net.1/24" dev "$near"
ip link set "$near" up
ip -n "$space" addr add "$net.2/24" dev "$far"
ip -n "$space" link set "$far" up
start_server "listen_addresses = '127.0.0.1,$net.1'"
echo "host all all $net.0/24 scram-sha-256" >>"$folder/data/pg_hba.conf"
"$postgres" restart "$folder"
far_url=postgresql://demesne@$net.1:$port/test

# Once worker 4 has a lease: takes its link down for twice the lease.
cut() {
    while ! ss -Htn state established "src $net.1" | grep -q .; do
        sleep 0.1
    done
    sleep 1
    ip link set "$near" down
    sleep $((2 * lease))
    ip link set "$near" up
    ip addr replace "$net.1/24" dev "$near"
}

rm -f one.db*
for ties in neutral earlier white black; do
    demesne atlas run graphs --to 8 --ties $ties --db one.db --quiet >/dev/null
    demesne atlas run graphs --to 8 --ties $ties --db "$url" --queue --quiet >/dev/null
done
cut &
harass 1 2
out=$(demesne work --db "$url" --list --json)
is 'long: every game of the atlas was computed and counted once' "$(field games failed)" "$((4 * 47420)) 0"
for ties in neutral earlier white black; do
    demesne atlas export graphs --ties $ties --db one.db --to one.csv
    demesne atlas export graphs --ties $ties --db "$url" --to two.csv
    ok "long: the tables of graphs are those of one run: ties $ties" cmp one.csv two.csv
done
echo "# worker 4: $(cat worker-4.log)"

contest="--players greedy,monte-carlo:playouts=60 --arena colby:60 --rounds 8 --games 2000"
contest --db one.db --list one-games.csv --quiet >one.txt
contest --db "$url" --queue --quiet >/dev/null
cut &
harass 1 2
contest --db "$url" --list two-games.csv --quiet >two.txt
ok 'long: 2000 games are those of one run' cmp one-games.csv two-games.csv
ok 'long: their tables too' cmp one.txt two.txt
out=$(demesne work --db "$url" --list --json)
is 'long: every game was played and counted once' "$(field games failed)" "$((4 * 47420 + 2000)) 0"
echo "# worker 4: $(cat worker-4.log)"
"$postgres" stop "$folder"

finish
