#!/bin/sh
# lint.sh - clang-format and clang-tidy find nothing.
. "$(dirname "$0")/../cli/lib/tap.sh"
cd "$here/../.." || exit 1

if clang-tidy --version 2>/dev/null | grep -q 'version 14\.' &&
    clang-format --version 2>/dev/null | grep -q 'version 14\.'; then
    # shellcheck disable=SC2086 # a word or none
    ok 'clang-format and clang-tidy find nothing' tools/lint.sh ${DEMESNE_LONG:+--all}
else
    skip 'clang-format and clang-tidy find nothing' 'other versions than 14 differ in opinion'
fi
finish
