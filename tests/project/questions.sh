#!/bin/sh
# questions.sh - random questions through the tool, the server and the Python package give equal answers
# (questions.py); with DEMESNE_LONG two thousand.
. "$(dirname "$0")/../cli/lib/tap.sh"
. "$here/../server/lib/server.sh"
root=$(cd "$here/../.." && pwd)
extension=$(dirname "$program")/python/_demesne.abi3.so
count=210
[ -z "${DEMESNE_LONG:-}" ] || count=2000
if [ ! -f "$extension" ]; then
    skip 'random questions' 'needs the Python extension (python3-dev)'
    finish
    exit
fi
mkdir package package/demesne asked
ln -s "$root"/python/demesne/*.py "$root/data" "$extension" package/demesne/
start
cd asked || exit 1
PYTHONPATH=$work/package PYTHONDONTWRITEBYTECODE=1 python3 "$root/tests/project/questions.py" "$program" "$port" $count
failed=$?
cd ..
stop
exit $failed
