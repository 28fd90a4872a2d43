#include "http/message.hpp"

#include <algorithm>

namespace agent_access::http {

namespace {

constexpr char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

}  // namespace

bool equal_names(std::string_view left, std::string_view right) noexcept {
  return left.size() == right.size() &&
         std::equal(left.begin(), left.end(), right.begin(), [](char a, char b) { return lower(a) == lower(b); });
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

void Response::reset() noexcept {
  status = 200;
  fields.clear();
  constant_fields = {};
  constant_body = {};
  body.clear();
  keep_alive.reset();
  omit_body = false;
  connection = Connection::keep;
  trace.route = "unknown";
  trace.error = {};
  trace.reason = {};
  trace.client_id.clear();
  trace.key_id.clear();
  trace.token_id.clear();
  trace.registrations = 0;
  trace.tokens_issued = 0;
}

void Response::add_field(std::string_view name, std::string_view value) {
  fields.append(name).append(": ").append(value).append("\r\n");
}

std::string_view reason_phrase(std::uint16_t status) noexcept {
  switch (status) {
    case 100: return "Continue";
    case 200: return "OK";
    case 201: return "Created";
    case 204: return "No Content";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 406: return "Not Acceptable";
    case 408: return "Request Timeout";
    case 411: return "Length Required";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 415: return "Unsupported Media Type";
    case 417: return "Expectation Failed";
    case 421: return "Misdirected Request";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    default: return "Unknown";
  }
}

}  // namespace agent_access::http
