/// \file
/// Constant blocks of response fields, composed by the compiler. Cross-origin access (Fetch standard, section 3.2): no
/// cookie and no ambient credential exists here, so every origin may call every endpoint. The answer is the constant
/// "*"; an Origin is never read and never reflected.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "http/message.hpp"

namespace agent_access::http {

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

/// On every answer, errors included.
inline constexpr std::string_view kCorsFields =
    "Access-Control-Allow-Origin: *\r\n"
    "Access-Control-Expose-Headers: ETag, Link, Retry-After, RateLimit, RateLimit-Policy, RateLimit-Limit, "
    "RateLimit-Remaining, RateLimit-Reset, WWW-Authenticate, X-Request-Id\r\n";

/// On every answer that is not a published document.
inline constexpr std::string_view kNoStoreFields =
    "Cache-Control: no-store\r\n"
    "X-Content-Type-Options: nosniff\r\n";

inline constexpr std::string_view kJsonField = "Content-Type: application/json\r\n";

/// What a preflight may ask for, beside Access-Control-Allow-Methods, which the route decides: every request field. "*"
/// stands for all but Authorization; browsers that do not know "*" read the names.
inline constexpr std::string_view kPreflightGrants =
    "Access-Control-Allow-Headers: Authorization, Content-Type, If-None-Match, MCP-Protocol-Version, *\r\n"
    "Access-Control-Max-Age: 86400\r\n";

/// All constant fields of an error answer.
inline constexpr std::string_view kProblemFields = joined<kJsonField, kNoStoreFields, kCorsFields>;

/// All constant fields of the 204 to OPTIONS.
inline constexpr std::string_view kPreflightFields = joined<kNoStoreFields, kCorsFields, kPreflightGrants>;

/// The fields of a 204 to OPTIONS into `fields`; `methods` as in Allow, for example "GET, HEAD, OPTIONS".
void append_preflight(std::string_view methods, std::string& fields);

/// Whether a browser asks on behalf of a page (Fetch standard, section 3.2.2): OPTIONS with Origin and
/// Access-Control-Request-Method. Their values are not looked at.
[[nodiscard]] bool is_preflight(const Request& request) noexcept;

}  // namespace agent_access::http
