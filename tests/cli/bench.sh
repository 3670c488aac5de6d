#!/bin/sh
# bench.sh - `demesne bench` starts demesne-bench, which is a program of its own.
. "$(dirname "$0")/lib/tap.sh"

run demesne bench evaluater
status_is 'an unknown measurement' 2
matches 'the nearest is suggested' "$err" "*did you mean 'evaluator'?"

# The tool alone, in a folder without demesne-bench.
mkdir alone
cp "$program" alone/demesne
run alone/demesne bench interval
status_is 'without demesne-bench' 1
matches 'the message says where it was expected and how to build it' "$err" "*$work/alone/demesne-bench; 'make bench'*"

# Next to it a program that prints its arguments.
printf '#!/bin/sh\necho "$@"\nexit 4\n' >alone/demesne-bench
chmod +x alone/demesne-bench
run alone/demesne bench interval --runs 3 --seed 7 --json --save --time 2.5 --threads 2
is 'the options are passed on' "$out" '--runs=3 --seed=7 --threads=2 --time=2.5 --json --save interval'
status_is 'its status is returned' 4
run alone/demesne bench
is 'all measurements, by default' "$out" '--runs=5 --seed=1 --threads=1 --time=-1'

if [ -x "$(dirname "$program")/demesne-bench" ]; then
    run demesne bench champion --runs 1 --json
    status_is 'a measurement' 0
    is 'in JSON' "$(field bench | sort -u)" '"champion"'
    run "$(dirname "$program")/demesne-bench" nosuch
    status_is 'demesne-bench alone refuses an unknown name' 2
else
    skip 'a measurement' 'demesne-bench is not built'
fi
finish
