#include "http/message.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "http/fields.hpp"

namespace agent_access::http {
namespace {

struct Reason {
  std::uint16_t status;
  std::string_view phrase;
};

constexpr std::array kReasons = {Reason{200, "OK"},
                                 Reason{201, "Created"},
                                 Reason{202, "Accepted"},
                                 Reason{204, "No Content"},
                                 Reason{301, "Moved Permanently"},
                                 Reason{304, "Not Modified"},
                                 Reason{308, "Permanent Redirect"},
                                 Reason{100, "Continue"},
                                 Reason{400, "Bad Request"},
                                 Reason{401, "Unauthorized"},
                                 Reason{403, "Forbidden"},
                                 Reason{404, "Not Found"},
                                 Reason{405, "Method Not Allowed"},
                                 Reason{406, "Not Acceptable"},
                                 Reason{408, "Request Timeout"},
                                 Reason{411, "Length Required"},
                                 Reason{412, "Precondition Failed"},
                                 Reason{413, "Content Too Large"},
                                 Reason{414, "URI Too Long"},
                                 Reason{415, "Unsupported Media Type"},
                                 Reason{417, "Expectation Failed"},
                                 Reason{421, "Misdirected Request"},
                                 Reason{429, "Too Many Requests"},
                                 Reason{431, "Request Header Fields Too Large"},
                                 Reason{500, "Internal Server Error"},
                                 Reason{501, "Not Implemented"},
                                 Reason{503, "Service Unavailable"},
                                 Reason{505, "HTTP Version Not Supported"}};

}  // namespace

namespace detail {

bool equal_letters(std::string_view left, std::string_view right) noexcept {
  const auto are_equal = [](char one, char other) {
    return one == other || ((one ^ other) == kCaseBit && base::is_letter(one));
  };
  // The first comparison is faster and sufficient for most requests.
  return left == right || std::ranges::equal(left, right, are_equal);
}

}  // namespace detail

std::string_view method_name(Method method) noexcept {
  constexpr std::array<std::string_view, 8> kNames = {"GET", "HEAD",  "POST",   "OPTIONS",
                                                      "PUT", "PATCH", "DELETE", "OTHER"};
  const auto index = static_cast<std::size_t>(method);
  return index < kNames.size() ? kNames[index] : kNames.back();
}

Method method_of(std::string_view name) noexcept {
  if (name == "GET") return Method::get;
  if (name == "POST") return Method::post;
  if (name == "HEAD") return Method::head;
  if (name == "OPTIONS") return Method::options;
  if (name == "PUT") return Method::put;
  if (name == "PATCH") return Method::patch;
  if (name == "DELETE") return Method::delete_;
  return Method::other;
}

std::string_view Request::field(std::string_view name) const noexcept {
  for (const Field& field : fields) {
    if (equal_names(field.name, name)) return field.value;
  }
  return {};
}

std::size_t Request::count(std::string_view name) const noexcept {
  return static_cast<std::size_t>(
      std::ranges::count_if(fields, [name](const Field& field) { return equal_names(field.name, name); }));
}

void Request::find(std::initializer_list<SingleField*> wanted) const noexcept {
  // Most fields have the length of none of the names: a bit for each length, modulo 64, says so at once.
  const auto bit_of = [](std::string_view name) { return std::uint64_t{1} << (name.size() % 64); };
  std::uint64_t lengths = 0;
  for (const SingleField* const each : wanted) lengths |= bit_of(each->name);
  for (const Field& field : fields) {
    if ((lengths & bit_of(field.name)) == 0) continue;
    for (SingleField* const each : wanted) {
      if (!equal_names(field.name, each->name)) continue;
      if (each->count++ == 0) {
        each->value = field.value;
      } else if (each->value != field.value) {
        each->differs = true;
      }
      break;
    }
  }
}

std::string_view without_copies(std::string_view list) noexcept {
  const auto next_of = [](std::string_view& rest) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const std::string_view element = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return base::trim(element);
  };
  if (!list.contains(',') || list.ends_with(',')) return list;
  std::string_view rest = list;
  const std::string_view first = next_of(rest);
  if (first.empty()) return list;
  while (!rest.empty()) {
    if (next_of(rest) != first) return list;
  }
  return first;
}

SingleField Request::single(std::string_view name) const noexcept {
  SingleField found{name};
  find({&found});
  return found;
}

std::string Request::list(std::string_view name) const {
  std::string values;
  for (const Field& field : fields) {
    if (equal_names(field.name, name)) append(values, values.empty() ? "" : ", ", field.value);
  }
  return values;
}

void Response::reset() noexcept {
  status = 200;
  fields.clear();
  constant_fields = {};
  constant_body = {};
  body.clear();
  body_owner.reset();
  omit_body = false;
  connection = Connection::keep;
  outcome.reset();
}

void Response::add_field(std::string_view name, std::string_view value) { append(fields, name, ": ", value, "\r\n"); }

std::string_view reason_phrase(std::uint16_t status) noexcept {
  const auto* const found = std::ranges::find(kReasons, status, &Reason::status);
  return found == kReasons.end() ? "Unknown" : found->phrase;
}

bool is_media_type(std::string_view content_type, std::string_view type) noexcept {
  // The first comparison is faster and sufficient for most requests.
  if (!content_type.starts_with(type) && !equal_names(content_type.substr(0, type.size()), type)) return false;
  const auto next = content_type.find_first_not_of(" \t", type.size());
  return next == std::string_view::npos || content_type[next] == ';';
}

}  // namespace agent_access::http
