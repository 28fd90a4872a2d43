#include "mcp/tool_input.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <cmath>
#include <cstdint>
#include <optional>
#include <ranges>
#include <string_view>

#include "base/text.hpp"

namespace agent_access::mcp {

namespace {

namespace bj = boost::json;

std::string choice_in(const bj::value& value) { return std::string(value.as_string()); }
std::string number_of(const bj::object& schema, std::string_view keyword) {
  return std::to_string(schema.at(keyword).as_int64());
}

std::string expectation_of(const bj::object& schema) {
  if (const auto* values = schema.if_contains("enum"))
    return "one of " + base::joined(std::views::transform(values->as_array(), choice_in));
  if (schema.at("type").as_string() == "integer") {
    return "an integer from " + number_of(schema, "minimum") + " to " + number_of(schema, "maximum");
  }
  return "a string of " + number_of(schema, "minLength") + " to " + number_of(schema, "maxLength") + " characters";
}

/// The integer that the value is; 5.0 is one as well.
std::optional<double> integer_of(const bj::value& value) {
  if (!value.is_number()) return std::nullopt;
  const auto number = value.to_number<double>();
  return std::floor(number) == number ? std::optional(number) : std::nullopt;
}

std::int64_t characters_in(std::string_view text) {
  return std::ranges::count_if(text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U; });
}

bool fits(const bj::object& schema, const bj::value& value) {
  if (const auto* values = schema.if_contains("enum"))
    return std::ranges::find(values->as_array(), value) != values->as_array().end();
  if (schema.at("type").as_string() == "integer") {
    const auto number = integer_of(value);
    return number && *number >= static_cast<double>(schema.at("minimum").as_int64()) &&
           *number <= static_cast<double>(schema.at("maximum").as_int64());
  }
  if (!value.is_string()) return false;
  const std::int64_t size = characters_in(value.get_string());
  return size >= schema.at("minLength").as_int64() && size <= schema.at("maxLength").as_int64();
}

bool is_required(const bj::object& schema, std::string_view name) {
  const auto* const required = schema.if_contains("required");
  return required != nullptr && std::ranges::find(required->as_array(), bj::value(name)) != required->as_array().end();
}

}  // namespace

base::Result<bj::object, std::string> checked_input(const bj::object& schema, const bj::value* input) {
  static const bj::value kNone = bj::object();
  if (input == nullptr) input = &kNone;
  if (!input->is_object()) return base::Failure(std::string("input must be an object"));
  const bj::object& given = input->get_object();
  const bj::object& properties = schema.at("properties").as_object();
  const auto unknown =
      std::ranges::find_if(given, [&properties](const auto& member) { return !properties.contains(member.key()); });
  if (unknown != given.end()) {
    const std::string names =
        base::joined(std::views::transform(properties, [](const auto& each) { return std::string(each.key()); }));
    return base::Failure("unknown member \"" + std::string(unknown->key()) + "\"; " +
                         (names.empty() ? "this tool takes none" : "known: " + names));
  }
  bj::object checked;
  for (const auto& [name, property] : properties) {
    const bj::object& rules = property.as_object();
    const bj::value* value = given.if_contains(name);
    if (value == nullptr) value = rules.if_contains("default");
    if (value == nullptr && !is_required(schema, name)) continue;
    if (value == nullptr || !fits(rules, *value)) {
      return base::Failure(std::string(name) + " must be " + expectation_of(rules));
    }
    checked[name] = *value;
  }
  return checked;
}

}  // namespace agent_access::mcp
