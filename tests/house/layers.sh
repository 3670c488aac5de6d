#!/bin/sh
# layers.sh - who includes whom, by the ```layers table in docs/ARCHITECTURE.md; public headers that
# compile alone; and the rules of style that a script can check.
. "$(dirname "$0")/../cli/lib/tap.sh"
cd "$here/../.." || exit 1

# Files that may have more than 500 lines, each with its reason:
#   (none)
long_files=""

# Prints every #include of the files given as: file kind name (kind is public, own or other).
includes() {
    awk '/^[ \t]*#[ \t]*include/ {
        name = $0
        sub(/^[^<"]*[<"]/, "", name)
        sub(/[>"].*$/, "", name)
        kind = $0 ~ /"/ ? "own" : name ~ /^demesne\// ? "public" : "other"
        print FILENAME, kind, name
    }' "$@"
}

# The rows of the table: room | rooms | public headers | libraries.
table() {
    awk '/^```layers/ { inside = 1; next } /^```/ { inside = 0 } inside && /\|/' docs/ARCHITECTURE.md
}

# room_obeys ROOM: the table allows every include of src/ROOM.
room_obeys() {
    row=$(table | awk -F'|' -v OFS='|' -v room="$1" '{ gsub(/ /, "", $1) } $1 == room')
    [ -n "$row" ] || { echo "docs/ARCHITECTURE.md has no row for $1"; return 1; }
    includes $(git ls-files "src/$1/*.[ch]") | awk -v room="$1" -v row="$row" '
        function allow(list, kind,    i, n, word) {
            n = split(list, word, " ")
            for (i = 1; i <= n; i++) allowed[kind, word[i]] = 1
        }
        BEGIN {
            split(row, part, "|")
            allow(part[2], "own"); allow(part[3], "public"); allow(part[4], "library")
            allowed["own", room] = 1
            n = split("assert ctype errno fcntl float inttypes limits locale math setjmp signal " \
                      "stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib string " \
                      "strings tgmath threads time pthread unistd sys/mman sys/random sys/stat sys/types " \
                      "sys/time sys/wait sys/socket poll spawn immintrin", word, " ")
            for (i = 1; i <= n; i++) system_header[word[i] ".h"] = 1
        }
        $2 == "own" {
            key = $3
            sub(/\/.*/, "", key)
            if ($3 !~ /\//) key = "a header without its room"
            if ($3 ~ /\.def$/ && $3 !~ /\//) key = room
        }
        $2 == "public" { key = $3; sub(/^demesne\//, "", key); sub(/\.h$/, "", key) }
        $2 == "other" {
            if ($3 in system_header) next
            $2 = "library"
            key = $3
            sub(/\/.*/, "", key); sub(/\.h$/, "", key)
        }
        !(($2, key) in allowed) { print $1 " may not include " $3; bad = 1 }
        END { exit bad }'
}

# Every room in src/ is in the table.
rooms_are_planned() {
    for folder in src/*/; do
        room=$(basename "$folder")
        table | awk -F'|' '{ print $1 }' | grep -qw "$room" || { echo "$room is in no plan"; return 1; }
    done
}

# outsiders_obey FOLDER FOLDERS: files of FOLDER include <demesne/...>, headers of FOLDERS (with
# or without the folder), and system or third-party headers; never internal ones of the library.
outsiders_obey() {
    files=$(git ls-files "$1/*.[ch]")
    [ -n "$files" ] || return 0
    includes $files | while read -r file kind name; do
        [ "$kind" = own ] || continue
        found=no
        for folder in $2; do
            [ -f "$folder/$name" ] && found=yes
            [ "${name%%/*}" = "$folder" ] && [ -f "$name" ] && found=yes
        done
        [ "$found" = yes ] || echo "$file may not include $name"
    done | awk '{ print; bad = 1 } END { exit bad }'
}

# avoids PATTERN FILE..: no file includes a match.
avoids() {
    pattern=$1
    shift
    ! includes "$@" | grep -E " ($pattern)"
}

tournament_pages_obey() {
    ! includes $(git ls-files 'tournament_pages/*.[ch]') | grep ' own server/' | grep -vE ' server/(web|base64)\.h$'
}

http_files() {
    ls server/http.[ch] server/http_library.h server/deadlines.[ch] server/listen.[ch] server/origin.[ch]
}

other_server_files() {
    git ls-files 'server/*.[ch]' | grep -vxF "$(http_files)"
}

compiles_alone() { # COMPILER LANGUAGE STANDARD HEADER
    echo "#include <$4>" |
        "$1" -x "$2" -std="$3" -Wall -Wextra -Wpedantic -Werror -Iinclude -fsyntax-only -
}

headers_stand_alone() { # COMPILER LANGUAGE STANDARD
    for header in include/demesne/*.h; do
        compiles_alone "$1" "$2" "$3" "demesne/$(basename "$header")" || return 1
    done
}

files_are_short() {
    git ls-files '*.c' '*.h' '*.sh' | xargs awk -v long=" $long_files " '
        FNR == 501 && !index(long, " " FILENAME " ") {
            print FILENAME " has more than 500 lines; one subject fits in 500"
            bad = 1
        }
        END { exit bad }'
}

functions_are_short() {
    git ls-files '*.c' '*.h' | xargs awk '
        FNR == 1 { start = 0 }
        /^\{/ { start = FNR }
        /^\}/ && start {
            if (FNR - start - 1 > 60) { print FILENAME ":" start ": " FNR - start - 1 " lines"; bad = 1 }
            start = 0
        }
        END { exit bad }'
}

nothing_is_left_undone() {
    ! git grep -nwIE '(TO''DO|FIX''ME|X''XX)' -- ':!*.svg' ':!*.g6' ':!*.s6'
}

# The rows of the glossary are sorted, and every file that one names exists.
glossary_is_true() {
    awk -F'|' '/^\| / && !/^\| word/ { print $2 }' docs/GLOSSARY.md | LC_ALL=C sort -fc || return 1
    awk -F'|' '/^\| / { print $4 }' docs/GLOSSARY.md | grep -o '`[^`]*`' | tr -d '`' | while read -r file; do
        [ -e "$file" ] || echo "docs/GLOSSARY.md names $file, which does not exist"
    done | awk '{ print; bad = 1 } END { exit bad }'
}

each_file_says_what_it_is() {
    git ls-files '*.c' '*.h' | xargs awk '
        FNR == 1 && !/^\/\* / { print FILENAME " does not open with what it does"; bad = 1 }
        END { exit bad }'
}

ok "every room is in the table" rooms_are_planned
for folder in src/*/; do
    room=$(basename "$folder")
    ok "$room includes only what it may" room_obeys "$room"
done
ok "the command line includes only the public API" outsiders_obey cli "cli bench question answer server tournament_pages"
ok "demesne-mpi includes only the public API and the command line" outsiders_obey mpi "mpi cli answer"
ok "the answers include only the public API" outsiders_obey answer "answer"
ok "the questions include only the public API and the answers" outsiders_obey question "question answer"
ok "the server includes only the public API, questions and answers" outsiders_obey server "question answer server"
ok "the tournament pages include only the public API, answers and the server" outsiders_obey tournament_pages "answer server tournament_pages"
ok "of the server, the tournament pages know only web.h and base64.h" tournament_pages_obey
ok "the HTTP files know no games" avoids 'public|own (question|answer)|own server/(api|jobs|boards|call)|other jansson' $(http_files)
ok "the files that answer know no sockets" avoids 'other (microhttpd|sys/socket|netdb|arpa|netinet)' $(other_server_files)
ok "the Python package includes only the public API, questions and answers" outsiders_obey python/src "python/src question answer"
ok "the measurements include only the public API" outsiders_obey bench "answer bench"
ok "the examples include only the public API" outsiders_obey examples "examples examples/bots/c"
ok "public headers compile alone in C17" headers_stand_alone "${CC:-cc}" c c17
cxx=$(command -v c++ || command -v g++ || command -v clang++ || true)
if [ -n "$cxx" ]; then
    ok "public headers compile alone in C++" headers_stand_alone "$cxx" c++ c++17
else
    skip "public headers compile alone in C++" "no C++ compiler"
fi
ok "files have at most 500 lines" files_are_short
ok "functions have at most 60 lines" functions_are_short
ok "no unfinished work is marked" nothing_is_left_undone
ok "the glossary names files that exist" glossary_is_true
ok "every file opens with what it does" each_file_says_what_it_is
finish
