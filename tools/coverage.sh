#!/bin/sh
# Line coverage of the library by the unit tests, room by room, into BUILD/report.txt.
#     tools/coverage.sh build/coverage
set -eu
cd "$(dirname "$0")/.."
build=$1
find "$build" -name '*.gcda' -delete
for program in "$build"/tests/test_*; do
    if [ -f "$program" ] && [ -x "$program" ]; then
        "$program" >/dev/null 2>&1 || echo "demesne: warning: $(basename "$program") failed" >&2
    fi
done

# gcov -n prints "File '...'" and "Lines executed:P% of N" for every source.
find "$build/CMakeFiles/demesne.dir" "$build/CMakeFiles/demesne-core.dir" -name '*.gcda' -print0 |
    xargs -0 gcov -n 2>/dev/null |
    awk '
        /^File / { file = $0; gsub(/^File .|.$/, "", file) }
        /^Lines executed/ && match(file, /src\/[a-z]+\/[a-z0-9_]+\.[ch]$/) {
            split(substr(file, RSTART), part, "/")
            split($0, number, /[:%]| of /)
            if (!(part[2] in lines)) order[++rooms] = part[2]
            lines[part[2]] += $NF
            hit[part[2]] += number[2] / 100 * $NF
            file = ""
        }
        END {
            for (i = 1; i <= rooms; i++) {
                room = order[i]
                printf "%-10s %6d lines %6.1f %%\n", room, lines[room], 100 * hit[room] / lines[room]
                all += lines[room]; all_hit += hit[room]
            }
            if (all) printf "%-10s %6d lines %6.1f %%\n", "total", all, 100 * all_hit / all
        }' | sort >"$build/report.txt"
cat "$build/report.txt"
