#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/content/text_form.hpp"
#include "tools/import/foreign_text.hpp"

namespace agent_access::tools {

namespace {

constexpr auto kOpen = std::to_array<std::string_view>({"present",     "current", "currently", "now",        "today",
                                                        "ongoing",     "to date", "till date", "heute",      "aktuell",
                                                        "aujourd'hui", "actuel",  "presente",  "actualidad", "atual",
                                                        "oggi",        "heden",   "至今",      "现在",       "現在"});
constexpr auto kStatus = std::to_array<std::string_view>(
    {"accepted",    "forthcoming",   "in preparation", "in press",    "in print",     "in progress",    "in review",
     "in revision", "inpress",       "submitted",      "to appear",   "under review", "under revision", "unpublished",
     "im druck",    "im erscheinen", "à paraître",     "sous presse", "en prensa",    "in stampa"});
/// Words beside a year that make it less exact.
constexpr auto kVague = std::to_array<std::string_view>(
    {"about",  "autumn", "c",      "ca",       "circa",     "early", "fall",    "late",  "mid", "q1",
     "q2",     "q3",     "q4",     "spring",   "summer",    "st",    "nd",      "rd",    "th",  "er",
     "winter", "sommer", "herbst", "frühjahr", "printemps", "été",   "automne", "hiver", "年"});
/// How the names of each month begin, in the languages of the pages.
constexpr std::array<std::string_view, 12> kMonths = {
    "jan gen ene", "feb fév", "mar mär mrz",     "apr avr abr", "may mai mag maj", "jun juin giu", "jul juil lug",
    "aug aoû ago", "sep set", "oct okt ott out", "nov",         "dec dez dic déc"};

/// 1 to 12; 0 for another word. The longer beginning decides: "juin" and "juil" before "jui".
std::size_t month_of(std::string_view word) {
  if (word.size() < 3) return 0;
  for (std::size_t i = 0; i < kMonths.size(); ++i) {
    for (auto rest = kMonths[i]; !rest.empty();) {
      const auto end = std::min(rest.find(' '), rest.size());
      if (word.starts_with(rest.substr(0, end))) return i + 1;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return 0;
}

bool is_separator(char c) noexcept { return std::string_view(" -/.,'()[]?~:\t\r\n").contains(c); }

/// Runs of digits, and runs of other characters that are no separators.
std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t i = 0; i < text.size();) {
    if (is_separator(text[i])) {
      ++i;
      continue;
    }
    const bool is_number = base::is_digit(text[i]);
    const auto begin = i;
    while (i < text.size() && !is_separator(text[i]) && base::is_digit(text[i]) == is_number) ++i;
    if (!is_number && text.substr(begin, i - begin) == "q" && i < text.size()) ++i;  // "q3"
    parts.push_back(text.substr(begin, i - begin));
  }
  return parts;
}

/// What the parts of a date say; texts of digits, without zeros that stand for "not known".
struct Found {
  std::string year = {};
  std::size_t month = 0;
  std::size_t day = 0;
};

std::size_t number_of(std::string_view digits) { return base::whole_number<std::size_t>(digits).value_or(0); }

std::optional<std::string> render(const Found& found) {
  const auto two = [](std::size_t number) { return (number < 10 ? "-0" : "-") + std::to_string(number); };
  std::string date = found.year;
  if (found.month > 0) date += two(found.month);
  if (found.month > 0 && found.day > 0) date += two(found.day);
  if (!content::is_date(date) || date < "1000") return std::nullopt;
  return date;
}

bool is_year(std::string_view part) { return part.size() == 4 && base::is_digit(part.front()); }

/// "25" is 2025, "75" is 1975, as POSIX reads years of two digits.
std::string long_year(std::string_view digits) {
  if (digits.size() != 2) return std::string(digits);
  return (digits < "69" ? "20" : "19") + std::string(digits);
}

/// Numbers only. `has_points`: the day comes before the month.
std::optional<Found> from_numbers(std::span<const std::string_view> parts, bool has_points) {
  if (parts.size() == 1 && parts[0].size() == 8) {
    return Found{std::string(parts[0].substr(0, 4)), number_of(parts[0].substr(4, 2)), number_of(parts[0].substr(6))};
  }
  if (parts.size() == 1 && parts[0].size() == 6) {
    return Found{std::string(parts[0].substr(0, 4)), number_of(parts[0].substr(4))};
  }
  if (std::ranges::count_if(parts, is_year) != 1 || parts.size() > 3) return std::nullopt;
  if (is_year(parts[0])) {
    return Found{std::string(parts[0]), parts.size() > 1 ? number_of(parts[1]) : 0,
                 parts.size() > 2 ? number_of(parts[2]) : 0};
  }
  if (!is_year(parts.back())) return std::nullopt;
  if (parts.size() == 2) return Found{std::string(parts[1]), number_of(parts[0])};
  const auto first = number_of(parts[0]);
  const auto second = number_of(parts[1]);
  const std::string year(parts[2]);
  if (first == second || has_points || first > 12) return Found{year, second, first};
  if (second > 12) return Found{year, first, second};
  return std::nullopt;
}

/// With the name of a month, or with a vague word.
std::optional<Found> from_words(std::span<const std::string_view> parts) {
  Found found;
  std::vector<std::string_view> numbers;
  for (const auto part : parts) {
    const auto month = month_of(part);
    if (base::is_digit(part.front())) {
      numbers.push_back(part);
    } else if (month > 0 && found.month == 0) {
      found.month = month;
    } else if (std::ranges::find(kVague, part) == kVague.end() && part != "de" && part != "of" && part != "月") {
      return std::nullopt;
    }
  }
  const auto year = std::ranges::find_if(numbers, is_year);
  if (year != numbers.end()) {
    found.year = *year;
    numbers.erase(year);
  } else if (!numbers.empty() && found.month > 0) {
    found.year = long_year(numbers.back());
    numbers.pop_back();
  }
  if (numbers.size() > 1 || found.year.size() != 4) return std::nullopt;
  // "2020年3月"
  if (!numbers.empty() && found.month == 0)
    found.month = number_of(numbers[0]);
  else if (!numbers.empty())
    found.day = number_of(numbers[0]);
  return found;
}

}  // namespace

std::optional<ForeignDate> read_date(std::string_view given) {
  const auto text = base::lower_case(base::trim_white_space(given));
  if (text.size() > 40) return std::nullopt;
  if (std::ranges::find(kOpen, text) != kOpen.end()) return ForeignDate{.is_open = true};
  if (std::ranges::find(kStatus, text) != kStatus.end()) {
    return ForeignDate{.status = text == "inpress" ? "in press" : text};
  }
  std::string_view day = text;
  if (day.size() > 10 && (day[10] == 't' || day[10] == ' ') && is_year(day.substr(0, 4))) day = day.substr(0, 10);
  const auto parts = parts_of(day);
  if (parts.empty()) return std::nullopt;
  const bool has_words = std::ranges::any_of(parts, [](auto part) { return !base::is_digit(part.front()); });
  const auto found = has_words ? from_words(parts) : from_numbers(parts, day.contains('.'));
  const auto date = found ? render(*found) : std::nullopt;
  if (!date) return std::nullopt;
  return ForeignDate{.date = *date};
}

}  // namespace agent_access::tools
