# What `make install` puts where.
# A static library does not list the libraries it needs, so the .pc file does.
set(pc_kind "")
if(BUILD_SHARED_LIBS)
    set(pc_kind _private)
endif()
set(pc_libs${pc_kind} " -lnauty -lgmp -lcadical -lstdc++ -lbz2 -ldl -lm -pthread")
set(pc_requires${pc_kind} " jansson zlib expat sqlite3")
if(shapelib_FOUND)
    string(APPEND pc_requires${pc_kind} " shapelib")
endif()
configure_file(cmake/demesne.pc.in demesne.pc @ONLY)
install(TARGETS demesne demesne-cli)
foreach(program demesne-bench demesne-mpi)
    if(TARGET ${program})
        install(TARGETS ${program})
    endif()
endforeach()
install(DIRECTORY include/demesne DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_BINARY_DIR}/demesne.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The man page and the completion scripts come out of the tool's own tables.
set(pages ${PROJECT_BINARY_DIR}/pages)
file(MAKE_DIRECTORY ${pages})
add_custom_command(
    OUTPUT ${pages}/demesne.1 ${pages}/demesne.bash ${pages}/_demesne ${pages}/demesne.fish
    COMMAND demesne-cli man > ${pages}/demesne.1
    COMMAND demesne-cli completion bash > ${pages}/demesne.bash
    COMMAND demesne-cli completion zsh > ${pages}/_demesne
    COMMAND demesne-cli completion fish > ${pages}/demesne.fish
    DEPENDS demesne-cli)
add_custom_target(pages ALL DEPENDS ${pages}/demesne.1 ${pages}/demesne.bash ${pages}/_demesne ${pages}/demesne.fish)
install(FILES ${pages}/demesne.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${pages}/demesne.bash RENAME demesne
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${pages}/_demesne DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${pages}/demesne.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
