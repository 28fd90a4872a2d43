# The content of the Debian package that `make package` builds.
include(GNUInstallDirs)
# Debian names this folder after the package; CMake's default is the name of the project.
set(CMAKE_INSTALL_DOCDIR ${CMAKE_INSTALL_DATAROOTDIR}/doc/agent-access)
install(TARGETS agent-access RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES deploy/agent-access.service DESTINATION lib/systemd/system)
# Debian's machine-readable format (DEP-5), with the notices of the libraries whose code is compiled in.
install(FILES deploy/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES README.md SECURITY.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES docs/guide-for-owners.md docs/static-hosting.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME agent-access)
set(CPACK_PACKAGE_CONTACT "The agent-access maintainers <maintainers@example.com>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Registration and token service for AI agents: anonymous OAuth 2.0 clients and one protected profile")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Loaded by the commands that test a running deployment, so dpkg-shlibdeps does not find it.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libcurl4 (>= 7.87)")
set(CPACK_DEBIAN_PACKAGE_SECTION httpd)
set(CPACK_STRIP_FILES ON)
include(CPack)
