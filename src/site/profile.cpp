#include "site/profile.hpp"

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <cmath>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace agent_access::site {

namespace {

namespace json = boost::json;
using json::error_code;

constexpr std::size_t kMaxDepth = 32;
constexpr std::size_t kMaxSize = std::size_t{16} << 20U;
constexpr std::string_view kWhiteSpace = " \t\r\n";

/// Events of the parser: only names are kept, the owner's bytes stay as they are.
struct Checker {
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);

  std::optional<ProfileFault> fault;
  std::string detail;
  std::vector<std::set<std::string, std::less<>>> names;  // of each open object; an array has an empty set
  std::string name;                                       // that comes in pieces
  std::size_t members = 0;                                // of the profile itself

  bool refuse(ProfileFault reason, error_code& ec) {
    fault = reason;
    ec = json::error::syntax;
    return false;
  }
  bool scalar(error_code& ec) { return !names.empty() || refuse(ProfileFault::not_an_object, ec); }

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
  bool on_key_part(json::string_view text, std::size_t, error_code&) {
    name.append(text.data(), text.size());
    return true;
  }
  bool on_key(json::string_view text, std::size_t, error_code& ec) {
    name.append(text.data(), text.size());
    detail = std::exchange(name, {});
    if (names.size() == 1 && detail == "_meta") return refuse(ProfileFault::has_meta, ec);
    return names.back().insert(detail).second || refuse(ProfileFault::duplicate_name, ec);
  }
  bool on_string_part(json::string_view, std::size_t, error_code&) { return true; }
  bool on_string(json::string_view, std::size_t, error_code& ec) { return scalar(ec); }
  bool on_number_part(json::string_view, error_code&) { return true; }
  bool on_int64(std::int64_t, json::string_view, error_code& ec) { return scalar(ec); }
  bool on_uint64(std::uint64_t, json::string_view, error_code& ec) { return scalar(ec); }
  bool on_double(double number, json::string_view, error_code& ec) {
    return std::isfinite(number) ? scalar(ec) : refuse(ProfileFault::not_finite, ec);
  }
  bool on_bool(bool, error_code& ec) { return scalar(ec); }
  bool on_null(error_code& ec) { return scalar(ec); }
  bool on_comment_part(json::string_view, error_code&) { return true; }
  bool on_comment(json::string_view, error_code&) { return true; }
};

ProfileError error_at(std::string_view text, std::size_t position, ProfileFault fault, std::string detail) {
  const auto before = text.substr(0, position);
  return {fault, 1 + static_cast<std::size_t>(std::ranges::count(before, '\n')), std::move(detail)};
}

/// The member's name as it may be printed on one line of a terminal.
std::string quoted(std::string_view name) {
  std::string out = "\"";
  for (const char c : name.substr(0, 80)) {
    out.push_back(static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\x7F' ? '?' : c);
  }
  return out.append("\"");
}

std::string sentence(const ProfileError& error) {
  switch (error.fault) {
    case ProfileFault::not_json:
      return "the profile is not valid JSON (RFC 8259, UTF-8 without a byte order mark)";
    case ProfileFault::not_an_object:
      return "the profile must be one JSON object, { ... }";
    case ProfileFault::has_meta:
      return "the member \"_meta\" is added by the service; remove it";
    case ProfileFault::duplicate_name:
      return "the member " + quoted(error.detail) + " occurs twice in one object; keep one";
    case ProfileFault::not_finite:
      return "a number is too large for double precision; write it as a string";
    case ProfileFault::too_deep:
      return "the profile is nested more than 32 levels deep; flatten it";
    case ProfileFault::too_large:
      return "the profile is larger than 16 MiB; shorten it";
  }
  return {};
}

}  // namespace

base::Result<Profile, ProfileError> parse_profile(std::string_view json) {
  if (json.size() > kMaxSize) return base::Failure(ProfileError{ProfileFault::too_large, 0, {}});
  json::parse_options options;
  options.max_depth = kMaxDepth;
  boost::json::basic_parser<Checker> parser(options);
  error_code ec;
  const std::size_t read = parser.write_some(false, json.data(), json.size(), ec);
  Checker& checker = parser.handler();
  if (checker.fault) {
    const bool names_member =
        *checker.fault == ProfileFault::duplicate_name || *checker.fault == ProfileFault::has_meta;
    return base::Failure(error_at(json, read, *checker.fault, names_member ? checker.detail : std::string{}));
  }
  if (ec == boost::json::error::too_deep) return base::Failure(error_at(json, read, ProfileFault::too_deep, {}));
  if (ec || read != json.size()) return base::Failure(error_at(json, read, ProfileFault::not_json, {}));

  // A whole object was read: its first and last characters beside white space are its braces.
  std::string_view inner = json.substr(0, json.rfind('}'));
  inner.remove_prefix(inner.find_first_not_of(kWhiteSpace));
  inner = inner.substr(0, inner.find_last_not_of(kWhiteSpace) + 1);
  Profile profile{std::string(inner)};
  if (checker.members > 0) profile.prefix.push_back(',');
  return profile;
}

std::string describe(const ProfileError& error) {
  const std::string text = sentence(error);
  return error.line == 0 ? text : "line " + std::to_string(error.line) + ": " + text;
}

}  // namespace agent_access::site
