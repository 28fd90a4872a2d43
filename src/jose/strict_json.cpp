#include "jose/strict_json.hpp"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/parse.hpp>
#include <utility>

#include "jose/json_events.hpp"

namespace agent_access::jose {
namespace {

namespace bj = boost::json;

bj::parse_options options_for(std::size_t max_depth) {
  bj::parse_options options;
  options.max_depth = max_depth;
  return options;
}

}  // namespace

bool is_strict_json(std::string_view text, std::size_t max_depth) {
  bj::basic_parser<NameAndNumberCheck> parser(options_for(max_depth));
  bj::error_code error;
  const std::size_t read = parser.write_some(false, text.data(), text.size(), error);
  // Told that nothing more will come, the parser makes an error of a value that is not whole.
  return !error && read == text.size();
}

std::optional<bj::value> parse_strict_json(std::string_view text, std::size_t max_depth) {
  bj::error_code error;
  auto value = bj::parse(bj::string_view(text.data(), text.size()), error, {}, options_for(max_depth));
  if (error || !is_strict_json(text, max_depth)) return std::nullopt;
  return value;
}

std::optional<bj::object> parse_strict_object(std::string_view text, std::size_t max_depth) {
  auto value = parse_strict_json(text, max_depth);
  if (!value || !value->is_object()) return std::nullopt;
  return std::move(value->get_object());
}

}  // namespace agent_access::jose
