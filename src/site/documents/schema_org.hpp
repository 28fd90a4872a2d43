/// \file
/// Members of objects of schema.org. Thread safe.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::documents {

/// Adds a member unless it has no content.
inline void add_member(boost::json::object& object, std::string_view name, std::string_view text) {
  if (!text.empty()) object[name] = text;
}
inline void add_member(boost::json::object& object, std::string_view name, const std::vector<std::string>& texts) {
  if (!texts.empty()) object[name] = boost::json::array(texts.begin(), texts.end());
}

/// An object of that `@type` with a name.
[[nodiscard]] inline boost::json::object thing(std::string_view type, std::string_view name) {
  return {{"@type", type}, {"name", name}};
}

/// Adds such an object as a member unless it has no name.
inline void add_thing(boost::json::object& object, std::string_view member, std::string_view type,
                      std::string_view name) {
  if (!name.empty()) object[member] = thing(type, name);
}

}  // namespace agent_access::documents
