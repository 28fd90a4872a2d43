# Rooms that load, check and render, before any request comes.
set(AGENT_ACCESS_ROOMS_OFF_THE_REQUEST_PATH "^(app|commands|site/content|site/documents|site/guides|site/pages|site/sources|tools)(/|$)")

# agent_access_unity(<target> <count>): with AGENT_ACCESS_UNITY ("tests": only for test programs) the sources that it has are compiled so
# many at a time: headers are read, and templates compiled, once for all. Two sources of a target must not give one name two meanings.
# CMake's own UNITY_BUILD would name the sources by absolute paths: then the compiler cache does not serve another clone.
function(agent_access_unity target count)
  if(NOT AGENT_ACCESS_UNITY OR (AGENT_ACCESS_UNITY STREQUAL tests AND NOT target MATCHES "^test_"))
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  set(units "")
  while(sources)
    list(SUBLIST sources 0 ${count} batch)
    list(REMOVE_ITEM sources ${batch})
    set(text "")
    foreach(source IN LISTS batch)
      cmake_path(ABSOLUTE_PATH source)
      file(RELATIVE_PATH source ${PROJECT_SOURCE_DIR} ${source})
      string(APPEND text "#include \"${source}\"\n")
    endforeach()
    list(LENGTH units number)
    set(unit ${CMAKE_CURRENT_BINARY_DIR}/${target}_${number}.cpp)
    file(CONFIGURE OUTPUT ${unit} CONTENT "${text}" @ONLY)
    list(APPEND units ${unit})
  endwhile()
  set_target_properties(${target} PROPERTIES SOURCES "${units}")
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  # A unity source includes other sources, so that g++ takes their unnamed namespaces for those of headers.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

# agent_access_room(USES … PRIVATE_USES …)
# The folder that calls it, without its sub-folders, is a static library agent_access::<room>; "net/http1" is net_http1. It
# may include only what USES names; tests/docs/rooms.test.mjs checks the #include lines against it. New
# sources are found automatically.
function(agent_access_room)
  cmake_parse_arguments(ROOM "" "" "USES;PRIVATE_USES" ${ARGN})
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR}/src ${CMAKE_CURRENT_SOURCE_DIR})
  string(REPLACE / _ name ${folder})
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  file(GLOB headers CONFIGURE_DEPENDS *.hpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  add_library(agent_access_${name} STATIC ${sources})
  add_library(agent_access::${name} ALIAS agent_access_${name})
  target_sources(agent_access_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${headers})
  list(TRANSFORM ROOM_USES REPLACE "^([a-z0-9_]+)$" "agent_access::\\1")
  target_link_libraries(agent_access_${name} PUBLIC ${ROOM_USES} PRIVATE ${ROOM_PRIVATE_USES} agent_access_flags)
  set_target_properties(agent_access_${name} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
  set(sources_at_once 16)
  if(folder MATCHES ${AGENT_ACCESS_ROOMS_OFF_THE_REQUEST_PATH})
    # The compiler takes a quarter less time for them than with -O2.
    target_compile_options(agent_access_${name} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O1>)
  elseif(NOT AGENT_ACCESS_SANITIZE)
    # Of more than eight g++ inlines less: up to 5 % more instructions for a request.
    set(sources_at_once 8)
  endif()
  agent_access_unity(agent_access_${name} ${sources_at_once})
endfunction()
