#include "service/rate_limit.hpp"

#include <algorithm>
#include <chrono>

#include "documents/paths.hpp"
#include "http/append.hpp"
#include "service/outcome/outcome.hpp"

namespace agent_access::service {

namespace {

/// Rounded up, so that a client that waits this long is not refused.
std::int64_t whole_seconds(limit::Nanoseconds time) noexcept {
  const auto floor = std::chrono::floor<std::chrono::seconds>(time);
  return floor.count() + (floor < time ? 1 : 0);
}

std::int64_t reset_of(const limit::Verdict& verdict) noexcept {
  if (verdict.is_allowed()) return whole_seconds(verdict.decision.reset);
  return std::max<std::int64_t>(whole_seconds(verdict.decision.retry_after), 1);
}

}  // namespace

bool is_counted(std::string_view path, const content::Settings& settings) noexcept {
  return path.starts_with("/oauth/") || path.starts_with("/api/") ||
         (settings.mcp.is_enabled && path == documents::kMcpPath);
}

void refuse_limited(const limit::Verdict& verdict, http::Response& response) {
  http::write_problem(problem_of(RequestFault::rate_limited), response);
  outcome_of(response).ending = verdict.refused_by;
  http::append(response.fields, "Retry-After: ", http::Decimal(reset_of(verdict)), "\r\n");
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
