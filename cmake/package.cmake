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
install(FILES README.md SECURITY.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES docs/debian-and-systemd.md docs/guide-for-owners.md docs/for-operators.md docs/proxies.md docs/questions.md
  docs/reference.md docs/static-hosting.md docs/for-agents.md docs/threat-model.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES docs/operations/from-one-machine-to-a-fleet.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/operations)
# Made by scripts/sbom after the build.
install(FILES ${share}/agent-access.cdx.json DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)
