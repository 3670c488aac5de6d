#!/bin/sh
# python.sh - the Python package, with the extension of the build, without installing it, and again with
# one whose allocations fail.  With DEMESNE_LONG also with sanitizers, with a debug build of Python that
# counts references, and as a wheel in a place without a compiler.
. "$(dirname "$0")/../cli/lib/tap.sh"
root=$(cd "$here/../.." && pwd)
build=$(dirname "$program")
tool=$program
python=python3
[ -x /usr/bin/python3 ] && python=/usr/bin/python3 # it has the packages that make installs

# run_tests NAME EXTENSION PYTHON PATTERN: the tests whose files fit the pattern.
run_tests() {
    mkdir -p "$work/$1/demesne"
    ln -s "$root"/python/demesne/*.py "$root/data" "$2" "$work/$1/demesne/"
    DEMESNE=$tool PYTHONPATH=$work/$1 PYTHONDONTWRITEBYTECODE=1 "$3" "$root/python/tests/tap.py" "$4" ||
        failed=1
}

with_sanitizers() {
    extension=$root/build/asan/python/_demesne.abi3.so
    library=$(clang -print-file-name=libclang_rt.asan-x86_64.so 2>/dev/null)
    if [ ! -d "$root/build/asan" ] || [ ! -f "$library" ]; then
        skip 'with sanitizers' 'needs the asan build and clang'
        return
    fi
    ok 'an extension with sanitizers' cmake --build "$root/build/asan" --target demesne-python demesne-python-fault
    # The interpreter's own leaks are many; test_leaks.py looks for ours.  igraph copies a text that it has freed.
    ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:malloc_context_size=10
    ASAN_OPTIONS=$ASAN_OPTIONS:replace_str=0:intercept_strlen=0:intercept_strchr=0:intercept_strndup=0
    PYTHONMALLOC=malloc
    LD_PRELOAD=$library
    tool=$work/tool
    printf '#!/bin/sh\nunset LD_PRELOAD\nexec "%s" "$@"\n' "$program" >"$tool"
    chmod +x "$tool"
    export ASAN_OPTIONS PYTHONMALLOC LD_PRELOAD
    run_tests asan "$extension" "$python" 'test_*.py'
    fault=$root/build/asan/demesne-python-fault/_demesne.abi3.so
    [ ! -f "$fault" ] || run_tests asan-fault "$fault" "$python" 'test_faults.py'
    unset ASAN_OPTIONS PYTHONMALLOC LD_PRELOAD
    tool=$program
}

with_counted_references() {
    if ! command -v python3-dbg >/dev/null; then
        skip 'counted references' 'needs python3-dbg'
        return
    fi
    ok 'an extension that counts references' cmake --build "$build" --target demesne-python-counted
    run_tests counted "$build/demesne-python-counted/_demesne.abi3.so" python3-dbg test_leaks.py
}

# All programs but those that compile.
without_compiler() {
    mkdir "$work/bin"
    for file in /usr/bin/* /bin/*; do
        case $(basename "$file") in
        cc | c89* | c99* | gcc* | *-gcc* | g++* | c++* | *-g++* | clang* | cpp* | tcc | ld | ld.* | as | cmake* | ninja* | make) ;;
        *) ln -sf "$file" "$work/bin/" ;;
        esac
    done
}

as_a_wheel() {
    ok 'a wheel' "$python" -m pip wheel -q --no-build-isolation --no-deps -w "$work/wheel" "$root/python"
    ok 'a venv' "$python" -m venv "$work/venv"
    without_compiler
    PATH=$work/bin
    ok 'no compiler' sh -c '! command -v cc && ! command -v gcc && ! command -v clang && ! command -v cmake'
    ok 'the wheel is installed' "$work/venv/bin/pip" install -q --no-index "$work"/wheel/demesne-*.whl
    ok 'it works' "$work/venv/bin/python" -c 'import demesne as dm
assert dm.solve("path:9", 2).value == dm.atlas("paths", vertices=9, rounds=2)[0].lower
assert dm.Arena([("a", "b", 0.5)]).nodes == ["a", "b"] and "site-packages" in dm.__file__'
    PYTHONPATH='' DEMESNE=$program "$work/venv/bin/python" "$root/python/tests/tap.py" 'test_game.py' || failed=1
}

if [ ! -f "$build/python/_demesne.abi3.so" ] || ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    skip 'the Python package' 'needs Python 3.11 or later with its headers (python3-dev)'
    finish
    exit
fi
failed=0
run_tests plain "$build/python/_demesne.abi3.so" "$python" 'test_*.py'
fault=$build/demesne-python-fault/_demesne.abi3.so
[ ! -f "$fault" ] || run_tests fault "$fault" "$python" 'test_faults.py'
if [ -n "${DEMESNE_LONG:-}" ]; then
    with_sanitizers
    with_counted_references
    as_a_wheel
fi
[ "$failed" -eq 0 ]
