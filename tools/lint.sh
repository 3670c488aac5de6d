#!/bin/sh
# lint.sh - clang-format and clang-tidy over all code, changing none of it.  Status 0 if they find nothing.
#
#     tools/lint.sh             tidies the files that are not known to be clean
#     tools/lint.sh --all       tidies all files
#     tools/lint.sh --record    as without option, then writes tools/tidied.txt
#
# A clean file is known by a key: the hash of its text, of the program's version and settings and, for
# clang-tidy, of all our headers that it includes.  build/tidied.txt and build/formatted.txt have the keys of
# this checkout, and tools/tidied.txt those that a fresh clone starts with.  A key that is missing or out of
# date costs one more run, so none of these files can hide a finding.
# Both programs differ from version to version; the configurations are made for version 14.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build
[ -f build/release/compile_commands.json ] || cmake --preset release >/dev/null
known=build/tidied.txt
touch "$known" build/formatted.txt

# new KEYS KNOWN..: the lines of KEYS that are in no KNOWN file.
new() {
    keys=$1
    shift
    cat "$@" 2>/dev/null | grep -vxFf - "$keys" || true
}

python3 tools/lint_keys.py format "$(clang-format --version; cat .clang-format)" >build/format-keys.txt
new build/format-keys.txt build/formatted.txt tools/tidied.txt | cut -d ' ' -f 1 | xargs -r clang-format --dry-run -Werror
cp build/format-keys.txt build/formatted.txt

python3 tools/lint_keys.py tidy "$(clang-tidy --version | grep version; cat .clang-tidy; grep add_compile CMakeLists.txt)" \
    >build/lint-keys.txt
if [ "${1:-}" = --all ]; then
    cp build/lint-keys.txt build/lint-new.txt
else
    new build/lint-keys.txt "$known" tools/tidied.txt >build/lint-new.txt
fi
echo "lint: $(wc -l <build/lint-new.txt) of $(wc -l <build/lint-keys.txt) files to tidy"
# With asserts, which tell the analyser what holds.  One file per call: clang-tidy's va_list check reports nonsense from the second file on.
export known
xargs -r -P "$(nproc)" -L 1 sh -c 'clang-tidy --quiet -p build/release --extra-arg=-UNDEBUG "$0" 2>/dev/null && echo "$0 $1" >>"$known"' <build/lint-new.txt
[ "${1:-}" != --record ] || cat build/lint-keys.txt build/format-keys.txt >tools/tidied.txt
echo "lint: clean"
