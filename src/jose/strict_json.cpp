#include "jose/strict_json.hpp"

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/parse.hpp>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace agent_access::jose {
namespace {

namespace json = boost::json;

/// What basic_parser calls while it reads. It builds nothing: it remembers the names of the open objects and looks for
/// equal ones when an object closes. Sorting keeps a hostile object of many names from costing quadratic time.
class NameAndNumberCheck {
 public:
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

  using Error = json::error_code;
  using Text = json::string_view;

  bool on_document_begin(Error&) { return true; }
  bool on_document_end(Error&) { return true; }
  bool on_array_begin(Error&) { return true; }
  bool on_array_end(std::size_t, Error&) { return true; }
  bool on_string_part(Text, std::size_t, Error&) { return true; }
  bool on_string(Text, std::size_t, Error&) { return true; }
  bool on_number_part(Text, Error&) { return true; }
  bool on_int64(std::int64_t, Text, Error&) { return true; }
  bool on_uint64(std::uint64_t, Text, Error&) { return true; }
  bool on_bool(bool, Error&) { return true; }
  bool on_null(Error&) { return true; }
  bool on_comment_part(Text, Error&) { return true; }
  bool on_comment(Text, Error&) { return true; }

  bool on_double(double number, Text, Error& error) {
    return std::isfinite(number) ? true : refuse(error, json::error::exponent_overflow);
  }

  bool on_object_begin(Error&) {
    open_objects_.emplace_back();
    return true;
  }

  bool on_key_part(Text part, std::size_t, Error&) {
    name_.append(part.data(), part.size());
    return true;
  }

  bool on_key(Text part, std::size_t, Error&) {
    name_.append(part.data(), part.size());
    open_objects_.back().push_back(std::exchange(name_, {}));
    return true;
  }

  bool on_object_end(std::size_t, Error& error) {
    auto names = std::move(open_objects_.back());
    open_objects_.pop_back();
    std::ranges::sort(names);
    return std::ranges::adjacent_find(names) == names.end() ? true : refuse(error, json::error::syntax);
  }

 private:
  static bool refuse(Error& error, json::error why) {
    error = why;
    return false;
  }

  std::vector<std::vector<std::string>> open_objects_;
  std::string name_;
};

json::parse_options options_for(std::size_t max_depth) {
  json::parse_options options;
  options.max_depth = max_depth;
  return options;
}

}  // namespace

bool is_strict_json(std::string_view text, std::size_t max_depth) {
  json::basic_parser<NameAndNumberCheck> parser(options_for(max_depth));
  json::error_code error;
  const std::size_t read = parser.write_some(false, text.data(), text.size(), error);
  // Told that nothing more will come, the parser makes an error of a value that is not whole.
  return !error && read == text.size();
}

std::optional<json::value> parse_strict_json(std::string_view text, std::size_t max_depth) {
  json::error_code error;
  auto value = json::parse(json::string_view(text.data(), text.size()), error, {}, options_for(max_depth));
  if (error || !is_strict_json(text, max_depth)) return std::nullopt;
  return value;
}

std::optional<json::object> parse_strict_object(std::string_view text, std::size_t max_depth) {
  auto value = parse_strict_json(text, max_depth);
  if (!value || !value->is_object()) return std::nullopt;
  return std::move(value->get_object());
}

}  // namespace agent_access::jose
