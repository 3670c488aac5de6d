#!/bin/sh
# score_path.sh - docs/ARCHITECTURE.md shows the way of `demesne score ..` as it is: every function is where the page says,
# and is called by the one above it.
. "$(dirname "$0")/../cli/lib/tap.sh"
root=$(cd "$here/../.." && pwd)
page=$root/docs/ARCHITECTURE.md

# Lines "depth file function" of the block ```path.
steps() {
    awk '/^```path/ { on = 1; next } /^```/ { on = 0 }
         on { match($0, /^ */); print RLENGTH / 2, $1, $2 }' "$page"
}

# Each function is defined in its file.
are_defined() {
    steps | while read -r _ file function; do
        grep -qE "^[a-z].*[ *]$function\\(" "$root/$file" || echo "$function is not in $file"
    done >wrong
    ! [ -s wrong ] || { cat wrong && false; }
}

# Reads the steps and then the calls; the first function must reach each of those below it.
are_called() {
    { steps; echo; python3 "$root/tools/call_trace.py" --edges "$program" score grid:5x5 --white 0 --black 24; } |
        awk 'NF == 3 { above[$1] = $3; if ($1) { n++; from[n] = above[$1 - 1]; to[n] = $3 } }
             NF == 2 { calls[$1] = calls[$1] " " $2 }
             function reaches(a, b, list, i, k) {
                 if (a == b) return 1
                 if (seen[a]++) return 0
                 k = split(calls[a], list, " ")
                 for (i = 1; i <= k; i++) if (reaches(list[i], b)) return 1
                 return 0
             }
             END {
                 for (s = 1; s <= n; s++) {
                     split("", seen)
                     if (!reaches(from[s], to[s])) { print from[s] " does not call " to[s]; bad = 1 }
                 }
                 exit bad || !n
             }'
}

ok 'the functions on the path of score are in the files that the page names' are_defined
if [ -x /usr/bin/valgrind ]; then
    ok 'each is called by the one above it' are_called
else
    skip 'each is called by the one above it' 'needs valgrind'
fi
finish
