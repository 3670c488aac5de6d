#!/bin/sh
# lint.sh - clang-format and clang-tidy over all code, changing none of it.  Status 0 if they find nothing.
#
#     tools/lint.sh             tidies the files that are not known to be clean
#     tools/lint.sh --all       tidies all files
#     tools/lint.sh --record    as without option, then writes tools/tidied.txt
#
# A clean file is known by a key: the hash of its text, of all our headers that it includes, and of
# clang-tidy's version and settings.  build/tidied.txt has the keys of this checkout, and
# tools/tidied.txt those that a fresh clone starts with.  A key that is missing or out of date
# costs one more run of clang-tidy, so neither file can hide a finding.
# Both programs differ from version to version; the configurations are made for version 14.
set -eu
cd "$(dirname "$0")/.."
git ls-files '*.c' '*.h' | xargs clang-format --dry-run -Werror
[ -f build/release/compile_commands.json ] || cmake --preset release >/dev/null
known=build/tidied.txt
touch "$known"

# Prints each source file followed by all the headers of ours that it includes, directly or not.
with_headers() {
    git ls-files '*.c' '*.h' '*.def' >build/lint-files.txt
    # shellcheck disable=SC2046 # no file name has a blank
    awk '
        function resolve(from, name,    folder, place, i) {
            folder = from
            sub(/[^\/]*$/, "", folder)
            split(folder "||src/|include/|cli/|bench/", place, "|")
            for (i = 1; i <= 6; i++)
                if ((place[i] name) in ours) return place[i] name
            return ""
        }
        function gather(file,    list, i, n) {
            if (file in seen) return
            seen[file] = 1
            all = all " " file
            n = split(below[file], list, " ")
            for (i = 1; i <= n; i++) gather(list[i])
        }
        FILENAME == "build/lint-files.txt" { ours[$0] = 1; next }
        /^[ \t]*#[ \t]*include/ {
            name = $0
            gsub(/^[^<"]*[<"]|[>"].*$/, "", name)
            if ((header = resolve(FILENAME, name)) != "") below[FILENAME] = below[FILENAME] " " header
        }
        END {
            for (file in ours)
                if (file ~ /^(src|cli|bench|question|answer|server|mpi|python)\/.*\.c$/) {
                    split("", seen)
                    all = ""
                    gather(file)
                    print substr(all, 2)
                }
        }' build/lint-files.txt $(cat build/lint-files.txt)
}

# Prints `file key` for every source file.
keys() {
    settings=$(clang-tidy --version | grep version; cat .clang-tidy; grep add_compile CMakeLists.txt)
    with_headers | sort | while read -r files; do
        # shellcheck disable=SC2086 # the files are words
        echo "${files%% *} $({ echo "$settings"; cat $files; } | sha256sum | cut -c 1-16)"
    done
}

keys >build/lint-keys.txt
if [ "${1:-}" = --all ]; then
    cp build/lint-keys.txt build/lint-new.txt
else
    cat "$known" tools/tidied.txt 2>/dev/null | grep -vxFf - build/lint-keys.txt >build/lint-new.txt || true
fi
echo "lint: $(wc -l <build/lint-new.txt) of $(wc -l <build/lint-keys.txt) files to tidy"
# One file per call: clang-tidy's va_list check reports nonsense from the second file on.
export known
xargs -r -P "$(nproc)" -L 1 sh -c 'clang-tidy --quiet -p build/release "$0" 2>/dev/null && echo "$0 $1" >>"$known"' <build/lint-new.txt
[ "${1:-}" != --record ] || cp build/lint-keys.txt tools/tidied.txt
echo "lint: clean"
