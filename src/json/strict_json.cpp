#include "json/strict_json.hpp"

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/parse.hpp>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace agent_access::json {

namespace {

namespace bj = boost::json;
using bj::error_code;

constexpr std::size_t kMaxDepth = 32;
constexpr std::size_t kMaxShownName = 80;

bj::parse_options parse_options() {
  bj::parse_options options;
  options.max_depth = kMaxDepth;
  return options;
}

/// Events of the parser: only names are kept.
struct Checker {
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

  std::string_view reserved_name;
  std::optional<JsonFault> fault;
  std::string detail;
  std::vector<std::set<std::string, std::less<>>> names;  // of each open object; an array has an empty set
  std::string name;                                       // that comes in pieces
  std::size_t members = 0;                                // of the outermost object

  bool refuse(JsonFault reason, error_code& ec) {
    fault = reason;
    ec = bj::error::syntax;
    return false;
  }
  bool scalar(error_code& ec) { return !names.empty() || refuse(JsonFault::not_an_object, ec); }

  bool on_document_begin(error_code&) { return true; }
  bool on_document_end(error_code&) { return true; }
  bool on_object_begin(error_code&) {
    names.emplace_back();
    return true;
  }
  bool on_object_end(std::size_t count, error_code&) {
    names.pop_back();
    members = count;
    return true;
  }
  bool on_array_begin(error_code& ec) {
    if (!scalar(ec)) return false;
    names.emplace_back();
    return true;
  }
  bool on_array_end(std::size_t, error_code&) {
    names.pop_back();
    return true;
  }
  bool on_key_part(bj::string_view text, std::size_t, error_code&) {
    name.append(text.data(), text.size());
    return true;
  }
  bool on_key(bj::string_view text, std::size_t, error_code& ec) {
    name.append(text.data(), text.size());
    detail = std::exchange(name, {});
    if (names.size() == 1 && !reserved_name.empty() && detail == reserved_name) {
      return refuse(JsonFault::reserved_name, ec);
    }
    return names.back().insert(detail).second || refuse(JsonFault::duplicate_name, ec);
  }
  bool on_string_part(bj::string_view, std::size_t, error_code&) { return true; }
  bool on_string(bj::string_view, std::size_t, error_code& ec) { return scalar(ec); }
  bool on_number_part(bj::string_view, error_code&) { return true; }
  bool on_int64(std::int64_t, bj::string_view, error_code& ec) { return scalar(ec); }
  bool on_uint64(std::uint64_t, bj::string_view, error_code& ec) { return scalar(ec); }
  bool on_double(double number, bj::string_view, error_code& ec) {
    return std::isfinite(number) ? scalar(ec) : refuse(JsonFault::not_finite, ec);
  }
  bool on_bool(bool, error_code& ec) { return scalar(ec); }
  bool on_null(error_code& ec) { return scalar(ec); }
  bool on_comment_part(bj::string_view, error_code&) { return true; }
  bool on_comment(bj::string_view, error_code&) { return true; }
};

JsonError error_at(std::string_view text, std::size_t position, JsonFault fault, std::string detail) {
  const auto before = text.substr(0, position);
  return {fault, 1 + static_cast<std::size_t>(std::ranges::count(before, '\n')), std::move(detail)};
}

}  // namespace

base::Result<std::size_t, JsonError> check_json(std::string_view text, const JsonRules& rules) {
  if (text.size() > rules.max_size) return base::Failure(JsonError{JsonFault::too_large, 0, {}});
  bj::basic_parser<Checker> parser(parse_options());
  Checker& checker = parser.handler();
  checker.reserved_name = rules.reserved_name;
  error_code ec;
  const std::size_t read = parser.write_some(false, text.data(), text.size(), ec);
  if (checker.fault) {
    const bool names_member = *checker.fault == JsonFault::duplicate_name || *checker.fault == JsonFault::reserved_name;
    return base::Failure(error_at(text, read, *checker.fault, names_member ? checker.detail : std::string{}));
  }
  if (ec == bj::error::too_deep) return base::Failure(error_at(text, read, JsonFault::too_deep, {}));
  if (ec || read != text.size()) return base::Failure(error_at(text, read, JsonFault::not_json, {}));
  return checker.members;
}

base::Result<bj::value, JsonError> parse_json(std::string_view text, const JsonRules& rules) {
  if (const auto checked = check_json(text, rules); !checked) return base::Failure(checked.error());
  error_code ec;
  bj::value value = bj::parse(text, ec, {}, parse_options());
  if (ec) return base::Failure(JsonError{JsonFault::not_json, 0, {}});
  return value;
}

std::string sentence(const JsonError& error, const JsonRules& rules) {
  const std::string subject(rules.subject);
  switch (error.fault) {
    case JsonFault::not_json:
      return subject + " is not valid JSON (RFC 8259, UTF-8 without a byte order mark)";
    case JsonFault::not_an_object:
      return subject + " must be one JSON object, { ... }";
    case JsonFault::reserved_name:
      return "the member " + quoted_name(error.detail) + " is added by the service; remove it";
    case JsonFault::duplicate_name:
      return "the member " + quoted_name(error.detail) + " occurs twice in one object; keep one";
    case JsonFault::not_finite:
      return "a number is too large for double precision; write it as a string";
    case JsonFault::too_deep:
      return subject + " is nested more than 32 levels deep; flatten it";
    case JsonFault::too_large:
      return subject + " is larger than " + std::to_string(rules.max_size >> 20U) + " MiB; shorten it";
  }
  return {};
}

std::string quoted_name(std::string_view name) {
  std::size_t size = std::min(name.size(), kMaxShownName);
  // Never half a character of several bytes.
  while (size > 0 && size < name.size() && (static_cast<unsigned char>(name[size]) & 0xC0U) == 0x80U) --size;
  std::string out = "\"";
  for (const char c : name.substr(0, size)) {
    out.push_back(static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\x7F' ? '?' : c);
  }
  return out.append("\"");
}

}  // namespace agent_access::json
