# postgres.sh - a private PostgreSQL server for a script; sourced after tap.sh.
#
#     start_postgres [SETTING..]    $address (with a password, over TCP), $socket_address, $pg_port
#     sql 'SELECT 1'                runs it in the database
#     restart_postgres [MODE]
#
# If it cannot start, the script fails and says why.  It is stopped when the script ends.
postgres_script=$here/../support/postgres.sh

start_postgres() {
    server=$(LD_PRELOAD_SERVER=$(dirname "$program")/tests/libfull-disk.so "$postgres_script" start $$ "$@" 2>"$work/.why") || {
        report 1 'PostgreSQL starts'
        sed 's/^/# /' "$work/.why"
        finish
        exit 1
    }
    pg_folder=${server% *}
    pg_port=${server#* }
    address=postgresql://demesne:secret@127.0.0.1:$pg_port/test
    socket_address="postgresql:///test?user=demesne&host=$pg_folder&port=$pg_port"
}

restart_postgres() {
    LD_PRELOAD_SERVER=$(dirname "$program")/tests/libfull-disk.so "$postgres_script" restart "$pg_folder" "${1:-fast}"
}

stop_postgres() {
    "$postgres_script" stop "$pg_folder"
}

sql() {
    psql -X -q -A -t "$socket_address" -c "$1" 2>&1
}
