/// \file
/// Reading parsed JSON of unknown structure. Pure; thread safe.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::tools {

using JsonPath = std::initializer_list<std::string_view>;

/// The member at the end of the path; null when there is none, or a value on the path is not an object.
[[nodiscard]] const boost::json::value* value_at(const boost::json::object& object, JsonPath path);
[[nodiscard]] const boost::json::object* object_at(const boost::json::object& object, JsonPath path);
[[nodiscard]] const boost::json::array* array_at(const boost::json::object& object, JsonPath path);
/// Empty when it is not a string.
[[nodiscard]] std::string text_at(const boost::json::object& object, JsonPath path);
/// The strings of an array; other entries are left out.
[[nodiscard]] std::vector<std::string> texts_at(const boost::json::object& object, JsonPath path);
/// The objects of an array; other entries are left out.
[[nodiscard]] std::vector<const boost::json::object*> objects_at(const boost::json::object& object, JsonPath path);
/// One member of each object of an array, as text; empty when it is not a string.
[[nodiscard]] std::vector<std::string> names_at(const boost::json::object& object, JsonPath path,
                                                std::string_view member);
[[nodiscard]] std::vector<std::string> keys_of(const boost::json::object& object);

/// The first of these members that is missing, empty or not a string; empty when there is none.
[[nodiscard]] std::string first_missing_text(const boost::json::object& object, JsonPath members);

/// The target of a $ref such as "#/a/b" in `root`, or `value` itself without $ref; null when there is no target.
[[nodiscard]] const boost::json::object* resolved(const boost::json::object& root, const boost::json::value& value);

/// Every object called `name`, at any depth.
[[nodiscard]] std::vector<const boost::json::object*> objects_called(const boost::json::object& object,
                                                                     std::string_view name);

}  // namespace agent_access::tools
