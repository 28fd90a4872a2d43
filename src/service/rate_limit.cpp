#include "service/rate_limit.hpp"

#include <algorithm>
#include <chrono>

#include "base/protocol.hpp"
#include "http/fields.hpp"
#include "service/endpoints.hpp"
#include "service/fault_table.hpp"
#include "site/documents/paths.hpp"

namespace agent_access::service {
namespace {

/// Rounded up, so that a client that waits this long is not refused.
std::int64_t whole_seconds(limit::Nanoseconds time) noexcept {
  const auto floor = std::chrono::floor<std::chrono::seconds>(time);
  return floor.count() + (floor < time ? 1 : 0);
}

/// The value of Retry-After in a refusal.
std::int64_t retry_after(const limit::Verdict& verdict) noexcept {
  return std::max<std::int64_t>(whole_seconds(verdict.decision.retry_after), 1);
}

std::int64_t reset_of(const limit::Verdict& verdict) noexcept {
  return verdict.is_allowed() ? whole_seconds(verdict.decision.reset) : retry_after(verdict);
}

const http::Fault& fault_of_budget(limit::RefusedBy exhausted) noexcept {
  if (exhausted == limit::RefusedBy::address) return fault("rate_limited_address");
  return exhausted == limit::RefusedBy::network ? fault("rate_limited_network") : fault("rate_limited_ceiling");
}

bool is_limited(const Call& call) noexcept {
  const Snapshot& snapshot = *call.context.snapshot;
  if (!snapshot.limits.is_enabled()) return false;
  // Also a preflight, because behind a gate it is work of the owner's own server.
  if (call.forwarded != nullptr) return true;
  // Preflights are not limited: if one is refused, a page gets an error without status and Retry-After. Its response is
  // constant and costs no more than a refusal.
  return is_counted(call.path, snapshot) && !http::is_preflight(call.request);
}

}  // namespace

bool is_counted(std::string_view path, const Snapshot& snapshot) noexcept {
  const content::Settings& settings = snapshot.settings;
  if (is_of_api(path)) return !settings.is_beside || snapshot.service_paths.have(path);
  return settings.serves_mcp() && (path == documents::kMcpPath || path == documents::kMcpSlashPath);
}

bool charge(Call& call) noexcept {
  if (!is_limited(call)) return true;
  call.verdict = call.limiter.charge(call.context.snapshot->limits, call.outcome.caller.address, call.monotonic.now());
  return call.verdict->is_allowed();
}

void finish_charge(Call& call, http::Response& response) {
  if (!call.verdict) return;
  if (call.outcome.fault != nullptr && call.outcome.fault->is_failed_attempt) {
    call.verdict = call.limiter.charge_failure(call.context.snapshot->limits, call.outcome.caller.address,
                                               protocol::kFailureSurcharge, call.monotonic.now());
  }
  append_rate_limit_fields(*call.verdict, response.fields);
}

void refuse_limited(const limit::Verdict& verdict, http::Response& response) {
  const std::int64_t seconds = retry_after(verdict);
  std::string text = "Too many requests; wait ";
  http::append(text, http::Decimal(seconds), seconds == 1 ? " second" : " seconds");
  http::refuse(fault_of_budget(verdict.refused_by), text, {}, response);
  http::append(response.fields, "Retry-After: ", http::Decimal(seconds), "\r\n");
}

void append_rate_limit_fields(const limit::Verdict& verdict, std::string& fields) {
  const http::Decimal limit(verdict.limit);
  const http::Decimal remaining(verdict.is_allowed() ? verdict.decision.remaining : 0);
  const http::Decimal reset(reset_of(verdict));
  const http::Decimal window(whole_seconds(verdict.window));
  http::append(fields, "RateLimit-Limit: ", limit, "\r\nRateLimit-Remaining: ", remaining,
               "\r\nRateLimit-Reset: ", reset, "\r\nRateLimit-Policy: \"default\";q=", limit, ";w=", window,
               "\r\nRateLimit: \"default\";r=", remaining, ";t=", reset, "\r\n");
}

}  // namespace agent_access::service
