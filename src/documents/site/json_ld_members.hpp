/// \file
/// Helpers to build objects of schema.org JSON-LD. Private to this room. Thread safe.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::documents {

/// Adds a member unless it has no content.
inline void add(boost::json::object& object, std::string_view name, std::string_view text) {
  if (!text.empty()) object[name] = text;
}
inline void add(boost::json::object& object, std::string_view name, const std::vector<std::string>& texts) {
  if (!texts.empty()) object[name] = boost::json::array(texts.begin(), texts.end());
}

/// An object of that `@type` with a name.
[[nodiscard]] inline boost::json::object named(std::string_view type, std::string_view name) {
  return {{"@type", type}, {"name", name}};
}

}  // namespace agent_access::documents
