/// \file
/// The owner's JSON: one object by the rules of strict_reader.hpp, at most 32 levels deep. An error has the line and
/// the column of the fault, and a sentence. Thread safe, stateless.
///
/// Members of a JSON object whose structure is not known: by type, or empty if there is no such member or it has
/// another type. Thread safe, stateless.
///
/// A path names members from the outside to the inside: "serverInfo.name". A name that contains a dot cannot be in it.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace agent_access::json {

enum class JsonFault {
  not_json,
  not_an_object,
  reserved_name,   ///< a member of the top level that the service adds itself
  duplicate_name,  ///< the same member twice in one object, at any depth
  not_finite,      ///< a number beyond the range of double
  too_deep,        ///< more than 32 levels
  too_large,
};

struct JsonError {
  JsonFault fault;
  std::size_t line = 0;    ///< 1-based; 0 if the fault has no place
  std::size_t column = 0;  ///< 1-based, in characters (code points); of a name the one of its opening quote
  std::string detail;      ///< the name of the member, if the fault is about a name; what was found, if it is no JSON
};

/// What differs between the owner's files.
struct JsonRules {
  std::string_view subject;        ///< "the profile": names the text in sentences
  std::size_t max_size = 0;        ///< bytes; whole MiB
  std::string_view reserved_name;  ///< at the top level; empty for none
};

/// The number of members of the object.
[[nodiscard]] base::Result<std::size_t, JsonError> check_json(std::string_view text, const JsonRules& rules);
/// The object itself.
[[nodiscard]] base::Result<boost::json::value, JsonError> parse_json(std::string_view text, const JsonRules& rules);

/// What is wrong and how to correct it, without the place.
[[nodiscard]] std::string sentence(const JsonError& error, const JsonRules& rules);

/// "line 3, column 7: ", or "line 3: " without a column; empty without a line.
[[nodiscard]] std::string place_prefix(std::size_t line, std::size_t column);

/// A member's name in quotes, at most 80 bytes of it, with '?' for quotes and control characters.
[[nodiscard]] std::string quoted_name(std::string_view name);

struct SyntaxMistake {
  std::size_t position = 0;  ///< in bytes, where the correction is needed
  std::string sentence;      ///< what was found and how to correct it: "a comment, which JSON does not have; remove it"
};

/// Says in words why a text is not JSON, for people who edit it: a comment, a comma too many or too few, a name without
/// quotes, bytes that are not UTF-8. The first violation of RFC 8259; nothing if there is none. Only for a text that is
/// refused already; NOT checked: rules of strict_reader.hpp beyond the syntax.
[[nodiscard]] std::optional<SyntaxMistake> find_syntax_mistake(std::string_view text);

// Places of values in a JSON text, as messages write them: "publications[2].date"; empty for the
// outermost value. Names with other characters are quoted: `cv["a b"]`.

[[nodiscard]] std::string place_of_member(std::string_view object, std::string_view name);
[[nodiscard]] std::string place_of_item(std::string_view list, std::size_t index);

/// The 1-based line of the value at each place, for members the line of their name.
using Lines = std::map<std::string, std::size_t, std::less<>>;

/// Sets the lines of the places in `lines` that have a value, up to the first mistake of syntax. Their lines are 0
/// before. Reads the text once.
void find_lines(std::string_view text, Lines& lines);

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
