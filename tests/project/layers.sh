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

# The rows of the table: module | modules | public headers | libraries.
table() {
    awk '/^```layers/ { inside = 1; next } /^```/ { inside = 0 } inside && /\|/' docs/ARCHITECTURE.md
}

# Every folder of src/ that has C code, without `src/`.
modules() {
    git ls-files 'src/*.[ch]' | sed 's|^src/||; s|/[^/]*$||' | sort -u
}

# module_obeys MODULE: the table allows every include of src/MODULE.
module_obeys() {
    table >"$work/table"
    includes $(git ls-files "src/$1/*.[ch]" | grep "^src/$1/[^/]*$") >"$work/included"
    awk -v module="$1" '
        # The module and those that it may include, directly or through others.
        function reach(name,    i, n, word) {
            if (name in reached) return
            reached[name] = 1
            n = split(below[name], word, " ")
            for (i = 1; i <= n; i++) reach(word[i])
        }
        FILENAME ~ /table$/ {
            n = split($0, part, "|")
            gsub(/ /, "", part[1])
            below[part[1]] = part[2]
            public[part[1]] = part[3]
            if (part[1] == module) libraries = n > 3 ? part[4] : ""
            next
        }
        FNR == 1 {
            if (!(module in below)) { print "docs/ARCHITECTURE.md has no row for " module; exit bad = 1 }
            n = split(below[module] " " module, word, " ")
            for (i = 1; i <= n; i++) allowed["own", word[i]] = 1
            n = split(libraries, word, " ")
            for (i = 1; i <= n; i++) allowed["library", word[i]] = 1
            reach(module)
            for (name in reached) {
                n = split(public[name], word, " ")
                for (i = 1; i <= n; i++) allowed["public", word[i]] = 1
            }
            n = split("assert ctype errno fcntl float inttypes limits locale math setjmp signal " \
                      "stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib string " \
                      "strings tgmath threads time pthread unistd sys/mman sys/random sys/stat sys/types " \
                      "sys/time sys/wait sys/socket poll spawn immintrin", word, " ")
            for (i = 1; i <= n; i++) system_header[word[i] ".h"] = 1
        }
        $2 == "own" {
            key = $3
            if (key !~ /\//) key = key ~ /\.def$/ ? module : "a header without its module"
            else sub(/\/[^\/]*$/, "", key)
        }
        $2 == "public" { key = $3; sub(/^demesne\//, "", key); sub(/\.h$/, "", key) }
        $2 == "other" {
            if ($3 in system_header) next
            $2 = "library"
            key = $3
            sub(/\/.*/, "", key); sub(/\.h$/, "", key)
        }
        !(($2, key) in allowed) { print $1 " may not include " $3; bad = 1 }
        END { exit bad }' "$work/table" "$work/included"
}

# Every public header has one module that implements it.
headers_have_modules() {
    table | cut -d '|' -f 3 | tr ' ' '\n' | grep . | sort >"$work/owned"
    ls include/demesne | sed 's/\.h$//' | sort | diff - "$work/owned"
}

# demesne.h includes every public header, and its head comment names it.
all_headers_are_in_one() {
    for header in $(ls include/demesne | grep -v '^demesne\.h$'); do
        grep -q "^#include <demesne/$header>" include/demesne/demesne.h || echo "demesne.h does not include $header"
        sed '/\*\//q' include/demesne/demesne.h | grep -qw "$header" || echo "the index of demesne.h lacks $header"
    done | awk '{ print; bad = 1 } END { exit bad }'
}

promises_are_kept() {
    python3 tests/project/promises.py | awk '{ print; bad = 1 } END { exit bad }'
}

folders_are_small() {
    git ls-files '*.[ch]' | sed 's|/[^/]*$||' | sort | uniq -c |
        awk '$1 > 40 && $2 != "include/demesne" { print $2 " has " $1 " files of C code; at most 40"; bad = 1 } END { exit bad }'
}

# The headers of src/ that the project's own programs may include.
private=$(awk '/^```private/ { inside = 1; next } /^```/ { inside = 0 } inside' docs/ARCHITECTURE.md)
may_use_private=yes

# outsiders_obey FOLDER FOLDERS: files of FOLDER include <demesne/...>, headers of FOLDERS (with
# or without the folder), private ones that are listed, and system or third-party headers.
outsiders_obey() {
    files=$(git ls-files "$1/*.[ch]")
    [ -n "$files" ] || return 0
    includes $files | while read -r file kind name; do
        [ "$kind" = own ] || continue
        found=no
        case " $private " in *" $name "*) found=$may_use_private ;; esac
        [ -f "$(dirname "$file")/$name" ] && found=yes
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

# The glossary has few rows: the field's own words need none.  They are sorted, and every file that one names exists.
glossary_is_true() {
    awk -F'|' '/^\| / && !/^\| word/ { print $2 }' docs/GLOSSARY.md | LC_ALL=C sort -fc || return 1
    [ "$(grep -c '^| ' docs/GLOSSARY.md)" -le 46 ] || { echo "docs/GLOSSARY.md has more than 45 words"; return 1; }
    awk -F'|' '/^\| / { print $4 }' docs/GLOSSARY.md | grep -o '`[^`]*`' | tr -d '`' | while read -r file; do
        [ -e "$file" ] || echo "docs/GLOSSARY.md names $file, which does not exist"
    done | awk '{ print; bad = 1 } END { exit bad }'
}

each_file_says_what_it_is() {
    git ls-files '*.c' '*.h' | xargs awk '
        FNR == 1 && !/^\/\* / { print FILENAME " does not open with what it does"; bad = 1 }
        END { exit bad }'
}

for module in $(modules); do
    ok "$module includes only what it may" module_obeys "$module"
done
ok "every public header has one module" headers_have_modules
ok "folders have at most 40 files" folders_are_small
ok "demesne.h has every public header" all_headers_are_in_one
ok "every status that a header promises is returned" promises_are_kept
ok "the command line includes only the public API" outsiders_obey cli "cli bench question answer server tournament_pages"
ok "demesne-mpi includes only the public API and the command line" outsiders_obey mpi "mpi cli answer"
ok "the answers include only the public API" outsiders_obey answer "answer"
ok "the questions include only the public API and the answers" outsiders_obey question "question answer"
ok "the server includes only the public API, questions and answers" outsiders_obey server "question answer server"
ok "the tournament pages include only the public API, answers and the server" outsiders_obey tournament_pages "answer server tournament_pages"
ok "of the server, the tournament pages know only web.h and base64.h" tournament_pages_obey
ok "the HTTP files know no games" avoids 'public demesne/[^l]|own (question|answer)|own server/(api|jobs|boards|call)|other jansson' $(git ls-files 'server/http/*.[ch]')
ok "the files that answer know no sockets" avoids 'other (microhttpd|sys/socket|netdb|arpa|netinet)' $(git ls-files 'server/*.[ch]' | grep -v ^server/http/)
ok "the Python package includes only the public API, questions and answers" outsiders_obey python/src "python/src question answer"
ok "the measurements include only the public API" outsiders_obey bench "answer bench"
may_use_private=no
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
