#include "tools/visits/visit.hpp"

#include <algorithm>
#include <array>
#include <chrono>
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

constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";

/// Y, M, D, h, m and s are digits of these parts, BBB is the month's name, and all else stands for itself.
constexpr std::array<std::string_view, 4> kTimeForms{"DD/BBB/YYYY:hh:mm:ss", "YYYY-MM-DDThh:mm:ss",
                                                     "YYYY-MM-DD hh:mm:ss", "YYYY/MM/DD hh:mm:ss"};

int* part_of(std::tm& parts, char letter) noexcept {
  switch (letter) {
    case 'Y': return &parts.tm_year;
    case 'M': return &parts.tm_mon;
    case 'D': return &parts.tm_mday;
    case 'h': return &parts.tm_hour;
    case 'm': return &parts.tm_min;
    case 's': return &parts.tm_sec;
    default: return nullptr;
  }
}

/// The parts at the beginning of the text, if it has this form and they are a time.
std::optional<std::tm> parts_in_form(std::string_view text, std::string_view form) {
  if (text.size() < form.size()) return std::nullopt;
  std::tm parts{};
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] == 'B') continue;
    int* const part = part_of(parts, form[i]);
    if (part == nullptr ? text[i] != form[i] : !base::is_digit(text[i])) return std::nullopt;
    if (part != nullptr) *part = *part * 10 + (text[i] - '0');
  }
  if (const auto name = form.find('B'); name != std::string_view::npos) {
    const auto at = kMonths.find(text.substr(name, 3));
    if (at == std::string_view::npos || at % 3 != 0) return std::nullopt;
    parts.tm_mon = static_cast<int>(at / 3) + 1;
  }
  const std::chrono::year_month_day date{std::chrono::year{parts.tm_year},
                                         std::chrono::month{static_cast<unsigned>(parts.tm_mon)},
                                         std::chrono::day{static_cast<unsigned>(parts.tm_mday)}};
  if (!date.ok() || parts.tm_hour > 23 || parts.tm_min > 59 || parts.tm_sec > 60) return std::nullopt;
  parts.tm_year -= 1900;
  parts.tm_mon -= 1;
  parts.tm_isdst = -1;
  return parts;
}

/// "Z", "+0130", "+01:30" or "+01" in seconds.
std::optional<std::int64_t> offset_of(std::string_view text) {
  if (text == "Z") return 0;
  if (text.size() < 3 || (text.front() != '+' && text.front() != '-')) return std::nullopt;
  std::string_view minutes = text.substr(3);
  if (minutes.starts_with(':')) minutes.remove_prefix(1);
  const auto hour = base::whole_number<unsigned>(text.substr(1, 2));
  const auto minute = minutes.empty() ? std::optional(0U) : base::whole_number<unsigned>(minutes);
  if (!hour || !minute || *hour > 14 || *minute > 59 || (!minutes.empty() && minutes.size() != 2)) return std::nullopt;
  const auto seconds = std::int64_t{*hour} * 3600 + std::int64_t{*minute} * 60;
  return text.front() == '-' ? -seconds : seconds;
}

/// With a fraction or without, and with an offset or of this machine's zone.
std::optional<base::Seconds> time_in_form(std::string_view text, std::string_view form) {
  auto parts = parts_in_form(text, form);
  if (!parts) return std::nullopt;
  std::string_view rest = text.substr(form.size());
  rest.remove_prefix(std::min(rest.find_first_not_of(".,0123456789"), rest.size()));
  if (rest.empty()) return valid_time(std::mktime(&*parts));
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  const auto offset = offset_of(rest);
  return offset ? valid_time(::timegm(&*parts) - *offset) : std::nullopt;
}

std::optional<base::Seconds> time_of(std::string_view text) {
  const auto is_of_number = [](char c) { return base::is_digit(c) || c == '.'; };
  if (std::ranges::all_of(text, is_of_number)) return time_of_number(text);
  for (const std::string_view form : kTimeForms) {
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
