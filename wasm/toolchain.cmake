# Emscripten, wherever the machine has it.
#
# emcc is a Python program that calls clang; for 450 files its start takes as long as the compiling.  So files are
# compiled by that clang, with the flags that emcc would give it, and emcc only links.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(EMSCRIPTEN ON)
find_program(EMCC emcc REQUIRED)

if(NOT SITE_CLANG)
    file(WRITE ${CMAKE_BINARY_DIR}/empty.c "")
    execute_process(COMMAND ${EMCC} -v -c empty.c -o empty.o WORKING_DIRECTORY ${CMAKE_BINARY_DIR} ERROR_VARIABLE said)
    if(NOT said MATCHES "\"?([^ \"\n]*/clang[^ \"\n]*)\"? (-target [^\n]*) -v -c")
        message(FATAL_ERROR "emcc -v does not show how it calls clang:\n${said}")
    endif()
    set(SITE_CLANG ${CMAKE_MATCH_1} CACHE FILEPATH "The compiler that emcc calls")
    set(CMAKE_C_FLAGS "${CMAKE_MATCH_2}" CACHE STRING "The flags that emcc gives it")
endif()
set(CMAKE_C_COMPILER ${SITE_CLANG})
set(CMAKE_C_LINK_EXECUTABLE "${EMCC} <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
get_filename_component(folder ${SITE_CLANG} REALPATH)
get_filename_component(folder ${folder} DIRECTORY)
set(CMAKE_AR ${folder}/llvm-ar)
set(CMAKE_RANLIB ${folder}/llvm-ranlib)
