#include "app/text/value_text.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/utc_time.hpp"

namespace agent_access::app {
namespace {

struct Suffixed {
  std::string_view suffix;
  std::int64_t factor;
};

constexpr std::array kDurationUnits{Suffixed{"d", 86'400'000}, Suffixed{"h", 3'600'000}, Suffixed{"m", 60'000},
                                    Suffixed{"s", 1'000}, Suffixed{"ms", 1}};
constexpr std::array kSizeUnits{Suffixed{"MiB", 1024L * 1024}, Suffixed{"KiB", 1024}, Suffixed{"", 1}};

std::optional<std::int64_t> parse_with_unit(std::string_view text, std::span<const Suffixed> units) noexcept {
  const auto digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto number = parse_number(text.substr(0, digits));
  if (!number) return std::nullopt;
  const auto unit = std::ranges::find(units, text.substr(digits), &Suffixed::suffix);
  if (unit == units.end()) return std::nullopt;
  if (*number > std::numeric_limits<std::int64_t>::max() / unit->factor) return std::nullopt;
  return *number * unit->factor;
}

std::string format_with_unit(std::int64_t number, std::span<const Suffixed> units) {
  for (const auto& unit : units) {
    if (number != 0 && number % unit.factor == 0) return std::to_string(number / unit.factor).append(unit.suffix);
  }
  return "0";
}

/// The number in text[at, at + length), nothing unless all of it is digits.
std::optional<int> digits_at(std::string_view text, std::size_t at, std::size_t length) noexcept {
  const auto number = parse_number(text.substr(at, length));
  if (!number) return std::nullopt;
  return static_cast<int>(*number);
}

}  // namespace

std::optional<std::int64_t> parse_number(std::string_view text) noexcept {
  return text.starts_with('-') ? std::nullopt : base::whole_number<std::int64_t>(text);
}

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) noexcept {
  const auto value = parse_with_unit(text, kDurationUnits);
  if (!value) return std::nullopt;
  return std::chrono::milliseconds{*value};
}

std::string format_duration(std::chrono::milliseconds duration) {
  if (duration.count() == 0) return "0s";
  return format_with_unit(duration.count(), kDurationUnits);
}

std::optional<std::int64_t> parse_size(std::string_view text) noexcept { return parse_with_unit(text, kSizeUnits); }

std::string format_size(std::uint64_t bytes) { return format_with_unit(static_cast<std::int64_t>(bytes), kSizeUnits); }

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> parts;
  if (base::trim(text).empty()) return parts;
  for (std::size_t start = 0; start <= text.size();) {
    const auto comma = std::min(text.find(',', start), text.size());
    parts.emplace_back(base::trim(text.substr(start, comma - start)));
    start = comma + 1;
  }
  return parts;
}

std::string format_time(base::Seconds time) {
  if (time == base::Seconds::max()) return "never";
  if (time == base::Seconds::min()) return "always";
  return std::string(base::UtcText(time).view());
}

std::optional<base::Seconds> parse_time(std::string_view text) noexcept {
  // With this bound no later sum of times and durations overflows.
  if (const auto unix_time = parse_number(text)) {
    if (*unix_time > base::kLastUtcSecond) return std::nullopt;
    return base::Seconds{std::chrono::seconds{*unix_time}};
  }
  if (text.size() != 20 || text[4] != '-' || text[7] != '-' || text[10] != 'T' || text[13] != ':' || text[16] != ':' ||
      text[19] != 'Z') {
    return std::nullopt;
  }
  const auto year = digits_at(text, 0, 4);
  const auto month = digits_at(text, 5, 2);
  const auto day = digits_at(text, 8, 2);
  const auto hour = digits_at(text, 11, 2);
  const auto minute = digits_at(text, 14, 2);
  const auto second = digits_at(text, 17, 2);
  if (!year || !month || !day || !hour || !minute || !second) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year{*year}, std::chrono::month{static_cast<unsigned>(*month)},
                                         std::chrono::day{static_cast<unsigned>(*day)}};
  if (!date.ok() || *hour > 23 || *minute > 59 || *second > 59 || *year < 1970) return std::nullopt;
  return std::chrono::sys_days{date} + std::chrono::hours{*hour} + std::chrono::minutes{*minute} +
         std::chrono::seconds{*second};
}

}  // namespace agent_access::app
