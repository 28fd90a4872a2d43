/// \file
/// Reading parsed JSON whose shape nobody promises. Pure; thread safe.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace agent_access::app {

using JsonPath = std::initializer_list<std::string_view>;

/// The member of a member of ...; null when there is none, or something on the way is no object.
[[nodiscard]] const boost::json::value* value_at(const boost::json::object& object, JsonPath path);
[[nodiscard]] const boost::json::object* object_at(const boost::json::object& object, JsonPath path);
[[nodiscard]] const boost::json::array* array_at(const boost::json::object& object, JsonPath path);
/// Empty when it is no string.
[[nodiscard]] std::string text_at(const boost::json::object& object, JsonPath path);
/// The strings of an array; other entries are left out.
[[nodiscard]] std::vector<std::string> texts_at(const boost::json::object& object, JsonPath path);
/// The objects of an array; other entries are left out.
[[nodiscard]] std::vector<const boost::json::object*> objects_at(const boost::json::object& object, JsonPath path);
/// One member of each object of an array: what texts it holds, empty where it holds none.
[[nodiscard]] std::vector<std::string> names_at(const boost::json::object& object, JsonPath path,
                                                std::string_view member);
[[nodiscard]] std::vector<std::string> keys_of(const boost::json::object& object);

/// The first of these members that is no non-empty string; empty when all are.
[[nodiscard]] std::string first_missing_text(const boost::json::object& object, JsonPath members);

/// What "#/a/b" points to inside `root`, or `value` itself when it has no $ref; null when it leads nowhere.
[[nodiscard]] const boost::json::object* resolved(const boost::json::object& root, const boost::json::value& value);

/// Every object called `name`, at any depth.
[[nodiscard]] std::vector<const boost::json::object*> objects_called(const boost::json::object& object,
                                                                     std::string_view name);

}  // namespace agent_access::app
