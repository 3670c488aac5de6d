#!/bin/sh
# linked.sh - the tool and the library link no GPL library (only demesne-bench does, to compare), and none of
# the large ones that are loaded when they are first needed (lazy_library.h).
. "$(dirname "$0")/../cli/lib/tap.sh"
folder=$(dirname "$program")

# Libraries that the tool and the library may link, none under the GPL (docs/dependencies.md).
allowed='demesne|jansson|z|expat|sqlite3|nauty[A-Za-z0-9_.-]*|gmp|bz2|shp|stdc\+\+|gcc_s|c|m|dl|pthread'
# Those that are loaded late, and how the names of their functions begin.
late='libpq libcairo libgeos_c libmicrohttpd'
late_names='(PQ[a-z]|cairo_|GEOS|MHD_)'
# GPL libraries that must not be loaded indirectly either.
gpl='igraph|glpk|plfit|gsl|fftw3f?|readline|history|umfpack|spqr|lpsolve55'

needed() { # FILE: the libraries that it names itself
    readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\].*/\1/p'
}

needs_only_allowed() {
    ! needed "$1" | grep -vE "^(lib($allowed)\.so|ld-linux)"
}

loads_no_gpl() {
    ! ldd "$1" | grep -E "lib($gpl)\.so"
}

# late_file LIBRARY: where the tool will find it.
late_file() {
    cc -print-file-name="$(cat "$program" "$folder"/libdemesne.* | grep -aoE "$1\.so\.[0-9]+" | head -n 1)"
}

# The undefined symbols of a static library, or what a shared one loads.
library_is_free() {
    needs_only_allowed "$folder/libdemesne.so" && loads_no_gpl "$folder/libdemesne.so" &&
        ! nm -u "$folder/libdemesne.a" 2>/dev/null | grep -E " ((igraph|glp|gsl|fftw|rl)_|$late_names)"
}

core_needs_nauty_and_gmp() {
    ! needed "$folder/libdemesne-core.so" | grep -vE '^(lib(nauty[A-Za-z0-9_.-]*|gmp|c|m)\.so|ld-linux)'
}

only_public_names() {
    nm -D --defined-only "$1" | awk '{ print $3 }' >"$work/exported"
    ! cat "$here"/../../include/demesne/*.h | tr -cs 'A-Za-z0-9_' '\n' | grep '^dm_' | sort -u |
        grep -vxFf - "$work/exported"
}

pkg_config_names_none() {
    ! grep -E "($gpl|geos|cairo|libpq)" "$folder/demesne.pc"
}

ok 'the tool links only permitted libraries' needs_only_allowed "$program"
ok 'the tool loads no GPL library' loads_no_gpl "$program"
for library in $late; do
    ok "$library is found" test -f "$(late_file "$library")"
    ok "$library loads no GPL library" loads_no_gpl "$(late_file "$library")"
done
ok 'the library uses no GPL library and none that is loaded late' library_is_free
ok 'the core links only nauty and GMP' core_needs_nauty_and_gmp
for library in libdemesne libdemesne-core; do
    ok "$library.so exports only names of the public headers" only_public_names "$folder/$library.so"
done
ok 'demesne.pc names none of them' pkg_config_names_none
if [ -f "$folder/python/_demesne.abi3.so" ]; then
    ok 'the Python extension links only permitted libraries' needs_only_allowed "$folder/python/_demesne.abi3.so"
fi
if [ -x "$folder/demesne-mpi" ]; then
    is 'demesne-mpi links none that is loaded late' "$(needed "$folder/demesne-mpi" | grep -cE '^lib(pq|cairo|geos|microhttpd)')" 0
fi
if [ -x "$folder/demesne-bench" ]; then
    is 'the check works: demesne-bench loads igraph and GLPK' \
        "$(ldd "$folder/demesne-bench" | grep -cE 'lib(igraph|glpk)\.so')" 2
else
    skip 'the check works: demesne-bench loads igraph and GLPK' 'demesne-bench is not built'
fi
finish
