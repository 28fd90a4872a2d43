# Headers that are read once for all targets of a build with sanitizers: those of the standard library, Boost.JSON and GoogleTest are a third of
# the work of the compiler there. Other builds read every header where it is included, so that a missing #include is found.
if(AGENT_ACCESS_SANITIZE AND AGENT_ACCESS_UNITY)
  set(AGENT_ACCESS_PRECOMPILES ON)
  # With a precompiled header g++ 12 gives these warnings falsely, about its own standard library, when it optimizes. The release build, which
  # has none, gives them for the same sources.
  target_compile_options(agent_access_flags INTERFACE
    -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
endif()

# agent_access_precompiled_header(<name> <file> [FOR_PROGRAMS] USES …): compiles the header with the flags of the folder that calls it, and those of
# our own code and of USES; for libraries, or for programs.
function(agent_access_precompiled_header name file)
  cmake_parse_arguments(HEADER "FOR_PROGRAMS" "" "USES" ${ARGN})
  if(NOT AGENT_ACCESS_PRECOMPILES)
    return()
  endif()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "// Only its precompiled header is used.\n")
  add_library(agent_access_${name} OBJECT ${source})
  target_link_libraries(agent_access_${name} PRIVATE agent_access_flags ${HEADER_USES})
  if(HEADER_FOR_PROGRAMS)
    set_target_properties(agent_access_${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(agent_access_${name} PRIVATE -fPIE)
  endif()
  target_precompile_headers(agent_access_${name} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/precompiled/${file})
endfunction()

# agent_access_use_precompiled(<target> <name>): its sources begin with that header. The flags of both must be equal, except for warnings.
function(agent_access_use_precompiled target name)
  if(AGENT_ACCESS_PRECOMPILES)
    target_precompile_headers(${target} REUSE_FROM agent_access_${name})
  endif()
endfunction()
