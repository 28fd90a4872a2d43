#include "service/rate_limit.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

#include "service/fault_table.hpp"

namespace agent_access::service {

namespace {

/// Rounded up, so that nobody who obeys comes too early.
std::int64_t whole_seconds(limit::Nanoseconds time) noexcept {
  const auto floor = std::chrono::floor<std::chrono::seconds>(time);
  return floor.count() + (floor < time ? 1 : 0);
}

std::int64_t reset_of(const limit::Verdict& verdict) noexcept {
  if (verdict.is_allowed()) return whole_seconds(verdict.decision.reset);
  return std::max<std::int64_t>(whole_seconds(verdict.decision.retry_after), 1);
}

/// In the string's own storage, without a text in between.
void append_number(std::string& out, std::int64_t number) {
  std::array<char, 20> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  out.append(digits.data(), written.ptr);
}

}  // namespace

bool is_counted(std::string_view path) noexcept { return path.starts_with("/oauth/") || path.starts_with("/api/"); }

bool is_failed_attempt(const http::Trace& trace) noexcept {
  if (trace.error == "invalid_client") return true;
  return trace.error == "invalid_token" && trace.reason != name_of(oauth::BearerFault::missing_token);
}

void refuse_limited(const limit::Verdict& verdict, http::Response& response) {
  refuse(RequestFault::rate_limited, response);
  response.trace.reason = limit::name_of(verdict.refused_by);
  response.fields.append("Retry-After: ");
  append_number(response.fields, reset_of(verdict));
  response.fields.append("\r\n");
}

void append_rate_limit_fields(const limit::Verdict& verdict, std::string& fields) {
  const std::int64_t remaining = verdict.is_allowed() ? verdict.decision.remaining : 0;
  const std::int64_t reset = reset_of(verdict);
  fields.append("RateLimit-Limit: ");
  append_number(fields, verdict.limit);
  fields.append("\r\nRateLimit-Remaining: ");
  append_number(fields, remaining);
  fields.append("\r\nRateLimit-Reset: ");
  append_number(fields, reset);
  fields.append("\r\nRateLimit-Policy: \"default\";q=");
  append_number(fields, verdict.limit);
  fields.append(";w=");
  append_number(fields, whole_seconds(verdict.window));
  fields.append("\r\nRateLimit: \"default\";r=");
  append_number(fields, remaining);
  fields.append(";t=");
  append_number(fields, reset);
  fields.append("\r\n");
}

}  // namespace agent_access::service
