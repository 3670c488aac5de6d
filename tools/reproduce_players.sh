#!/bin/sh
# Prints the section of docs/EXPERIMENTS.md on the players of Nafees's report: every pairing of
# its tables 1 to 3, played here by ./demesne.  Games stay in build/contest.db.
set -eu
cd "$(dirname "$0")/.."
games=${GAMES:-1000}

# First, second, the report's table, its games and its rate.
claims='neighbour random 1 1000 99.5
neighbour greedy 1 1000 94.1
enhanced random 2 1000 100
enhanced greedy 2 1000 98.9
enhanced neighbour 2 1000 87.2
monte-carlo random 3 100 100
monte-carlo greedy 3 100 100
monte-carlo neighbour 3 100 100
monte-carlo enhanced 3 100 84'

echo "$claims" | awk '{ print $1 " vs " $2 }' >build/report-pairs.txt
./demesne tournament --preset colby --pairs build/report-pairs.txt --games "$games" --threads 2 --quiet \
    --db build/contest.db --csv build/report.csv >build/report.txt

cat <<EOF

## The players of the course contest

Nafees, "The Voronoi Game on Graphs", 2025, reports a contest between players on random boards and gives win rates in
three tables. Here \`demesne tournament --preset colby\` plays every pairing of them again, $games games each, colours swapped, seed 1:
100 vertices, each pair joined with probability 0.684, lengths in [1,2), values 0 to 99, ten stones each, the earlier
stone keeps ties, 500 ms per move. Intervals are Wilson's at 95 %; those of the report follow from its numbers of games.
"agrees": the two intervals overlap.

| pairing | table | report (games) | 95 % | here | 95 % | as White | as Black | |
|---|---|---|---|---|---|---|---|---|
EOF
echo "$claims" | awk '
    function wilson(p, n, sign,    z, z2) {
        z = 1.959964; z2 = z * z
        return (p + z2 / (2 * n) + sign * z * sqrt(p * (1 - p) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    }
    BEGIN {
        FS = ","
        while ((getline line <"build/report.csv") > 0) {
            split(line, f, ",")
            rate[f[1] " " f[2]] = 100 * f[7]
            low[f[1] " " f[2]] = 100 * f[8]
            high[f[1] " " f[2]] = 100 * f[9]
            white[f[1] " " f[2]] = 100 * f[10]
            black[f[1] " " f[2]] = 100 * f[11]
        }
        FS = " "
    }
    {
        $0 = $0
        key = $1 " " $2
        from = 100 * wilson($5 / 100, $4, -1); to = 100 * wilson($5 / 100, $4, 1)
        printf "| %s - %s | %d | %.1f (%d) | %.1f to %.1f | %.1f | %.1f to %.1f | %.1f | %.1f | %s |\n", $1, $2, $3, $5, $4, \
            from, to, rate[key], low[key], high[key], white[key], black[key], \
            low[key] <= to && from <= high[key] ? "agrees" : "differs"
    }'
cat <<EOF

All players, with Bradley and Terry's ratings:

\`\`\`
$(sed -n '3,/^$/p' build/report.txt | sed '/^$/d')
\`\`\`
EOF
