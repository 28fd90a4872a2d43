#include "json/strict_value.hpp"

#include <boost/json/parse.hpp>
#include <utility>

#include "json/strict_reader.hpp"

namespace agent_access::json {

namespace bj = boost::json;

bool is_strict_json(std::string_view text, std::size_t max_depth) {
  return StrictReader<StrictEvents>(max_depth, Root::any).read(text).has_value();
}

std::optional<bj::value> parse_strict_json(std::string_view text, std::size_t max_depth) {
  bj::parse_options options;
  options.max_depth = max_depth;
  bj::error_code error;
  auto value = bj::parse(bj::string_view(text.data(), text.size()), error, {}, options);
  if (error || !is_strict_json(text, max_depth)) return std::nullopt;
  return value;
}

std::optional<bj::object> parse_strict_object(std::string_view text, std::size_t max_depth) {
  auto value = parse_strict_json(text, max_depth);
  if (!value || !value->is_object()) return std::nullopt;
  return std::move(value->get_object());
}

}  // namespace agent_access::json
