#!/bin/sh
# postgres.sh - a private PostgreSQL server for a test, run by an ordinary user.
#
#     postgres.sh start OWNER [SETTING=VALUE..]    prints its folder and its port
#     postgres.sh restart FOLDER [MODE]            MODE: fast (default), smart, immediate
#     postgres.sh stop FOLDER                      and removes the folder
#
# The server listens on 127.0.0.1 (passwords) and on a socket in its folder (no passwords).  Its
# first role is `demesne` with the password `secret`; its database is `test`.  It is stopped when the
# process OWNER has ended, whatever ended it.  If it cannot start, the status is 1 and the reason is
# on stderr.  LD_PRELOAD_SERVER names a library that is loaded into the server, as a copy that its user can read.
set -eu

fail() {
    echo "the PostgreSQL of the tests cannot start: $*" >&2
    exit 1
}

# Debian has the programs outside of the PATH.
find_programs() {
    for programs in $(command -v pg_config >/dev/null && pg_config --bindir) /usr/lib/postgresql/*/bin /usr/bin /usr/local/bin; do
        [ -x "$programs/initdb" ] && [ -x "$programs/pg_ctl" ] && return
    done
    fail "initdb and pg_ctl are missing (package postgresql)"
}

# PostgreSQL refuses to run as root.
as_user() {
    if [ "$(id -u)" -ne 0 ]; then
        "$@"
    else
        setpriv --reuid="$user" --regid="$(id -g "$user")" --clear-groups -- "$@"
    fi
}

pick_user() {
    user=$(id -un)
    [ "$(id -u)" -eq 0 ] || return 0
    for user in postgres nobody; do
        id "$user" >/dev/null 2>&1 && return
    done
    fail "there is no ordinary user to run it (postgres or nobody)"
}

control() {
    as_user env LC_ALL=C ${LD_PRELOAD_SERVER:+LD_PRELOAD="$folder/preload.so"} "$programs/pg_ctl" -s -D "$folder/data" -w -t 60 "$@" >>"$folder/control.log" 2>&1
}

# A new cluster of databases in $folder/data.
make_cluster() {
    echo secret >"$folder/password"
    if ! as_user env LC_ALL=C "$programs/initdb" -N -D "$folder/data" -U demesne --pwfile="$folder/password" \
        --auth-local=trust --auth-host=scram-sha-256 --no-locale -E UTF8 >"$folder/control.log" 2>&1; then
        fail "$(tail -n 3 "$folder/control.log")"
    fi
    echo 'CREATE DATABASE test' | as_user "$programs/postgres" --single -j -D "$folder/data" postgres >>"$folder/control.log" 2>&1 ||
        fail "$(tail -n 3 "$folder/control.log")"
}

# To copy a cluster takes a tenth of the time that it takes to make one: the first test leaves a copy for the others.
copy_cluster() {
    kept=$(cd "$(dirname "$0")/../.." && pwd)/build/postgres-$("$programs/postgres" --version | tr -dc 0-9.)
    mkdir -p "$kept"
    exec 9>"$kept/lock"
    flock 9
    if [ ! -d "$kept/data" ]; then
        make_cluster
        rm -rf "$kept/new"
        cp -R "$folder/data" "$kept/new"
        mv "$kept/new" "$kept/data"
    else
        cp -R "$kept/data" "$folder/data"
        chmod -R go-rwx "$folder/data"
        [ "$(id -u)" -ne 0 ] || chown -R "$user" "$folder/data"
    fi
    exec 9>&-
}

make_data() {
    copy_cluster
    {
        echo "listen_addresses = '127.0.0.1'"
        echo "unix_socket_directories = '$folder'"
        echo "fsync = off"
        echo "shared_buffers = 32MB"
        echo "logging_collector = off"
        for setting; do
            echo "$setting"
        done
    } >>"$folder/data/postgresql.conf"
}

# Tries ports until one is free.
start_server() {
    for _ in 1 2 3 4 5 6 7 8; do
        port=$((20000 + $(od -An -N2 -tu2 /dev/urandom) % 12000))
        sed -i '/^port = /d' "$folder/data/postgresql.conf"
        echo "port = $port" >>"$folder/data/postgresql.conf"
        control start -l "$folder/server.log" && return
        grep -q 'Address already in use' "$folder/server.log" || break
    done
    fail "$(tail -n 3 "$folder/server.log" 2>/dev/null || tail -n 3 "$folder/control.log")"
}

remove() {
    control stop -m fast || true
    rm -rf "$folder"
}

start() {
    owner=$1
    shift
    folder=$(mktemp -d /tmp/demesne-postgres-XXXXXX)
    chmod 755 "$folder"
    [ "$(id -u)" -ne 0 ] || chown "$user" "$folder"
    [ -z "${LD_PRELOAD_SERVER:-}" ] || install -m 644 "$LD_PRELOAD_SERVER" "$folder/preload.so"
    trap 'remove' EXIT
    make_data "$@"
    start_server
    trap - EXIT
    (while kill -0 "$owner" 2>/dev/null && [ -d "$folder" ]; do sleep 0.5; done; [ ! -d "$folder" ] || remove) \
        >/dev/null 2>&1 </dev/null &
    echo "$folder $port"
}

find_programs
pick_user
action=$1
shift
case $action in
start) start "$@" ;;
restart)
    folder=$1
    control restart -l "$folder/server.log" -m "${2:-fast}"
    ;;
stop)
    folder=$1
    remove
    ;;
esac
