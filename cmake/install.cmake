# What `make install` puts where.
configure_file(cmake/demesne.pc.in demesne.pc @ONLY)
install(TARGETS demesne demesne-cli)
install(DIRECTORY include/demesne DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_BINARY_DIR}/demesne.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
