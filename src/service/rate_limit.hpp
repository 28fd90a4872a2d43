/// \file
/// The limit in HTTP: which requests are counted, the cost of a failed attempt, and the response fields in two
/// families: RateLimit-Policy and RateLimit of draft-ietf-httpapi-ratelimit-headers-10, and the older RateLimit-Limit,
/// -Remaining and -Reset. NOT here: the decision (limit/rate_limiter).
#pragma once

#include <string>
#include <string_view>

#include "service/call.hpp"

namespace agent_access::service {

/// Whether requests for this path are counted, also if the path does not exist; beside a site only if it does.
[[nodiscard]] bool is_counted(std::string_view path, const Snapshot& snapshot) noexcept;

/// Charges a request before any work on it; preflights (http::is_preflight) are free. A refused one is not charged, so
/// a client that waits for Retry-After seconds is served. False: it must be refused, see refuse_limited().
[[nodiscard]] bool charge(Call& call) noexcept;

/// Charges the extra cost of a failed attempt, and appends the fields. Nothing if the request was not charged.
void finish_charge(Call& call, http::Response& response);

/// Writes the 429 with Retry-After, which the description repeats, because some hosts show their model the body only;
/// its outcome is the exhausted budget.
void refuse_limited(const limit::Verdict& verdict, http::Response& response);

/// Appends the fields of both families. In a refusal the reset is the time until the refused request would be allowed,
/// in whole seconds, at least one, as in Retry-After; else the seconds until the whole budget is available again.
void append_rate_limit_fields(const limit::Verdict& verdict, std::string& fields);

}  // namespace agent_access::service
