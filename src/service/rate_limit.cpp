#include "service/rate_limit.hpp"

#include <algorithm>
#include <chrono>

#include "documents/paths.hpp"
#include "http/append.hpp"
#include "http/fields.hpp"
#include "service/outcome/outcome.hpp"

namespace agent_access::service {

namespace {

constexpr std::string_view kGeneralPolicy = "default";
/// The cost of invalid credentials or an invalid token, in addition to the 1 of every request.
constexpr std::int64_t kFailureSurcharge = 4;

/// Rounded up, so that a client that waits this long is not refused.
std::int64_t whole_seconds(limit::Nanoseconds time) noexcept {
  const auto floor = std::chrono::floor<std::chrono::seconds>(time);
  return floor.count() + (floor < time ? 1 : 0);
}

std::int64_t reset_of(const limit::Verdict& verdict) noexcept {
  return verdict.is_allowed() ? whole_seconds(verdict.decision.reset) : retry_after(verdict);
}

bool is_limited(const Call& call) noexcept {
  const Snapshot& snapshot = *call.context.snapshot;
  const bool has_limit =
      snapshot.limits.is_enabled() || snapshot.limits.resource_limit_of(call.outcome.gated) != nullptr;
  // Preflights are not limited: if one is refused, a page gets an error without status and Retry-After. Its response is
  // constant and costs no more than a refusal. Behind a gate it is work of the owner's own server.
  return has_limit && is_counted(call.path, snapshot.settings) &&
         (call.forwarded != nullptr || !http::is_preflight(call.request));
}

}  // namespace

bool is_counted(std::string_view path, const content::Settings& settings) noexcept {
  return path.starts_with("/oauth/") || path.starts_with("/api/") ||
         (settings.mcp.is_enabled && (path == documents::kMcpPath || path == documents::kMcpSlashPath));
}

bool charge(Call& call) noexcept {
  if (!is_limited(call)) return true;
  const limit::Policy& policy = call.context.snapshot->limits;
  call.verdict = call.limiter.charge(policy, call.outcome.caller.address, call.monotonic.now(),
                                     policy.resource_limit_of(call.outcome.gated));
  return call.verdict->is_allowed();
}

bool charge_document(Call& call) noexcept {
  const limit::Policy& policy = call.context.snapshot->limits;
  const limit::ResourceLimit* const resource_limit = policy.resource_limit_of(call.outcome.gated);
  if (resource_limit == nullptr) return true;
  call.verdict = call.limiter.charge_resource_limit(policy, call.outcome.caller.address, call.monotonic.now(),
                                                    *resource_limit, call.verdict);
  return call.verdict->is_allowed();
}

void finish_charge(Call& call, http::Response& response) {
  if (!call.verdict) return;
  if (is_failed_attempt(call.outcome.ending)) {
    const limit::Policy& policy = call.context.snapshot->limits;
    call.verdict =
        call.limiter.charge_failure(policy, call.outcome.caller.address, kFailureSurcharge, call.monotonic.now(),
                                    policy.resource_limit_of(call.outcome.gated), call.verdict->was_charged_to_both);
  }
  append_rate_limit_fields(*call.verdict, call.outcome.resource, response.fields);
}

std::int64_t retry_after(const limit::Verdict& verdict) noexcept {
  return std::max<std::int64_t>(whole_seconds(verdict.decision.retry_after), 1);
}

http::Problem limited_problem(const limit::Verdict& verdict, std::string& text) {
  const std::int64_t seconds = retry_after(verdict);
  text = "Too many requests; wait ";
  http::append(text, http::Decimal(seconds), seconds == 1 ? " second" : " seconds");
  http::Problem problem = problem_of(RequestFault::rate_limited);
  problem.description = text;
  return problem;
}

void refuse_limited(const limit::Verdict& verdict, http::Response& response) {
  std::string text;
  http::write_problem(limited_problem(verdict, text), response);
  outcome_of(response).ending = verdict.refused_by;
  http::append(response.fields, "Retry-After: ", http::Decimal(retry_after(verdict)), "\r\n");
}

void append_rate_limit_fields(const limit::Verdict& verdict, std::string_view resource, std::string& fields) {
  const std::string_view name = verdict.is_of_resource ? resource : kGeneralPolicy;
  const http::Decimal limit(verdict.limit);
  const http::Decimal remaining(verdict.is_allowed() ? verdict.decision.remaining : 0);
  const http::Decimal reset(reset_of(verdict));
  const http::Decimal window(whole_seconds(verdict.window));
  http::append(fields, "RateLimit-Limit: ", limit, "\r\nRateLimit-Remaining: ", remaining,
               "\r\nRateLimit-Reset: ", reset, "\r\nRateLimit-Policy: \"", name, "\";q=", limit, ";w=", window);
  if (verdict.other.limit > 0) {
    http::append(fields, ", \"", verdict.is_of_resource ? kGeneralPolicy : resource,
                 "\";q=", http::Decimal(verdict.other.limit),
                 ";w=", http::Decimal(whole_seconds(verdict.other.window)));
  }
  http::append(fields, "\r\nRateLimit: \"", name, "\";r=", remaining, ";t=", reset, "\r\n");
}

}  // namespace agent_access::service
