# agent_access_embed(<room> [NAMESPACE <name>] FILES …): compiles text files of web/ into a room, whose assets.hpp declares
#   std::string_view asset(std::string_view name);   // name: the path below web/; empty when there is none
function(agent_access_embed room)
  cmake_parse_arguments(EMBED "" "NAMESPACE" "FILES" ${ARGN})
  string(REPLACE / _ target ${room})
  if(NOT EMBED_NAMESPACE)
    set(EMBED_NAMESPACE ${room})
  endif()
  set(entries "")
  foreach(file IN LISTS EMBED_FILES)
    set(path ${PROJECT_SOURCE_DIR}/web/${file})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    file(READ ${path} text)
    string(APPEND entries "    {\"${file}\", R\"ASSET(${text})ASSET\"},\n")
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}_assets.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT "// Made by cmake/embed.cmake from web/.
#include \"${room}/assets.hpp\"

#include <algorithm>
#include <array>

namespace agent_access::${EMBED_NAMESPACE} {

namespace {

struct Asset {
  std::string_view name;
  std::string_view text;
};

constexpr Asset kAssets[] = {
@entries@};

}  // namespace

std::string_view asset(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(kAssets, name, &Asset::name);
  return found == std::ranges::end(kAssets) ? std::string_view{} : found->text;
}

}  // namespace agent_access::${EMBED_NAMESPACE}
")
  target_sources(agent_access_${target} PRIVATE ${source})
endfunction()
