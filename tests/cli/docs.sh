#!/bin/sh
# Every command shown in README.md and docs/*.md runs here, and what it prints is compared
# (examples.sh does so for the helps).  A block is fenced ```console, or ```console exit=1 if its
# last command ends with that status:
#
#     $ demesne score path:3 --white 0 --black 2      a command; "> " continues it
#     white 1, black 1, tied 1                        what it prints, stdout and stderr together
#
# `...` alone on a line stands for any lines, inside a line for any text.  Times are never
# shown.  A block fenced ```sh paste is pasted line by line into a fresh clone after `make run`: every
# line ends with status 0.  Blocks of other kinds (```sh) are not run.
. "$(dirname "$0")/lib/tap.sh"
root=$(cd "$here/../.." && pwd)
cd "$root" || exit 1
mkdir "$work/bin" "$work/blocks" "$work/pastes"
ln -s "$program" "$work/bin/demesne"
PATH=$work/bin:$PATH
export PATH
unset COLUMNS LINES NO_COLOR

# A new folder with the files that a reader of the documents has.  No block changes those of the folders, which the
# last check sees.
mkdir "$work/folders"
cp -R examples docs data "$work/folders"
enter_copy() {
    cd "$work" || exit 1
    rm -rf copy
    mkdir -p copy/demo
    cd copy || exit 1
    ln -s "$work/folders/examples" "$work/folders/docs" "$work/folders/data" .
    [ -z "$monaco" ] || ln -s "$monaco" demo
}
folders_are_unchanged() {
    cd "$root" || return 1
    for folder in examples docs data; do
        diff -r "$folder" "$work/folders/$folder" || return 1
    done
}

# A real map, if npm can give it; blocks that need it are skipped otherwise.
monaco=$("$root/tools/fetch_map.sh" monaco.osm.pbf 2>/dev/null)

# Splits the console blocks of a document into blocks/NAME.LINE, the exit status first.
split_blocks() {
    awk -v out="$work/blocks/$(basename "$1" .md)" '
        /^```console/ {
            status = 0
            if (match($0, /exit=[0-9]+/)) status = substr($0, RSTART + 5, RLENGTH - 5)
            file = sprintf("%s:%04d", out, NR)
            print status > file
            next
        }
        /^```/ { if (file) close(file); file = "" }
        file { print > file }' "$1"
}

# Runs the commands of a block one after another, each echoed as the block shows it; ends
# with the status of the last.
play_block() {
    rm -f "$work"/command.* "$work"/shown.*
    awk -v work="$work" '
        NR == 1 { next }
        /^\$ / {
            number++
            inside = 1
            print substr($0, 3) > (work "/command." number)
            print > (work "/shown." number)
            next
        }
        inside && /^> / {
            print substr($0, 3) > (work "/command." number)
            print > (work "/shown." number)
            next
        }
        { inside = 0 }' "$1"
    number=1
    while [ -f "$work/command.$number" ]; do
        cat "$work/shown.$number"
        timeout 600 sh "$work/command.$number" </dev/null 2>&1
        status=$?
        number=$((number + 1))
    done
    return "$status"
}

# text_fits EXPECTED ACTUAL: line by line, with `...` as above.
text_fits() {
    awk '
        function glob(pattern, text,    i) { # literal pieces in order, joined by anything
            count = split(pattern, piece, /\.\.\./)
            if (count <= 1) return pattern == text
            if (substr(text, 1, length(piece[1])) != piece[1]) return 0
            text = substr(text, length(piece[1]) + 1)
            for (i = 2; i < count; i++) {
                if (!(at = index(text, piece[i]))) return 0
                text = substr(text, at + length(piece[i]))
            }
            return length(text) >= length(piece[count]) &&
                substr(text, length(text) - length(piece[count]) + 1) == piece[count]
        }
        NR == FNR { if (FNR > 1) expected[++e] = $0; next }
        { actual[++a] = $0 }
        END {
            i = j = 1
            while (j <= a) {
                if (i <= e && expected[i] == "...") { star = i++; mark = j }
                else if (i <= e && glob(expected[i], actual[j])) { i++; j++ }
                else if (star) { i = star + 1; j = ++mark }
                else break
            }
            while (i <= e && expected[i] == "...") i++
            if (i > e && j > a) exit 0
            print "expected: " (i <= e ? expected[i] : "(the end)")
            print "     got: " (j <= a ? actual[j] : "(the end)")
            exit 1
        }' "$1" "$2"
}

block_holds() {
    enter_copy
    play_block "$1" >"$work/progress"
    status=$?
    grep -vE '^demesne: [a-z ]+ .*/s' "$work/progress" >"$work/actual" # a busy machine shows progress, too
    text_fits "$1" "$work/actual" || { echo "in full:"; cat "$work/actual"; return 1; }
    [ "$status" -eq "$(head -n 1 "$1")" ] || { echo "status $status"; return 1; }
}

# Splits the blocks to paste into pastes/NAME.LINE.
split_pastes() {
    awk -v out="$work/pastes/$(basename "$1" .md)" '
        /^```sh paste$/ { file = sprintf("%s:%04d", out, NR); next }
        /^```/ { if (file) close(file); file = "" }
        file { print > file }' "$1"
}

paste_holds() {
    enter_copy
    ln -s "$program" demesne
    while read -r line; do
        sh -c "$line" </dev/null >"$work/actual" 2>&1 || { echo "$line"; cat "$work/actual"; return 1; }
    done <"$1"
}

# Every test that the errata name exists, and every test of the errata is named there.
errata_name_their_tests() {
    cd "$root" || return 1
    grep -o '`[a-z0-9_][a-z0-9_]*`' docs/ERRATA.md | tr -d '`' | sort -u >"$work/named"
    sed -n 's/.*cmocka_unit_test(\(.*\)).*/\1/p' tests/unit/*/test_errata_*.c | sort -u >"$work/tested"
    diff "$work/named" "$work/tested"
}

links_lead_somewhere() {
    cd "$root" || return 1
    for document in README.md CONTRIBUTING.md CHANGELOG.md docs/*.md docs/algorithms/*.md bench/*.md; do
        grep -o '](\([^)#]*\)' "$document" 2>/dev/null | sed 's/^](//' | grep -v '^[a-z]*:' |
            while read -r target; do
                [ -e "$(dirname "$document")/$target" ] || echo "$document: $target is not there"
            done
    done | awk '{ print; bad = 1 } END { exit bad }'
}

for document in README.md CONTRIBUTING.md docs/*.md docs/algorithms/*.md; do
    [ -f "$document" ] && split_blocks "$document" && split_pastes "$document"
done
# check BLOCK COMMAND NAME: a block that needs the real map is skipped without it.
check() {
    if [ -z "$monaco" ] && grep -q demo/monaco "$1"; then
        skip "$3" 'npm cannot give the map'
    else
        ok "$3" "$2" "$1"
    fi
}
for block in "$work"/blocks/*; do
    [ -f "$block" ] && check "$block" block_holds "$(basename "$block")"
done
for block in "$work"/pastes/*; do
    check "$block" paste_holds "paste $(basename "$block")"
done
ok "the commands change no file of the project" folders_are_unchanged
ok "every erratum names an existing test" errata_name_their_tests
ok "links in the documents are valid" links_lead_somewhere
finish
