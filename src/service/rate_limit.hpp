/// \file
/// The rate limit in HTTP: which requests are counted, what they are charged to, the cost of a failed attempt, and the
/// response fields in two families: RateLimit-Policy and RateLimit of draft-ietf-httpapi-ratelimit-headers-10, and the
/// older RateLimit-Limit, -Remaining and -Reset. As thread safe as the limiter. NOT here: the decision
/// (limit/rate_limiter).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "content/settings.hpp"
#include "http/message.hpp"
#include "limit/rate_limiter.hpp"
#include "service/endpoints.hpp"

namespace agent_access::service {

/// Whether requests for this path are counted, also if the path does not exist.
[[nodiscard]] bool is_counted(std::string_view path, const content::Settings& settings) noexcept;

/// Charges a request before any work on it; preflights (http::is_preflight) are free. A refused one is not charged, so
/// a client that waits for Retry-After seconds is served. False: it must be refused, see refuse_limited().
[[nodiscard]] bool charge(Call& call) noexcept;

/// Charges a message of MCP to the limit of the gated document that it reads, because only its body says which one.
/// Precondition: the outcome names the document. False: it must be refused.
[[nodiscard]] bool charge_document(Call& call) noexcept;

/// Charges the extra cost of a failed attempt, and appends the fields. Nothing if the request was not charged.
void finish_charge(Call& call, http::Response& response);

/// Writes the 429 with Retry-After; its outcome is the exhausted budget.
void refuse_limited(const limit::Verdict& verdict, http::Response& response);

/// The seconds of Retry-After in a refusal.
[[nodiscard]] std::int64_t retry_after(const limit::Verdict& verdict) noexcept;
/// The problem of a refusal, whose description is `text` with these seconds: some hosts show their model the body only.
[[nodiscard]] http::Problem limited_problem(const limit::Verdict& verdict, std::string& text);

/// Appends the fields of both families. In a refusal the reset is the time until the refused request would be allowed,
/// in whole seconds, at least one, as in Retry-After; else the seconds until the whole budget is available again.
/// `resource`: the path of a document or gate with a limit of its own, which is the name of that policy; the general
/// one is "default". Both are in RateLimit-Policy, that of RateLimit first.
void append_rate_limit_fields(const limit::Verdict& verdict, std::string_view resource, std::string& fields);

}  // namespace agent_access::service
