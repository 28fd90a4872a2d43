# agent_access_layer(<name> SOURCES … HEADERS … USES <layers and libraries>)
# A folder of src is a static library, a target agent_access::<name> and a namespace. It may include only what USES names;
# tests/architecture checks the #include lines against the same picture.
function(agent_access_layer name)
  cmake_parse_arguments(LAYER "" "" "SOURCES;HEADERS;USES;PRIVATE_USES" ${ARGN})
  add_library(agent_access_${name} STATIC ${LAYER_SOURCES})
  add_library(agent_access::${name} ALIAS agent_access_${name})
  target_sources(agent_access_${name} PUBLIC
    FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${LAYER_HEADERS})
  target_link_libraries(agent_access_${name} PUBLIC ${LAYER_USES} PRIVATE ${LAYER_PRIVATE_USES} agent_access_flags)
  set_target_properties(agent_access_${name} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
endfunction()
