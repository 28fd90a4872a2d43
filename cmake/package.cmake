# What `cmake --install` copies: program, manual pages, completions, documents. The units are in deploy, the Debian package in debian.
include(GNUInstallDirs)
# Debian names this folder after the package; CMake's default is the name of the project.
set(CMAKE_INSTALL_DOCDIR ${CMAKE_INSTALL_DATAROOTDIR}/doc/agent-access)
set(share ${PROJECT_BINARY_DIR}/share)
install(TARGETS agent-access RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${share}/agent-access.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${share}/agent-access.toml.5 DESTINATION ${CMAKE_INSTALL_MANDIR}/man5)
install(FILES ${share}/agent-access.bash DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions RENAME agent-access)
install(FILES ${share}/_agent-access DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/zsh/vendor-completions)
install(FILES ${share}/agent-access.fish DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/fish/vendor_completions.d)
# The documents are where they are in the repository, so that their links lead to the same files.
install(FILES README.md CHANGELOG.md SUPPORT.md SECURITY.md ARCHITECTURE.md CONTRIBUTING.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documents)
install(FILES bench/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/bench COMPONENT documents)
install(DIRECTORY docs examples deploy DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT documents USE_SOURCE_PERMISSIONS
  PATTERN docs/Doxyfile EXCLUDE PATTERN deploy/copyright EXCLUDE PATTERN deploy/agent-access* EXCLUDE PATTERN .gitignore EXCLUDE)
# Made by scripts/release/sbom after the build.
install(FILES ${share}/agent-access.cdx.json DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)
