#include "tools/visits/visit.hpp"

#include <algorithm>
#include <cstring>
#include <ctime>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/utc_time.hpp"
#include "http/client_address.hpp"

namespace agent_access::tools {
namespace {

std::optional<base::Seconds> valid_time(std::int64_t seconds) {
  return base::has_utc_date(seconds) ? std::optional(base::Seconds{std::chrono::seconds{seconds}}) : std::nullopt;
}

/// Seconds, milliseconds, microseconds or nanoseconds, by the size: no line is from the year 5138.
std::optional<base::Seconds> time_of_number(std::string_view text) {
  auto number = base::whole_number<std::int64_t>(text.substr(0, text.find('.')));
  while (number && *number >= 100'000'000'000) *number /= 1000;
  return number ? valid_time(*number) : std::nullopt;
}

/// A time in a form of strptime, with a fraction or without, and with an offset or of this machine's zone.
std::optional<base::Seconds> time_in_form(const std::string& text, const char* form) {
  std::tm parts{};
  const char* rest = ::strptime(text.c_str(), form, &parts);
  if (rest == nullptr) return std::nullopt;
  rest += std::strspn(rest, ".,0123456789");
  if (*rest == '\0') {
    parts.tm_isdst = -1;
    return valid_time(std::mktime(&parts));
  }
  rest = ::strptime(rest, " %z", &parts);
  const auto offset = parts.tm_gmtoff;
  return rest != nullptr && *rest == '\0' ? valid_time(::timegm(&parts) - offset) : std::nullopt;
}

std::optional<base::Seconds> time_of(const std::string& text) {
  const auto is_of_number = [](char c) { return base::is_digit(c) || c == '.'; };
  if (std::ranges::all_of(text, is_of_number)) return time_of_number(text);
  for (const auto* const form : {"%d/%b/%Y:%T", "%Y-%m-%dT%T", "%Y-%m-%d %T", "%Y/%m/%d %T"}) {
    if (const auto time = time_in_form(text, form)) return time;
  }
  return std::nullopt;
}

/// Zero where none was sent: "-", "000" of CloudFront, "-1" of HAProxy and Vercel.
std::optional<std::int64_t> status_of(std::string_view text) {
  if (text.empty() || text == "-") return 0;
  const auto number = base::whole_number<std::int64_t>(text);
  if (!number || *number < -1 || *number > 999 || (*number > 0 && *number < 100)) return std::nullopt;
  return std::max<std::int64_t>(*number, 0);
}

/// Without the query, and without the host of an absolute target.
std::string path_of(std::string_view target) {
  target = target.substr(0, target.find_first_of("?#"));
  if (const auto scheme = target.find("://"); scheme != std::string_view::npos && !target.starts_with('/')) {
    target.remove_prefix(std::min(target.find('/', scheme + 3), target.size()));
  }
  return std::string(target.empty() ? "/" : target);
}

}  // namespace

bool set_request_line(RequestTexts& texts, std::string_view line) {
  const auto method_end = line.find(' ');
  const auto target_end = line.rfind(" HTTP/");
  if (target_end == std::string_view::npos || target_end <= method_end) return false;
  texts.method = line.substr(0, method_end);
  texts.target = line.substr(method_end + 1, target_end - method_end - 1);
  return !texts.method.empty() && std::ranges::all_of(texts.method, base::is_token_character);
}

LogLine visit_of(const RequestTexts& texts, const LogForm& form) {
  const auto time = time_of(texts.time);
  const auto status = status_of(texts.status);
  if (!time || !status || texts.method.empty() || texts.target.empty()) return NoVisit::damaged;
  Visit visit;
  visit.time = *time;
  visit.method = texts.method;
  visit.path = path_of(texts.target);
  visit.status = *status;
  if (texts.user_agent != "-") visit.user_agent = texts.user_agent;
  visit.form = &form;
  visit.peer = texts.peer.starts_with("unix:") ? base::IpAddress{} : http::parse_node(texts.peer);
  visit.forwarded = texts.forwarded;
  return visit;
}

}  // namespace agent_access::tools
