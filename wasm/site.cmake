# The engine as a WebAssembly module (preset `wasm`, docs/SITE.md): the library, questions, answers and the server's API,
# without what a page has no use for.
include(wasm/libraries.cmake)

# What stays with a server: the database and its workers, outside programs, sockets, and what needs cairo, GEOS, CaDiCaL
# or shared libraries.  wasm/absent.c has what the rest still calls of it.
file(GLOB_RECURSE modules src/store/*.c src/atlas/*.c src/contest/*.c)
file(GLOB kept src/contest/match/contestant.c src/contest/match/match.c src/contest/match/review.c src/contest/match/clock.c
     src/contest/match/explain.c
     src/atlas/tables.c)
list(REMOVE_ITEM modules ${kept})
file(GLOB absent src/papers/reduction/solve_sat.c src/draw/paint/paint_cairo.c src/map/areas.c src/base/lazy_library.c
     src/game/evaluator_avx*.c server/api/api_contest*.c server/api/api_shared.c server/api/openapi.c
     server/http/deadlines.c server/http/http*.c server/http/listen.c server/http/origin.c)
file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/*.c answer/*.c question/*.c server/*.c)
list(REMOVE_ITEM sources ${modules} ${absent})

# Modules where the time goes are compiled for speed, the others for size.
# .. but in them for size: what boards of more than 64 vertices need, and what runs once per question.
set(cold "/keys_parts_(128|256)|/solve/(solve|solve_game|certificate|board_cache)\\.c|/game/(playout|playout_forms|setup|rules|strategy|survey)\\.c")
set(hot "/src/(game|solve)/|/src/graph/(all_distances|bounded_search|shortest_paths|spread)")
foreach(source IN LISTS sources)
    if(NOT source MATCHES "${hot}" OR source MATCHES "${cold}")
        set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -Oz)
    endif()
endforeach()
set_property(SOURCE src/graph/symmetry.c APPEND PROPERTY COMPILE_DEFINITIONS DMI_WITHOUT_TRACES)

add_executable(demesne-wasm wasm/main_wasm.c wasm/absent.c wasm/system.c ${sources} ${PROJECT_BINARY_DIR}/level.c
               ${PROJECT_BINARY_DIR}/atlas.c)
set_target_properties(demesne-wasm PROPERTIES OUTPUT_NAME demesne SUFFIX .wasm)
target_include_directories(demesne-wasm PRIVATE include src ${PROJECT_SOURCE_DIR})
target_compile_definitions(demesne-wasm PRIVATE DEMESNE_SITE)
target_compile_options(demesne-wasm PRIVATE -Wno-string-conversion) # question_help
target_link_libraries(demesne-wasm PRIVATE nauty gmp jansson expat zlib m)
target_link_options(demesne-wasm PRIVATE --no-entry -Oz -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH -sIMPORTED_MEMORY
                    -sTOTAL_STACK=4MB -sMALLOC=emmalloc --js-library ${PROJECT_SOURCE_DIR}/wasm/imports.js)
