#include "net/http2/request.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/ascii.hpp"
#include "net/http1/grammar.hpp"

namespace agent_access::net::h2 {
namespace {

using http::RequestError;

/// Counted as in an HTTP/1.1 head: a colon, a space, CR LF.
constexpr std::size_t kFieldOverhead = 4;
/// The bytes of an HTTP/1.1 request line beside method and target.
constexpr std::size_t kLineOverhead = 10;
constexpr std::size_t kLongestFieldName = 256;
/// A block this many times over its limits counts as abuse: a few bytes of HPACK can decode to megabytes.
constexpr std::size_t kAbuseFactor = 8;

/// field-value of RFC 9110 section 5.5, without leading or trailing white space.
bool is_field_value(std::string_view text) noexcept {
  const auto allowed = [](char byte) {
    const auto code = static_cast<unsigned char>(byte);
    return code == '\t' || (code >= 0x20 && code != 0x7f);
  };
  return base::trim(text).size() == text.size() && std::all_of(text.begin(), text.end(), allowed);
}

}  // namespace

void RequestHead::refuse(RequestError fault) noexcept {
  if (!fault_) fault_ = fault;
}

RequestHead::Place RequestHead::keep(std::string_view text) {
  const Place place{bytes_.size(), text.size()};
  bytes_.append(text);
  return place;
}

/// Counts one field line; false when the block is abuse.
bool RequestHead::count(std::size_t bytes, const Limits& limits) {
  block_ += bytes;
  total_ += bytes;
  if (++count_ > limits.header_fields || block_ + 2 > limits.header_block) refuse(RequestError::headers_too_large);
  return total_ <= kAbuseFactor * (limits.request_line + limits.header_block) &&
         count_ <= kAbuseFactor * limits.header_fields;
}

bool RequestHead::add(std::string_view name, std::string_view value, const Limits& limits) {
  if (name.starts_with(':')) {
    total_ += name.size() + value.size();
    add_pseudo(name, value, limits);
    return total_ <= kAbuseFactor * (limits.request_line + limits.header_block);
  }
  if (!count(name.size() + value.size() + kFieldOverhead, limits)) return false;
  if (name.size() > kLongestFieldName) refuse(RequestError::headers_too_large);
  if (fault_) return true;
  if (!is_token(name) || !is_field_value(value) || is_disguised(name)) {
    refuse(RequestError::malformed_request);
    return true;
  }
  note(name, value, limits);
  const Place kept = keep(name);
  entries_.push_back({kept, keep(value)});
  return true;
}

bool RequestHead::add_trailer(std::string_view name, std::string_view value, const Limits& limits) {
  return count(name.size() + value.size() + kFieldOverhead, limits);
}

void RequestHead::add_pseudo(std::string_view name, std::string_view value, const Limits& limits) {
  if (name == ":method") {
    method_ = http::method_of(value);
    if (!is_token(value)) refuse(RequestError::malformed_request);
    if (value.size() + kLineOverhead > limits.request_line) refuse(RequestError::target_too_long);
  } else if (name == ":path") {
    if (value.size() + kLineOverhead > limits.request_line) return refuse(RequestError::target_too_long);
    if (!is_origin_form(value)) return refuse(RequestError::malformed_request);
    path_ = keep(value);
  } else if (name == ":authority") {
    if (value.size() > limits.header_block) return refuse(RequestError::headers_too_large);
    if (!is_host(value)) return refuse(RequestError::malformed_request);
    authority_ = keep(value);
  } else if (name == ":scheme") {
    if (value != "http" && value != "https") refuse(RequestError::malformed_request);
  } else {
    refuse(RequestError::malformed_request);
  }
}

/// Handles the fields that may occur once or have a meaning here.
void RequestHead::note(std::string_view name, std::string_view value, const Limits& limits) {
  const auto once = [this](bool& seen) {
    if (std::exchange(seen, true)) refuse(RequestError::malformed_request);
  };
  if (name == "host") {
    if (host_ || !is_host(value)) return refuse(RequestError::malformed_request);
    host_ = keep(value);
  } else if (name == "authorization") {
    once(authorization_);
  } else if (name == "content-type") {
    once(content_type_);
  } else if (name == "content-length") {
    const std::optional<std::uint64_t> length = parse_length(value);
    if (!length) return refuse(RequestError::malformed_request);
    too_large_ = *length > limits.body;
  } else if (name == "expect") {
    expects_continue_ = http::equal_names(value, "100-continue");
    other_expectation_ = other_expectation_ || !expects_continue_;
  }
}

std::optional<RequestError> RequestHead::conclude() {
  if (fault_) return fault_;
  // CONNECT has no path (section 8.5) and is refused.
  if (!path_ || (!authority_ && !host_)) refuse(RequestError::malformed_request);
  // "a server SHOULD treat a request as malformed if it contains a Host header field that identifies an entity that
  // differs from the entity in the :authority pseudo-header field" (section 8.3.1).
  if (authority_ && host_ && !http::equal_names(text(*authority_), text(*host_)))
    refuse(RequestError::malformed_request);
  if (fault_) return fault_;
  fields_.reserve(entries_.size());
  for (const Entry& entry : entries_) fields_.push_back({text(entry.name), text(entry.value)});
  is_whole_ = true;
  if (too_large_) refuse(RequestError::body_too_large);
  if (other_expectation_) refuse(RequestError::expectation_failed);
  return fault_;
}

http::Request RequestHead::request() const noexcept {
  http::Request request;
  request.method = method_;
  const std::string_view target = path_ ? text(*path_) : std::string_view();
  const std::size_t mark = target.find('?');
  request.path = target.substr(0, mark);
  if (mark != std::string_view::npos) request.query = target.substr(mark + 1);
  if (const auto& host = authority_ ? authority_ : host_) request.host = text(*host);
  request.fields = fields_;
  return request;
}

}  // namespace agent_access::net::h2
