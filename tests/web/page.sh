#!/bin/sh
# page.sh - the page in a real browser:  page.sh PROGRAM [I/N] [SCENARIO..]
#
# Drives Debian's Chromium with playwright-core and checks the page with axe-core; npm installs both here
# once (package-lock.json says which).  The browser sees no network but the server's loopback address.
# Screenshots stay in build/screenshots.  I/N runs the I-th of N shares, for several processes at once.
set -u
program=$(realpath "$1")
shift
cd "$(dirname "$0")" || exit 1

fail() {
    echo "not ok 1 - $1"
    echo "1..1"
    exit 1
}

# Whether npm has installed what package.json names.
installed() {
    sed -n 's/^    "\(.*\)": "\([0-9.]*\)",*$/\1 \2/p' package.json | while read -r name version; do
        grep -q "^  \"version\": \"$version\"" "node_modules/$name/package.json" 2>/dev/null || exit 1
    done
}

mkdir -p ../../build/screenshots
exec 9>../../build/npm.lock # several processes may start at once
flock 9
installed || timeout 120 npm ci --silent >&2 ||
    fail 'npm could not install the packages of package.json (is there a network?)'
# The shell is Chromium without its windows: the same page takes half the time.
browser=${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium || command -v google-chrome)}
if [ -z "$browser" ]; then # Ubuntu has it as a snap alone, which does not run everywhere
    timeout 300 node node_modules/playwright-core/cli.js install --with-deps --only-shell chromium >&2 ||
        fail 'there is no Chromium, and none could be installed'
fi
exec 9>&-
exec node run.mjs "$program" "$browser" "$(realpath ../../build/screenshots)" "$@"
