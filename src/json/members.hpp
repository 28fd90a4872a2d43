/// \file
/// Members of a JSON object whose structure is not known: by type, or empty if there is no such member or it has
/// another type. Thread safe, stateless.
///
/// A path names members from the outside to the inside: "serverInfo.name". A name that contains a dot cannot be in it.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::json {

/// The text that the value is; nothing if it is null or no string.
[[nodiscard]] inline std::optional<std::string_view> as_text(const boost::json::value* value) noexcept {
  if (value == nullptr || !value->is_string()) return std::nullopt;
  return std::string_view(value->get_string());
}

/// The member at the end of the path; null when there is none, or a value on the path is not an object.
[[nodiscard]] const boost::json::value* value_at(const boost::json::object& object, std::string_view path);
[[nodiscard]] const boost::json::object* object_at(const boost::json::object& object, std::string_view path);
[[nodiscard]] const boost::json::array* array_at(const boost::json::object& object, std::string_view path);
[[nodiscard]] std::optional<std::int64_t> integer_at(const boost::json::object& object, std::string_view path);
[[nodiscard]] std::optional<std::string_view> find_text(const boost::json::object& object, std::string_view path);
/// Empty when it is not a string.
[[nodiscard]] std::string_view text_at(const boost::json::object& object, std::string_view path);
/// The strings of an array; other entries are left out.
[[nodiscard]] std::vector<std::string> texts_at(const boost::json::object& object, std::string_view path);
/// The objects of an array; other entries are left out.
[[nodiscard]] std::vector<const boost::json::object*> objects_at(const boost::json::object& object,
                                                                 std::string_view path);

}  // namespace agent_access::json
