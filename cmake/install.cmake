# What `make install` puts where.
# A shared library names the libraries that it needs itself; for the static one (pkg-config --static) the .pc file does.
set(pc_requires "")
if(shapelib_FOUND)
    set(pc_requires " shapelib")
endif()
function(package_file name description libraries requires)
    set(pc_name ${name})
    set(pc_description ${description})
    set(pc_libs ${libraries})
    set(pc_requires ${requires})
    configure_file(cmake/demesne.pc.in ${name}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
package_file(demesne "${PROJECT_DESCRIPTION}" "-lnauty -lgmp -lcadical -lstdc++ -lbz2 -ldl -lm -pthread"
             "jansson zlib expat sqlite3${pc_requires}")
package_file(demesne-core "${PROJECT_DESCRIPTION}: without files, databases and pictures" "-lnauty -lgmp -ldl -lm -pthread" "")

# find_package(demesne) gives demesne::demesne and demesne::demesne-core, the shared libraries.
if(TARGET demesne-shared)
    include(CMakePackageConfigHelpers)
    set(packages ${CMAKE_INSTALL_LIBDIR}/cmake/demesne)
    set_target_properties(demesne-shared PROPERTIES EXPORT_NAME demesne)
    set_target_properties(demesne-core-shared PROPERTIES EXPORT_NAME demesne-core)
    install(TARGETS demesne-shared demesne-core-shared EXPORT demesne)
    install(EXPORT demesne NAMESPACE demesne:: FILE demesne-config.cmake DESTINATION ${packages})
    write_basic_package_version_file(${PROJECT_BINARY_DIR}/demesne-config-version.cmake COMPATIBILITY SameMinorVersion)
    install(FILES ${PROJECT_BINARY_DIR}/demesne-config-version.cmake DESTINATION ${packages})
endif()

install(TARGETS demesne demesne-core demesne-cli)
foreach(program demesne-bench demesne-mpi)
    if(TARGET ${program})
        install(TARGETS ${program})
    endif()
endforeach()
install(DIRECTORY include/demesne DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs)

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
