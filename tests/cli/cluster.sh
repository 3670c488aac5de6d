#!/bin/sh
# cluster.sh - runs the scripts of docs/CLUSTER.md: a Slurm array, GNU parallel, ssh.  Slurm's task
# numbers are set by hand, and ssh is a script that enters another folder.
. "$(dirname "$0")/lib/tap.sh"
if ! command -v nauty-geng >/dev/null && ! command -v geng >/dev/null; then
    skip 'all of it' 'no geng'
    finish
    exit
fi
mkdir bin
ln -s "$program" bin/demesne
PATH=$work/bin:$PATH
TO=6
export PATH TO

# script NAME: writes the block of the document that begins with `#!/bin/sh` and `# NAME`.
script() {
    awk -v name="$1" '
        /^```sh/ { inside = 1; text = ""; next }
        /^```/ { if (inside && found) printf "%s", text; inside = found = 0 }
        inside { text = text $0 "\n"; if (index($0, "# " name) == 1) found = 1 }
    ' "$here/../../docs/CLUSTER.md" >"bin/$1"
    chmod +x "bin/$1"
    ok "$1 is in the document" test -s "bin/$1"
}

# graphs.db has what a single run gives.
same_as_one_run() {
    demesne atlas export graphs --db graphs.db --to merged.csv
    ok "$1" cmp merged.csv one.csv
}

demesne atlas run graphs --to 6 --db one.db --quiet >/dev/null
demesne atlas export graphs --db one.db --to one.csv

script atlas.slurm
SLURM_ARRAY_TASK_COUNT=4
export SLURM_ARRAY_TASK_COUNT
for task in 0 1 2 3 1; do # task 1 is requeued
    run env SLURM_ARRAY_TASK_ID=$task atlas.slurm
    status_is "Slurm task $task" 0
done
matches 'a requeued task finds its work' "$out" 'graphs: 0 boards, 0 games solved, *'
demesne atlas merge graphs.db part-*.db --quiet >/dev/null
same_as_one_run 'Slurm: the array equals a single run'
rm -f ./*.db

script atlas-parallel.sh
script solve-parallel.sh
if command -v parallel >/dev/null; then
    sed 's/seq 0 63/seq 0 7/; s,/64,/8,' bin/atlas-parallel.sh >bin/eight.sh
    run env JOBS=2 sh bin/eight.sh
    status_is 'GNU parallel' 0
    same_as_one_run 'GNU parallel: eight jobs equal a single run'
    is 'its log has a line per part' "$(wc -l <atlas.log | tr -d ' ')" 9
    rm -f ./*.db
    (nauty-geng -cq 6 2>/dev/null || geng -cq 6) >boards.g6
    run env JOBS=2 sh bin/solve-parallel.sh boards.g6
    status_is 'GNU parallel, a file of boards' 0
    demesne solve boards.g6 --rounds 2 --json --quiet >one.jsonl
    plain='s/"seconds":[^,}]*//; s/"nodes":[^,}]*//'
    sed "$plain" answers.jsonl >a
    sed "$plain" one.jsonl >b
    ok 'the answers are those of one process, in order' cmp a b
else
    ok 'GNU parallel is installed (package parallel)' false
fi

script atlas-ssh.sh
cat >bin/ssh <<'EOF'
#!/bin/sh
cd "$HOME/$1" && sh -c "$2"
EOF
cat >bin/scp <<'EOF'
#!/bin/sh
cp $HOME/$(echo "$2" | tr : /) "$3"
EOF
chmod +x bin/ssh bin/scp
mkdir -p first/atlas second/atlas
sed 's/ 63)/ 7)/; s,/64,/8,' bin/atlas-ssh.sh >bin/eight.sh
run env HOME="$work" sh bin/eight.sh first second
status_is 'two machines by ssh' 0
is 'each has its parts' "$(echo first/atlas/*.db second/atlas/*.db | tr -cd '0-9 ')" '0 2 4 6 1 3 5 7'
same_as_one_run 'ssh: two machines equal a single run'
finish
