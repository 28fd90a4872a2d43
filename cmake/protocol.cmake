# agent_access_protocol(<header>): writes each member of web/worker/protocol.js, the statement of the protocol, as a constant of C++:
# "token_seconds" is protocol::kTokenSeconds. Texts and numbers are also texts by their names, for templates.
function(agent_access_protocol header)
  set(source ${PROJECT_SOURCE_DIR}/web/worker/protocol.js)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  file(READ ${source} json)
  string(FIND "${json}" "{" begin)
  string(SUBSTRING "${json}" ${begin} -1 json)
  string(JSON count LENGTH "${json}")
  math(EXPR last "${count} - 1")
  set(constants "")
  set(texts "")
  foreach(index RANGE ${last})
    string(JSON name MEMBER "${json}" ${index})
    string(JSON type TYPE "${json}" ${name})
    string(JSON value GET "${json}" ${name})
    string(REPLACE _ ";" words ${name})
    set(constant k)
    foreach(word IN LISTS words)
      string(SUBSTRING ${word} 0 1 initial)
      string(SUBSTRING ${word} 1 -1 rest)
      string(TOUPPER ${initial} initial)
      string(APPEND constant ${initial}${rest})
    endforeach()
    if(type STREQUAL ARRAY)
      string(JSON item TYPE "${json}" ${name} 0)
      string(REPLACE [ { value "${value}")
      string(REPLACE ] } value "${value}")
      set(items std::string_view)
      if(item STREQUAL ARRAY)
        set(items "std::array<std::int64_t, 2>")
      endif()
      string(APPEND constants "inline constexpr auto ${constant} = std::to_array<${items}>(${value});\n")
    else()
      string(APPEND texts "    {\"${name}\", R\"(${value})\"},\n")
      if(type STREQUAL NUMBER)
        string(APPEND constants "inline constexpr std::int64_t ${constant} = ${value};\n")
      else()
        string(APPEND constants "inline constexpr std::string_view ${constant} = R\"(${value})\";\n")
      endif()
    endif()
  endforeach()
  file(CONFIGURE OUTPUT ${header} @ONLY CONTENT "// Made by cmake/protocol.cmake from web/worker/protocol.js, which says what each value means.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace agent_access::protocol {

@constants@
struct NamedText {
  std::string_view name;
  std::string_view text;
};

/// Those that are a text or a number, by their names in the statement.
inline constexpr NamedText kTexts[] = {
@texts@};

consteval std::string_view text_of(std::string_view name) { return std::ranges::find(kTexts, name, &NamedText::name)->text; }

}  // namespace agent_access::protocol
")
endfunction()
