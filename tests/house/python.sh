#!/bin/sh
# python.sh - the Python package, with the extension of the build, without installing it.
. "$(dirname "$0")/../cli/lib/tap.sh"
root=$(cd "$here/../.." && pwd)
extension=$(dirname "$program")/python/_demesne.abi3.so
python=python3
[ -x /usr/bin/python3 ] && python=/usr/bin/python3 # it has the packages that make installs

if [ ! -f "$extension" ] || ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    skip 'the Python package' 'needs Python 3.11 or later with its headers (python3-dev)'
    finish
    exit
fi
mkdir "$work/demesne"
ln -s "$root"/python/demesne/*.py "$root/data" "$extension" "$work/demesne/"
DEMESNE=$program PYTHONPATH=$work PYTHONDONTWRITEBYTECODE=1 "$python" "$root/python/tests/tap.py"
