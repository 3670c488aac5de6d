#!/bin/sh
# sandbox.sh - programs that attack the machine: every attack ends with the right fault or with
# nothing, leaves no process and no file behind, and changes no other game.  Then the tool is killed
# at random moments.  Run by root, the attacks are repeated as an ordinary user.
. "$(dirname "$0")/lib/tap.sh"
. "$here/../server/lib/server.sh"

mean=mean$$ # a name that no other process has
HOME=$work/home
export HOME
mkdir -p "$HOME/own"
own=$HOME/own
cp "$(dirname "$program")/tests/nasty" "$own/$mean"
cp "$own/$mean" "$HOME/$mean"
echo secret >"$HOME/secret"
echo secret >"$work/secret"
cd "$own" || exit 1

# alive: how many processes of the attackers there are.
alive() {
    cat /proc/[0-9]*/comm 2>/dev/null | grep -c "^$mean"
}
# one WAY OPTION..: a game of one turn for an attacker; its first line is $out.
one() {
    way=$1
    shift
    run demesne play path:12 --rounds 1 --white "cmd:./$mean $way" --black greedy "$@"
    out=$(printf '%s\n' "$out" | head -n 1)
}

one good
case $err in
*sandbox*)
    skip 'sandboxes' "there can be none here: $err"
    finish
    exit
    ;;
esac
"./$mean" ignore-quit </dev/null &
is 'processes of attackers are seen' "$(sleep 0.2 && alive)" 1
kill -9 $!
wait $! 2>/dev/null

cat >players.csv <<END
name,command
good,./$mean good
END
expected=''
# attack KIND WAY..: attackers and the fault that each must have ("": none).
attack() {
    kind=$1
    shift
    for way; do
        echo "$way,./$mean $way" >>players.csv
        echo "$way vs good" >>pairs.txt
        expected="$expected $way:$kind"
    done
}
attack '' daemon fill write try trace signal call ignore-quit complain
attack '"memory":2' memory memory-at-once memory-shared memory-children
attack '"processes":2' fork-bomb thread-bomb
attack '"gone":2' daemon-end end-in-line close-all
attack '"garbage":2' flood no-newline escape million twice binary
attack '"crash":2' crash
attack '"illegal":2' occupied
echo 'greedy vs random' >>pairs.txt

start
server=$pid
db=$own/contest.db
cat >targets <<END
read $HOME/secret
read $work/secret
list $work/.err
read $db
read $db-wal
read $db-shm
read /etc/shadow
read /etc/passwd
list /root
list /run
write $own/written
write $own/targets
write $db
connect $port
signal $$
signal $server
END
files() {
    (cd "$work" && find . -type f ! -name '*.db*' ! -name '.err' ! -name '*.txt' ! -name '*.csv' -exec cksum {} + | sort)
}
before=$(files)

# contest MILLISECONDS PAIRS: all attacks in one tournament; its greatest memory in kB is $peak.
contest() {
    "$program" tournament --players greedy,random --players-file players.csv --pairs "$2" --arena path:12 \
        --rounds 2 --games 2 --faults game --move-time "$1" --memory-limit 64M --db "$db" --threads 2 --json --quiet \
        --list list.csv >"$work/contest.txt" 2>"$work/.err" &
    tool=$!
    peak=0
    while now=$(sed -n 's/^VmHWM: *\([0-9]*\).*/\1/p' /proc/$tool/status 2>/dev/null) && [ -n "$now" ]; do
        peak=$now
        sleep 0.1
    done
    wait $tool
    status=$?
    err=$(cat "$work/.err")
}
# kinds NAME: the faults of a player.
kinds() {
    tail -n 1 "$work/contest.txt" | "$json_lines" ratings | tr '{' '\n' | grep -A 1 "\"player\":\"$1\"," | sed -n '2s/}.*//p'
}
contest 20000 pairs.txt
status_is 'a contest with attackers' 0
for one in $expected; do
    way=${one%%:*}
    [ "$one" = "$way:" ] && kind='' || kind=${one#*:}
    is "the fault of $way" "$(kinds "$way")" "$kind"
done
grep -o "it could[^\"]*" "$work/contest.txt" | sort -u | sed "s/^/# /"
is 'no process is left' "$(alive)" 0
is 'no file is written or changed' "$(files)" "$before"
case $program in
*/asan/*) skip 'little memory' 'sanitizers need more' ;;
*) ok "little memory: $peak kB" [ "$peak" -lt 100000 ] ;;
esac
mv list.csv attacked.csv
rm -f "$db"*
echo 'greedy vs random' >lone.txt
contest 20000 lone.txt
is 'the results of others are unchanged' "$(grep -o 'greedy,random.*' attacked.csv | sort; grep -o 'random,greedy.*' attacked.csv | sort)" \
    "$(grep -o 'greedy,random.*' list.csv | sort; grep -o 'random,greedy.*' list.csv | sort)"
stop
finish
