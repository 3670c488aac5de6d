# lazy_library(TARGET MODULE NAME SOURCE): TARGET is compiled with the headers of a pkg-config module but not linked with
# its library, which is loaded when it is first needed (include/demesne/lazy_library.h); its file, such as libpq.so.5, is
# called NAME in SOURCE.
function(lazy_library target module name source)
    pkg_check_modules(${module} REQUIRED IMPORTED_TARGET ${module})
    list(GET ${module}_LINK_LIBRARIES 0 library)
    execute_process(COMMAND ${CMAKE_READELF} -d ${library} OUTPUT_VARIABLE entries)
    if(NOT entries MATCHES "SONAME[^[]*\\[([^]]+)\\]")
        message(FATAL_ERROR "${library} is not a shared library")
    endif()
    set_source_files_properties(${source} PROPERTIES COMPILE_DEFINITIONS ${name}="${CMAKE_MATCH_1}")
    target_include_directories(${target} SYSTEM PRIVATE ${${module}_INCLUDE_DIRS})
endfunction()
