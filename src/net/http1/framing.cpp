#include "net/http1/framing.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.hpp"
#include "base/protocol.hpp"
#include "net/http1/grammar.hpp"

namespace agent_access::net {
namespace {

using http::RequestError;

constexpr std::size_t kLineEnd = 2;

/// What the fields of one head have said so far.
struct Seen {
  bool host = false;
  bool length = false;
  bool authorization = false;
  std::optional<std::string_view> content_type;
  Codings codings;
  bool other_expectation = false;
  ConnectionOptions connection;
  std::uint64_t declared_length = 0;
};

std::optional<RequestError> parse_version(std::string_view text, Head& head) {
  const bool shaped = text.size() == 8 && text.starts_with("HTTP/") && base::is_digit(text[5]) && text[6] == '.' &&
                      base::is_digit(text[7]);
  if (!shaped) return RequestError::malformed_request;
  if (text[5] != '1' || text[7] > '1') return RequestError::unsupported_version;
  head.minor_version = static_cast<std::uint8_t>(text[7] - '0');
  return std::nullopt;
}

/// The path and the query of a target without scheme and authority.
void split_target(std::string_view text, Head& head) {
  const std::size_t mark = text.find('?');
  head.path = text.substr(0, mark);
  if (mark != std::string_view::npos) head.query = text.substr(mark + 1);
}

/// absolute-form (RFC 9112 section 3.2.2): the authority counts in place of Host, and an empty path is "/".
bool take_absolute_form(Head& head) {
  const std::size_t scheme_end = std::min(head.target.find("://"), head.target.size());
  const std::string_view scheme = head.target.substr(0, scheme_end);
  if (!http::equal_names(scheme, "http") && !http::equal_names(scheme, "https")) return false;
  const std::string_view rest = head.target.substr(std::min(scheme_end + 3, head.target.size()));
  const std::size_t end = std::min(rest.find_first_of("/?"), rest.size());
  if (!is_host(rest.substr(0, end)) || !is_target_text(rest.substr(end))) return false;
  head.host = rest.substr(0, end);
  head.is_absolute = true;
  split_target(rest.substr(end), head);
  if (head.path.empty()) head.path = "/";
  return true;
}

/// "*" is of OPTIONS only, and about the server as a whole (RFC 9110 section 9.3.7).
bool take_target(Head& head) {
  if (!is_origin_form(head.target) && !(head.target == "*" && head.method == http::Method::options)) {
    return take_absolute_form(head);
  }
  split_target(head.target, head);
  return true;
}

/// request-line = method SP request-target SP HTTP-version (RFC 9112 section 3). The version is checked before the
/// target, because the preface of HTTP/2 ("PRI * HTTP/2.0") deserves its own answer.
std::optional<RequestError> parse_request_line(std::string_view line, Head& head) {
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) return RequestError::malformed_request;
  head.method_text = line.substr(0, first);
  head.target = line.substr(first + 1, last - first - 1);
  if (!is_token(head.method_text)) return RequestError::malformed_request;
  if (const auto fault = parse_version(line.substr(last + 1), head)) return fault;
  head.method = http::method_of(head.method_text);
  if (take_target(head)) return std::nullopt;
  head.method = http::Method::other;
  return RequestError::malformed_target;
}

/// False the second time.
bool first_time(bool& seen) { return !std::exchange(seen, true); }

bool note_length(std::string_view value, Seen& seen) {
  const std::optional<std::uint64_t> length = parse_length(value);
  if (!length || !first_time(seen.length)) return false;
  seen.declared_length = *length;
  return true;
}

bool note_host(std::string_view value, Head& head, Seen& seen) {
  if (!head.is_absolute) head.host = value;
  return first_time(seen.host) && is_host(value);
}

/// Some clients and proxies send a field again; a second value would say something else about the body.
bool note_content_type(std::string_view value, Seen& seen) {
  if (!seen.content_type) seen.content_type = value;
  return *seen.content_type == value;
}

bool note_connection(std::string_view value, Seen& seen) {
  const std::optional<ConnectionOptions> options = parse_connection(value);
  if (!options) return false;
  seen.connection.close = seen.connection.close || options->close;
  seen.connection.keep_alive = seen.connection.keep_alive || options->keep_alive;
  return true;
}

void note_expectation(std::string_view value, Head& head, Seen& seen) {
  if (http::equal_names(http::without_copies(value), "100-continue")) {
    head.expects_continue = head.minor_version == 1;
    return;
  }
  seen.other_expectation = true;
}

/// Takes note of the fields that decide framing or may not be repeated. False: malformed.
bool note_field(const http::Field& field, Head& head, Seen& seen) {
  // Sorted by length first: most fields match none of these names, and comparing lengths is cheap.
  switch (field.name.size()) {
    case 4: return !http::equal_names(field.name, "host") || note_host(field.value, head, seen);
    case 6:
      if (http::equal_names(field.name, "expect")) note_expectation(field.value, head, seen);
      return true;
    case 10: return !http::equal_names(field.name, "connection") || note_connection(field.value, seen);
    case 12: return !http::equal_names(field.name, "content-type") || note_content_type(field.value, seen);
    case 13: return !http::equal_names(field.name, "authorization") || first_time(seen.authorization);
    case 14: return !http::equal_names(field.name, "content-length") || note_length(field.value, seen);
    case 16:
      // Some readers take it for Connection. It asks nothing of us, and what they could not parse is refused.
      return !http::equal_names(field.name, "proxy-connection") || parse_connection(field.value).has_value();
    case 17:
      if (http::equal_names(field.name, "transfer-encoding")) note_codings(field.value, seen.codings);
      return true;
    default: return true;
  }
}

/// Why note_field() was false.
RequestError fault_in_field(const http::Field& field) noexcept {
  switch (field.name.size()) {
    case 4:
      if (field.value.empty()) return RequestError::empty_host;
      return is_host(field.value) ? RequestError::repeated_host : RequestError::malformed_host;
    case 12: return RequestError::differing_types;
    case 13: return RequestError::repeated_authorization;
    case 14: return parse_length(field.value) ? RequestError::repeated_length : RequestError::malformed_length;
    default: return RequestError::malformed_connection;
  }
}

/// Whether the field says where the message ends.
bool decides_end(std::string_view name) noexcept {
  return http::equal_names(name, "content-length") || http::equal_names(name, "transfer-encoding");
}

/// field-line = field-name ":" OWS field-value OWS (RFC 9112 section 5). A line that starts with white space (obs-fold)
/// has no token before its colon and falls here.
std::optional<RequestError> parse_field_line(std::string_view line, Head& head, Seen& seen) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return RequestError::malformed_field;
  const std::string_view padded = line.substr(colon + 1);
  const http::Field field{line.substr(0, colon), base::trim(padded)};
  if (!is_token(field.name)) return RequestError::malformed_field;
  if (field.name.size() > protocol::kFieldNameBytes) return RequestError::headers_too_large;
  if (is_disguised(field.name)) return RequestError::disguised_field;
  if (!note_field(field, head, seen)) return fault_in_field(field);
  // llhttp takes no tab behind a length, though OWS allows one: readers must agree where a message ends.
  if (decides_end(field.name) && padded.contains('\t')) {
    return field.name.size() == 14 ? RequestError::malformed_length : RequestError::unsupported_coding;
  }
  head.fields.push_back(field);
  return std::nullopt;
}

/// A body ends where its reader says only if it is chunked last, once, and has no length besides (RFC 9112
/// section 6.3); a reader that knows HTTP/1.0 alone sees no body there at all.
std::optional<RequestError> fault_in_codings(const Codings& codings, bool has_length,
                                             std::uint8_t minor_version) noexcept {
  if (!codings.chunked && !codings.other) return std::nullopt;
  if (codings.ambiguous || has_length || minor_version == 0) return RequestError::unsupported_coding;
  if (codings.other) return RequestError::not_implemented;
  return std::nullopt;
}

/// The rules that only the whole head can break.
std::optional<RequestError> conclude(const Seen& seen, const Limits& limits, Head& head) {
  if (!seen.host) return RequestError::missing_host;
  head.is_whole = true;
  if (auto fault = fault_in_codings(seen.codings, seen.length, head.minor_version)) return fault;
  if (seen.declared_length > limits.body) return RequestError::body_too_large;
  if (seen.other_expectation) return RequestError::expectation_failed;
  head.content_length = static_cast<std::size_t>(seen.declared_length);
  head.chunked = seen.codings.chunked;
  head.persistent = !seen.connection.close && (head.minor_version == 1 || seen.connection.keep_alive);
  return std::nullopt;
}

HeadResult unfinished(Line::State state, RequestError too_long) {
  if (state == Line::State::incomplete) return Incomplete{};
  return state == Line::State::too_long ? too_long : RequestError::malformed_line;
}

/// The field lines from `start`, and the empty line behind them.
HeadResult parse_fields(std::string_view bytes, std::size_t start, const Limits& limits, Head& head, Seen& seen) {
  std::size_t at = start;
  for (;;) {
    const std::string_view rest = bytes.substr(at);
    const std::size_t used = at - start + kLineEnd;
    const Line line = scan_line(rest, limits.header_block > used ? limits.header_block - used : 0);
    if (line.state != Line::State::complete) return unfinished(line.state, RequestError::headers_too_large);
    at += line.size + kLineEnd;
    if (line.size == 0) return HeadSize{at};
    if (head.fields.size() == limits.header_fields) return RequestError::headers_too_large;
    if (const auto fault = parse_field_line(rest.substr(0, line.size), head, seen)) return *fault;
  }
}

}  // namespace

void Head::reset() noexcept {
  std::vector<http::Field> storage = std::move(fields);
  storage.clear();
  *this = Head{};
  fields = std::move(storage);
}

HeadResult parse_head(std::string_view bytes, const Limits& limits, Head& head) {
  head.reset();
  const Line line = scan_line(bytes, limits.request_line);
  if (line.state != Line::State::complete) return unfinished(line.state, RequestError::target_too_long);
  if (const auto fault = parse_request_line(bytes.substr(0, line.size), head)) return *fault;
  Seen seen;
  const HeadResult result = parse_fields(bytes, line.size + kLineEnd, limits, head, seen);
  if (!std::holds_alternative<HeadSize>(result)) return result;
  if (const auto fault = conclude(seen, limits, head)) return *fault;
  return result;
}

http::Request request_of(const Head& head, std::string_view body) noexcept {
  http::Request request;
  request.method = head.method;
  request.path = head.path;
  request.query = head.query;
  request.host = head.host;
  request.fields = head.fields;
  request.body = body;
  return request;
}

}  // namespace agent_access::net
