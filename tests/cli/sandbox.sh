#!/bin/sh
# sandbox.sh - programs that attack the machine: every attack ends with the right fault or with
# nothing, leaves no process and no file behind, and changes no other game.  Then the tool is killed
# at random moments.
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
attack '' daemon write try trace signal call ignore-quit complain memory-shared memory-hidden
attack '"memory":2' memory memory-at-once memory-children page-tables files
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
    while now=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' /proc/$tool/status 2>/dev/null) && [ -n "$now" ]; do
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

# A program that goes on thinking is stopped with its child while it is the other's turn.
# states WAY: the states of the processes of an attacker; used_by WAY: their processor times.
processes() {
    pgrep -f "^\./$mean $1\$" | sed 's|.*|/proc/&/stat|' | xargs -r sed 's/.*) //' 2>/dev/null
}
states() {
    processes "$1" | cut -c 1 | sort | tr -d '\n'
}
used_by() {
    processes "$1" | cut -d ' ' -f 12,13
}
for how in think-on 'think-on --sandbox none' think-timer; do
    way=${how%% *}
    # shellcheck disable=SC2086 # the words of an option are meant to split
    "$program" play path:12 --rounds 2 --white "cmd:./$mean $way" --black "cmd:./$mean hang" ${how#"$way"} >"$work/stopped.txt" 2>&1 &
    tool=$!
    tries=300
    until now=$(states $way) && { [ "$now" = TT ] || [ "$now" = SS ] || [ "$now" = ST ]; } || [ $((tries -= 1)) -le 0 ]; do sleep 0.1; done
    case $now in SS | ST) now=TT ;; esac # frozen by a control group, one perhaps after it was stopped
    is "a program is stopped with its child between its turns: $how" "$now" TT
    begun=$(used_by $way)
    sleep 0.3
    is "it uses no processor time: $how" "$(used_by $way)" "$begun"
    kill -9 $tool
    wait $tool 2>/dev/null
    while [ "$(alive)" -gt 0 ]; do sleep 0.05; done
done
one fill
matches 'with more memory /tmp and /dev/shm are full first' "$out" '*White 0*'
one stop --move-time 1000
matches 'a program that stops itself' "$out" '*White loses the turn (late): no answer to genmove*'
is 'is ended' "$(alive)" 0
one close-all
matches 'a program that only closes its output' "$out" '*White loses the turn (gone): the program closed its output before it answered genmove*'

# A program plays both games of a board in one start: this one takes the last vertices in the second.
run demesne tournament --players "greedy,cmd:./$mean second-last" --arena path:12 --rounds 2 --games 4 --list list.csv --quiet
is 'one start for both games of a board' "$(sed 1d list.csv | sed 's/.*,//' | tr '\n' ';')" \
    '0 1 2 3;11 0 9 1;0 1 2 3;11 0 9 1;'

# The tool is killed at random moments: the programs end, and the contest goes on to the same games.
games=12
[ -z "${DEMESNE_LONG:-}" ] || games=30
long_contest() { # DATABASE; becomes the tool, so that it can be killed
    exec "$program" tournament --players "cmd:./$mean daemon,cmd:./$mean second-last,greedy" --arena path:12 --rounds 3 --games $games \
        --threads 2 --db "$1" --list - --quiet 2>/dev/null
}
undisturbed=$(long_contest calm.db | cut -d , -f 1-7,10-)
left=0
for moment in $(awk -v kills="${DEMESNE_LONG:+20}" 'BEGIN { srand(7); if (!kills) kills = 3; while (kills--) print 0.05 + 0.9 * rand() }'); do
    long_contest killed.db >"$work/killed.txt" &
    sleep "$moment"
    kill -9 $! 2>/dev/null
    sleep 1
    left=$((left + $(alive)))
    wait $! 2>/dev/null
done
is 'no program outlives the tool' "$left" 0
is 'the contest goes on to the same games' "$(long_contest killed.db | cut -d , -f 1-7,10-)" "$undisturbed"

# Without a sandbox the same attack succeeds; but nothing is left either.
one try --sandbox none
matches 'attacks can succeed' "$out" "*garbage*it could read $HOME/secret*"
if [ -n "${DEMESNE_LONG:-}" ]; then
    one memory
    matches '10 GB with the default limit' "$out" '*White loses the turn (memory)*'
fi
one daemon --sandbox none
is 'a program without a sandbox leaves no process' "$(alive)" 0
run env PATH=/nowhere "$program" play path:12 --rounds 1 --white "cmd:./$mean good" --black greedy
status_is 'no bubblewrap' 1
matches 'what to do without bubblewrap' "$err" '*install the package bubblewrap*--sandbox none*'
mkdir fake
printf '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n' >fake/bwrap
chmod +x fake/bwrap
run env PATH="$PWD/fake:$PATH" "$program" play path:12 --rounds 1 --white "cmd:./$mean good" --black greedy
status_is 'no namespaces' 1
matches 'what to do without namespaces' "$err" '*No permissions to create new namespace*allow user*--sandbox none*'
mkdir -p "$HOME/private/bot"
cp "$own/$mean" "$HOME/private/bot"
chmod 700 "$HOME/private"
cd "$HOME/private" || exit 1
run demesne play path:12 --rounds 1 --white "cmd:bot/$mean good" --black greedy
matches 'a program within a private folder' "$out" '  1. White 0*'
cd "$HOME" || exit 1
one try
matches 'of the home folder only the program is shown' "$out" '*it could not read its own folder*'
finish
