/// \file
/// The one reader of JSON, a strict reading of RFC 8259: valid UTF-8 without lone surrogates, no name twice in one
/// object at any depth (compared after unescaping), finite numbers, a limited size and depth, and nothing after the
/// value but white space. A text that breaks a rule is refused with the place of its first fault and what to correct
/// there. Thread safe, no I/O.
///
/// The parser is that of Boost.JSON, which by itself keeps the last of duplicate names and reads 1e400 as infinity. A
/// text that it accepts is read once; one that is refused is read again, to find the first fault.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/storage_ptr.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>

#include "base/protocol.hpp"
#include "base/result.hpp"

namespace agent_access::json {

enum class JsonFault {
  not_json,
  not_an_object,
  reserved_name,   ///< a member of the top level that the service adds itself
  duplicate_name,  ///< the same member twice in one object, at any depth
  not_finite,      ///< a number beyond the range of double
  too_deep,
  too_large,
};

struct JsonError {
  JsonFault fault;
  std::size_t line = 0;    ///< 1-based; 0 if the fault has no place
  std::size_t column = 0;  ///< 1-based, in characters (code points); of a name the one of its opening quote
  std::string detail;      ///< the name of the member, if the fault is about a name; what was found, if it is no JSON
};

/// What differs between texts. By default those of an owner's file.
struct JsonRules {
  std::string_view subject = {};                                   ///< "the profile": names the text in sentences
  std::size_t max_size = std::numeric_limits<std::size_t>::max();  ///< bytes; whole MiB
  std::string_view reserved_name = {};                             ///< at the top level; empty for none
  std::size_t max_depth = 32;                                      ///< objects and arrays around a value
  bool keeps_duplicates = false;                                   ///< the last of them, instead of refusing them
};

/// Of requests and tokens, whose size is limited before.
inline constexpr JsonRules kForeignJson = {.max_depth = protocol::kJsonDepth};

/// `memory` is that of the value, which outlives it. The value grows to at most 60 times the text, which an array of
/// short numbers needs.
[[nodiscard]] base::Result<boost::json::value, JsonError> read_json(std::string_view text,
                                                                    const JsonRules& rules = kForeignJson,
                                                                    const boost::json::storage_ptr& memory = {});
/// The same of a text that must be an object.
[[nodiscard]] base::Result<boost::json::object, JsonError> read_object(std::string_view text,
                                                                       const JsonRules& rules = kForeignJson,
                                                                       const boost::json::storage_ptr& memory = {});
/// Only checks it, in the memory of the names of its open objects, and counts the members of the outermost one.
[[nodiscard]] base::Result<std::size_t, JsonError> check_object(std::string_view text, const JsonRules& rules);

/// What is wrong and how to correct it, without the place.
[[nodiscard]] std::string sentence(const JsonError& error, const JsonRules& rules);

/// The 1-based line of the value at each place (json/place.hpp), for members the line of their name.
using Lines = std::map<std::string, std::size_t, std::less<>>;

/// Sets the lines of the places in `lines` that have a value, up to the first fault. Their lines are 0 before. Reads
/// the text again: only for a message about it.
void find_lines(std::string_view text, Lines& lines);

}  // namespace agent_access::json
