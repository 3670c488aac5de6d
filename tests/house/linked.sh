#!/bin/sh
# linked.sh - the tool and the library link no GPL library; only demesne-bench does, to compare.
. "$(dirname "$0")/../cli/lib/tap.sh"
folder=$(dirname "$program")

# Libraries that the tool and the library may link, none under the GPL (docs/dependencies.md).
allowed='cairo|jansson|z|expat|sqlite3|pq|nauty[A-Za-z0-9_.-]*|gmp|microhttpd|geos_c|bz2|shp|stdc\+\+|gcc_s|c|m|pthread'
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

# The undefined symbols of a static library, or what a shared one loads.
library_is_free() {
    if [ -f "$folder/libdemesne.so" ]; then
        needs_only_allowed "$folder/libdemesne.so" && loads_no_gpl "$folder/libdemesne.so"
    else
        ! nm -u "$folder/libdemesne.a" 2>/dev/null | grep -E ' (igraph|glp|gsl|fftw|rl)_'
    fi
}

pkg_config_names_none() {
    ! grep -E "($gpl)" "$folder/demesne.pc"
}

ok 'the tool links only permitted libraries' needs_only_allowed "$program"
ok 'the tool loads no GPL library' loads_no_gpl "$program"
ok 'the library uses no GPL library' library_is_free
ok 'demesne.pc names no GPL library' pkg_config_names_none
if [ -x "$folder/demesne-bench" ]; then
    is 'the check works: demesne-bench loads igraph and GLPK' \
        "$(ldd "$folder/demesne-bench" | grep -cE 'lib(igraph|glpk)\.so')" 2
else
    skip 'the check works: demesne-bench loads igraph and GLPK' 'demesne-bench is not built'
fi
finish
