# The page as browsers get it, in ${PROJECT_BINARY_DIR}/page: the modules of web/ as one script, a smaller stylesheet
# (join_page.awk), the other files as they are.
set(page_dir ${PROJECT_BINARY_DIR}/page)
file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/web web/*)
set(page_joined main.js style.css map/worker.js)
set(page_files "")
foreach(file IN LISTS page_sources)
    if(NOT file MATCHES "[.](js|css)$")
        configure_file(web/${file} ${page_dir}/${file} COPYONLY)
        list(APPEND page_files ${page_dir}/${file})
    endif()
endforeach()
list(TRANSFORM page_joined PREPEND ${page_dir}/ OUTPUT_VARIABLE page_outputs)
list(APPEND page_files ${page_outputs})
list(TRANSFORM page_sources PREPEND ${PROJECT_SOURCE_DIR}/web/)
add_custom_command(OUTPUT ${page_outputs}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${page_dir}/map
    COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C awk -v root=${PROJECT_SOURCE_DIR}/web -v to=${page_dir}
            -f ${PROJECT_SOURCE_DIR}/cmake/join_page.awk main.js style.css
    DEPENDS ${page_sources} cmake/join_page.awk VERBATIM)
add_custom_target(page DEPENDS ${page_outputs})
