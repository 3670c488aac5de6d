#!/bin/sh
# sandbox_user.sh - sandbox.sh as an ordinary user, also if root runs the tests.
here=$(cd "$(dirname "$0")" && pwd)
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
as_nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"
if [ "$(id -u)" -ne 0 ]; then
    exec sh "$here/sandbox.sh" "$program"
elif ! $as_nobody test -r "$here/sandbox.sh" -a -x "$program"; then
    echo 'ok 1 - attacks as an ordinary user # SKIP the user nobody cannot read this folder'
    echo 1..1
    exit
fi
# shellcheck disable=SC2086 # the words are meant to split
exec $as_nobody env -u TMPDIR sh "$here/sandbox.sh" "$program"
