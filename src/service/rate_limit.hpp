/// \file
/// The coarse limit on the wire: which paths are counted, what an attempt costs, and the response fields, from one
/// decision in two families: RateLimit-Policy and RateLimit of draft-ietf-httpapi-ratelimit-headers-10, and the older
/// RateLimit-Limit, -Remaining and -Reset. Pure; thread safe. NOT here: the deciding (limit/rate_limiter).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "http/message.hpp"
#include "limit/rate_limiter.hpp"

namespace agent_access::service {

/// What credentials or a token that failed cost beyond the one of every request.
inline constexpr std::int64_t kFailureSurcharge = 4;

/// Whether requests for this path are counted, whatever answers them; preflights (http::is_preflight) never are.
[[nodiscard]] bool is_counted(std::string_view path) noexcept;

/// Writes the 429, with Retry-After and an outcome that says whose budget was used up.
void refuse_limited(const limit::Verdict& verdict, http::Response& response);

/// Appends the fields of both families. In a refusal the reset is that of the refused request: the whole seconds, at
/// least one, until it would be answered, as in Retry-After; else the seconds until the whole budget is there again.
void append_rate_limit_fields(const limit::Verdict& verdict, std::string& fields);

}  // namespace agent_access::service
