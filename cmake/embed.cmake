# agent_access_embed(<room> [NAMESPACE <name>] [HEADER <file>] [FILES …] [TEMPLATES …]): compiles text files of web/ and of templates/ into a
# room, whose header (assets.hpp) declares
#   std::string_view asset(std::string_view name);   // name: the path below web/ or templates/; empty when there is none
function(agent_access_embed room)
  cmake_parse_arguments(EMBED "" "NAMESPACE;HEADER" "FILES;TEMPLATES" ${ARGN})
  string(REPLACE / _ target ${room})
  if(NOT EMBED_NAMESPACE)
    set(EMBED_NAMESPACE ${room})
  endif()
  if(NOT EMBED_HEADER)
    set(EMBED_HEADER assets.hpp)
  endif()
  set(entries "")
  foreach(file IN LISTS EMBED_FILES EMBED_TEMPLATES)
    set(folder web)
    if(file IN_LIST EMBED_TEMPLATES)
      set(folder templates)
    endif()
    set(path ${PROJECT_SOURCE_DIR}/${folder}/${file})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    file(READ ${path} text)
    string(APPEND entries "    {\"${file}\", R\"ASSET(${text})ASSET\"},\n")
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}_assets.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT "// Made by cmake/embed.cmake from web/ and templates/.
#include \"${room}/${EMBED_HEADER}\"

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
