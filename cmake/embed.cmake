# agent_access_embed(<target>): compiles the files of web/ and of templates/ into the target, as what site/templates/assets.hpp declares.
function(agent_access_embed target)
  set(entries "")
  foreach(folder web templates)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/${folder} ${PROJECT_SOURCE_DIR}/${folder}/*)
    foreach(file IN LISTS files)
      set(path ${PROJECT_SOURCE_DIR}/${folder}/${file})
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
      file(READ ${path} text)
      string(APPEND entries "    {\"${file}\", R\"ASSET(${text})ASSET\"sv},\n")
    endforeach()
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/assets.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT "// Made by cmake/embed.cmake from web/ and templates/.
#include \"site/templates/assets.hpp\"

#include <algorithm>

namespace agent_access::templates {

namespace {

using namespace std::literals;

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

}  // namespace agent_access::templates
")
  # 65,536 characters are what the standard asks for; GCC and Clang take longer ones.
  set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "$<$<CXX_COMPILER_ID:Clang>:-Wno-overlength-strings>")
  target_sources(${target} PRIVATE ${source})
endfunction()
