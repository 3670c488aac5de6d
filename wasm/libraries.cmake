# The libraries of the module, from the sources that wasm/sources.sh fetched.  Their own build files are not used: they
# test for what a browser does not have, and we know the answers.
set(SITE_SOURCES ${PROJECT_SOURCE_DIR}/build/site-sources CACHE PATH "Where wasm/sources.sh put the sources")
set(made ${PROJECT_BINARY_DIR}/libraries)

function(site_library name folder)
    list(TRANSFORM ARGN PREPEND ${SITE_SOURCES}/${folder}/)
    add_library(${name} STATIC ${ARGN})
    target_include_directories(${name} SYSTEM PUBLIC ${SITE_SOURCES}/${folder} ${made}/${name})
    target_compile_options(${name} PRIVATE -w -Oz)
    set_target_properties(${name} PROPERTIES C_EXTENSIONS ON)
endfunction()

# nauty, with words of 64 bits as on other machines, so that it gives the same symmetries.  Its headers have a 1 for
# what there is; these rows are the rest.
set(nauty_rows "use_tls=#define USE_TLS" ac_cv_tls=_Thread_local default_wordsize=64 have_ansicontrols=0 have_flockfile=0
    ac_cv_sys_file_offset_bits=0 have_mmpop32=0 have_mmpop64=0 runtime_popcnt=0 is_ARM64=0 ac_cv_sizeof_voidp=4
    ac_cv_sizeof_int=4 ac_cv_sizeof_long=4 ac_cv_sizeof___int128_t=0 ac_cv_sizeof___int128=0 allow_interrupt=0)
foreach(name nauty naututil gtools)
    file(READ ${SITE_SOURCES}/nauty/${name}-h.in text)
    foreach(row IN LISTS nauty_rows)
        string(REGEX MATCH "^[^=]+" key "${row}")
        string(REGEX REPLACE "^[^=]+=" "" value "${row}")
        string(REPLACE "@${key}@" "${value}" text "${text}")
    endforeach()
    string(REGEX REPLACE "@[A-Za-z_]+@" "1" text "${text}")
    file(WRITE ${made}/nauty/nauty/${name}.h "${text}")
endforeach()
file(GLOB headers ${SITE_SOURCES}/nauty/*.h)
file(COPY ${headers} DESTINATION ${made}/nauty/nauty)
site_library(nauty nauty nauty.c nautil.c naugraph.c nausparse.c schreier.c naurng.c)
target_include_directories(nauty SYSTEM PUBLIC ${made}/nauty/nauty)

# mini-gmp in place of GMP, with two functions that it lacks; its two files are one.
file(WRITE ${made}/gmp/gmp.h "#pragma once
#define MINI_GMP_LIMB_TYPE long long
#include \"mini-gmp.h\"
#include \"mini-mpq.h\"
#include <stdarg.h>
static inline void mpq_inits(mpq_ptr x, ...)
{
    va_list rest;
    va_start(rest, x);
    for (; x; x = va_arg(rest, mpq_ptr))
        mpq_init(x);
    va_end(rest);
}
static inline void mpq_clears(mpq_ptr x, ...)
{
    va_list rest;
    va_start(rest, x);
    for (; x; x = va_arg(rest, mpq_ptr))
        mpq_clear(x);
    va_end(rest);
}
")
file(WRITE ${made}/gmp/gmp.c "#include \"gmp.h\"\n#include \"mini-gmp.c\"\n#include \"mini-mpq.c\"\n")
add_library(gmp STATIC ${made}/gmp/gmp.c)
target_include_directories(gmp SYSTEM PUBLIC ${made}/gmp ${SITE_SOURCES}/gmp/mini-gmp)
target_compile_options(gmp PRIVATE -w -Oz)

file(READ ${SITE_SOURCES}/jansson/src/jansson_config.h.in text)
string(REPLACE "@json_inline@" "inline" text "${text}")
string(REGEX REPLACE "@json_have_(long_long|atomic_builtins)@" "1" text "${text}")
string(REGEX REPLACE "@json_have_[a-z_]+@" "0" text "${text}")
file(WRITE ${made}/jansson/jansson_config.h "${text}")
file(WRITE ${made}/jansson/jansson_private_config.h "")
site_library(jansson jansson/src dump.c error.c hashtable.c hashtable_seed.c load.c memory.c pack_unpack.c strbuffer.c
             strconv.c utf.c value.c version.c)
target_compile_definitions(jansson PRIVATE HAVE_STDINT_H HAVE_SYS_TYPES_H)

site_library(expat expat/expat/lib xmlparse.c xmlrole.c xmltok.c)
target_compile_definitions(expat PRIVATE XML_POOR_ENTROPY XML_MIN_SIZE XML_DTD XML_CONTEXT_BYTES=1024 HAVE_MEMMOVE
                           BYTEORDER=1234 STDC_HEADERS HAVE_STDINT_H)
file(WRITE ${made}/expat/expat_config.h "")

site_library(zlib zlib adler32.c crc32.c inffast.c inflate.c inftrees.c zutil.c)
target_compile_definitions(zlib PRIVATE DYNAMIC_CRC_TABLE) # made when first needed: tables do not compress
# Of bzip2 only the header: it is not worth its bytes in a page (absent.c).
set_source_files_properties(src/format/byte_stream.c wasm/absent.c PROPERTIES INCLUDE_DIRECTORIES ${SITE_SOURCES}/bzip2)
