# Compiler and linker flags of our own code, in one interface target; no flag is set globally.
add_library(agent_access_flags INTERFACE)

# char is signed on every processor; by itself it is unsigned on arm64.
target_compile_options(agent_access_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wswitch -Wnon-virtual-dtor -Wold-style-cast
  -Wformat=2 -Werror -fsigned-char)
# clang warns of a deprecated helper inside libstdc++ 12's stable sort; g++ does not, because it is in a system header.
target_compile_options(agent_access_flags INTERFACE $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>)
if(EMSCRIPTEN)
  # Exceptions of WebAssembly in the encoding that Node.js 20 knows.
  target_compile_options(agent_access_flags INTERFACE -fwasm-exceptions)
  target_link_options(agent_access_flags INTERFACE -fwasm-exceptions)
  return()
endif()

target_compile_options(agent_access_flags INTERFACE -fstack-protector-strong -fstack-clash-protection -D_GLIBCXX_ASSERTIONS)
target_link_options(agent_access_flags INTERFACE -Wl,-z,relro,-z,now,-z,noexecstack)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  # The start files of Debian 12's C library have no CET note; without these options the linker would omit it from the program.
  target_compile_options(agent_access_flags INTERFACE -fcf-protection=full)
  if(NOT AGENT_ACCESS_SANITIZE)  # lld does not know them
    target_link_options(agent_access_flags INTERFACE -Wl,-z,ibt,-z,shstk)
  endif()
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  target_compile_options(agent_access_flags INTERFACE -mbranch-protection=standard)
endif()

include(CheckPIESupported)
check_pie_supported()

if(AGENT_ACCESS_SANITIZE)
  target_compile_options(agent_access_flags INTERFACE
    -fsanitize=${AGENT_ACCESS_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  # lld links a sanitized program in a fraction of the time.
  target_link_options(agent_access_flags INTERFACE -fsanitize=${AGENT_ACCESS_SANITIZE} -fuse-ld=lld)
elseif(CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo" OR CMAKE_BUILD_TYPE STREQUAL "Release")
  # Undefined first: a build for a distribution has defined it already, with another level.
  target_compile_options(agent_access_flags INTERFACE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
  # The same sources give the same program in every folder: paths in debug information are relative to the build folder, as
  # the compiler cache writes them, too. The last map that matches a path is used.
  file(RELATIVE_PATH to_source ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR})
  file(RELATIVE_PATH from_source ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  target_compile_options(agent_access_flags INTERFACE
    -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=${to_source} -ffile-prefix-map=${PROJECT_BINARY_DIR}=./${from_source}
    -ffile-prefix-map=${PROJECT_BINARY_DIR}/=)
endif()

if(AGENT_ACCESS_COVERAGE)
  target_compile_options(agent_access_flags INTERFACE --coverage)
  target_link_options(agent_access_flags INTERFACE --coverage)
endif()

if(AGENT_ACCESS_FUZZ)
  target_compile_options(agent_access_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
