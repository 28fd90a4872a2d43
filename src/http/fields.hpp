/// \file
/// Constant blocks of response fields, joined at compile time. Cross-origin access (Fetch standard, section 3.2): no
/// endpoint uses cookies or other credentials that a browser adds by itself, so every origin may call every endpoint
/// but that of MCP (service/mcp_endpoint), which alone reads Origin. Access-Control-Allow-Origin is always "*"; the
/// value of Origin is not copied into a response.
///
/// Error responses: JSON with `error` and `error_description`, never cached, readable across origins.
///
/// Dates and codings.
///
/// Appends several parts to a text, without a temporary string and with one allocation at most. Pure; thread safe.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <ctime>
#include <string>
#include <string_view>

#include "base/protocol.hpp"
#include "http/message.hpp"

namespace agent_access::http {

/// A number in decimal. Converts to a view of its text, which is valid as long as the object.
class Decimal {
 public:
  explicit Decimal(std::int64_t number) noexcept
      : end_(std::to_chars(digits_.data(), digits_.data() + digits_.size(), number).ptr) {}
  Decimal(const Decimal&) = delete;
  Decimal& operator=(const Decimal&) = delete;

  operator std::string_view() const noexcept { return {digits_.data(), end_}; }

 private:
  std::array<char, 20> digits_;  ///< enough for every 64-bit number
  char* end_;
};

namespace detail {

// Always inlined, so that each constant part is copied by a few instructions instead of a call.
template <class... Views>
[[gnu::always_inline]] inline void append_views(std::string& out, Views... parts) {
  const std::size_t before = out.size();
  out.resize(before + (parts.size() + ...));
  char* at = out.data() + before;
  ((parts.copy(at, parts.size()), at += parts.size()), ...);
}

}  // namespace detail

/// Appends one part after the other; each converts to std::string_view, and none is a part of `out`.
template <class... Parts>
[[gnu::always_inline]] inline void append(std::string& out, const Parts&... parts) {
  detail::append_views(out, std::string_view(parts)...);
}

/// The parts one after the other, as a constant with static storage: joined<kA, kB>.
template <const std::string_view&... Parts>
inline constexpr auto joined_bytes = [] {
  std::array<char, (Parts.size() + ...)> bytes{};
  auto end = bytes.begin();
  ((end = std::ranges::copy(Parts, end).out), ...);
  return bytes;
}();
template <const std::string_view&... Parts>
inline constexpr std::string_view joined{joined_bytes<Parts...>.data(), joined_bytes<Parts...>.size()};

/// On every response, errors included.
inline constexpr std::string_view kCorsFields =
    "Access-Control-Allow-Origin: *\r\n"
    "Access-Control-Expose-Headers: ETag, Link, Retry-After, RateLimit, RateLimit-Policy, RateLimit-Limit, "
    "RateLimit-Remaining, RateLimit-Reset, WWW-Authenticate, X-Request-Id\r\n";

// "Cache-Control: public, max-age=300" on what every cache may keep.
inline constexpr std::string_view kCacheBegin = "Cache-Control: public, max-age=";
inline constexpr std::string_view kFreshSecondsText = protocol::text_of("fresh_seconds");
inline constexpr std::string_view kLineEnd = "\r\n";
inline constexpr std::string_view kCacheField = joined<kCacheBegin, kFreshSecondsText, kLineEnd>;
inline constexpr std::string_view kNoSniffField = "X-Content-Type-Options: nosniff\r\n";
inline constexpr std::string_view kCachedFields = joined<kCacheField, kNoSniffField>;

/// On every response that is not a published document.
inline constexpr std::string_view kNoStoreFields =
    "Cache-Control: no-store\r\n"
    "X-Content-Type-Options: nosniff\r\n";

inline constexpr std::string_view kJsonField = "Content-Type: application/json\r\n";

/// The request fields that a preflight allows: all. "*" means every field but Authorization; browsers that do not
/// support
/// "*" use the names. Access-Control-Allow-Methods depends on the route.
inline constexpr std::string_view kPreflightAllowFields =
    "Access-Control-Allow-Headers: Authorization, Content-Type, If-None-Match, MCP-Protocol-Version, *\r\n"
    "Access-Control-Max-Age: 86400\r\n";

/// All constant fields of an error response.
inline constexpr std::string_view kProblemFields = joined<kJsonField, kNoStoreFields, kCorsFields>;

/// All constant fields of the 204 to OPTIONS.
inline constexpr std::string_view kPreflightFields = joined<kNoStoreFields, kCorsFields, kPreflightAllowFields>;

/// Appends the fields of a 204 to OPTIONS that depend on the route; `methods` as in Allow: "GET, HEAD, OPTIONS".
void append_preflight(std::string_view methods, std::string& fields);

/// Whether the request is a CORS preflight (Fetch standard, section 3.2.2): OPTIONS with Origin and
/// Access-Control-Request-Method, whatever their values.
[[nodiscard]] bool is_preflight(const Request& request) noexcept;

/// "Sun, 06 Nov 1994 08:49:37 GMT" (IMF-fixdate), years 1970 to 9999.
[[nodiscard]] std::string http_date(std::time_t time);

/// Whether the request names a content coding (RFC 9110 section 8.4) that is not "identity", which is none.
[[nodiscard]] bool has_content_coding(const Request& request) noexcept;

/// Replaces status, fields and body of `response`, and notes the fault in its outcome. Fields that the request decides
/// (Allow) are added afterwards.
void refuse(const Fault& fault, Response& response);
/// The same with a description of its own, in two parts, of the characters of a sentence.
void refuse(const Fault& fault, std::string_view start, std::string_view end, Response& response);

}  // namespace agent_access::http
