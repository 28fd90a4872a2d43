# What stands for the libraries where the program is compiled to WebAssembly: libraries of headers alone, Boost.JSON, libyaml and
# zlib from source, and nothing for those whose part Node.js has (the sources of the folders src/*/host).

# The headers of this machine without those of its C library.
set(headers ${PROJECT_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${headers})
foreach(library boost toml++ kainjow CLI)
  file(CREATE_LINK /usr/include/${library} ${headers}/${library} SYMBOLIC)
endforeach()
include_directories(SYSTEM ${headers})
set(TOMLPLUSPLUS_INCLUDE_DIR ${headers})
# Assertions in headers name their files: as seen from the build folder, so that the same commit gives the same bytes in any folder.
add_compile_options(-ffile-prefix-map=${PROJECT_BINARY_DIR}/=)

file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/boost_json.cpp CONTENT "#include <boost/json/src.hpp>\n" @ONLY)
add_library(boost_json STATIC ${PROJECT_BINARY_DIR}/boost_json.cpp)
target_compile_options(boost_json PRIVATE -fwasm-exceptions -w)
add_library(Boost::json ALIAS boost_json)

# Debian has these sources as source packages only: scripts/wasm unpacks them. Of zlib, what unpacks files: Node.js does so only with whole ones.
enable_language(C)
set(yaml_source ${PROJECT_SOURCE_DIR}/build/libyaml)
file(GLOB yaml_sources ${yaml_source}/src/*.c)
add_library(yaml STATIC ${yaml_sources})
target_include_directories(yaml SYSTEM PUBLIC ${yaml_source}/include)
target_compile_definitions(yaml PRIVATE YAML_VERSION_MAJOR=0 YAML_VERSION_MINOR=2 YAML_VERSION_PATCH=5 YAML_VERSION_STRING="0.2.5")
target_compile_options(yaml PRIVATE -w)
add_library(PkgConfig::YAML ALIAS yaml)

set(zlib_sources adler32 crc32 inffast inflate inftrees zutil gzlib gzread gzclose)
list(TRANSFORM zlib_sources REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/build/zlib/\\1.c")
add_library(z STATIC ${zlib_sources})
target_include_directories(z SYSTEM PUBLIC ${PROJECT_SOURCE_DIR}/build/zlib)
target_compile_definitions(z PRIVATE NO_GZCOMPRESS HAVE_UNISTD_H)
target_compile_options(z PRIVATE -w)
add_library(ZLIB::ZLIB ALIAS z)

foreach(library CLI11::CLI11 OpenSSL::Crypto PkgConfig::BROTLI unistring)
  add_library(${library} INTERFACE IMPORTED GLOBAL)
endforeach()
