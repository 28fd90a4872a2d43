#include "site/sources/foreign_date.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/content/text_form.hpp"
#include "site/sources/foreign_text.hpp"

namespace agent_access::sources {
namespace {

constexpr std::string_view kOpen =
    "present|current|currently|now|today|ongoing|to date|till date|heute|aktuell|aujourd'hui|actuel|presente|"
    "actualidad|atual|oggi|heden|至今|现在|現在";
constexpr std::string_view kStatus =
    "accepted|forthcoming|in preparation|in press|in print|in progress|in review|in revision|inpress|submitted|"
    "to appear|under review|under revision|unpublished|im druck|im erscheinen|à paraître|sous presse|en prensa|"
    "in stampa";
/// Words beside a year that make it less exact, or say nothing.
constexpr std::string_view kVague =
    "about autumn c ca circa early fall late mid q1 q2 q3 q4 spring summer st nd rd th er winter sommer herbst "
    "frühjahr printemps été automne hiver de of 年 月 日";
/// How the names of each month begin, in the languages of the pages.
constexpr std::array<std::string_view, 12> kMonths = {
    "jan gen ene", "feb fév", "mar mär mrz",     "apr avr abr", "may mai mag maj", "jun juin giu", "jul juil lug",
    "aug aoû ago", "sep set", "oct okt ott out", "nov",         "dec dez dic déc"};

/// 1 to 12; 0 for another word.
std::size_t month_of(std::string_view word) {
  for (std::size_t i = 0; word.size() >= 3 && i < kMonths.size(); ++i) {
    for (const auto& beginning : words_in(kMonths[i], ' ')) {
      if (word.starts_with(beginning)) return i + 1;
    }
  }
  return 0;
}

/// Runs of digits, and runs of other characters that are not separators.
std::vector<std::string_view> parts_of(std::string_view text) {
  constexpr std::string_view kSeparators = " -/.,'()[]?~:\t\r\n";
  std::vector<std::string_view> parts;
  for (std::size_t i = 0; i < text.size();) {
    const auto begin = i++;
    if (kSeparators.contains(text[begin])) continue;
    const bool is_number = base::is_digit(text[begin]);
    const bool is_quarter = text[begin] == 'q' && i < text.size() && base::is_digit(text[i]);
    while (i < text.size() && !is_quarter && !kSeparators.contains(text[i]) && base::is_digit(text[i]) == is_number)
      ++i;
    parts.push_back(text.substr(begin, i + (is_quarter ? 1 : 0) - begin));
    i = begin + parts.back().size();
  }
  return parts;
}

bool is_year(std::string_view part) { return part.size() == 4 && base::is_digit(part.front()); }

std::size_t number_of(std::string_view digits) { return base::whole_number<std::size_t>(digits).value_or(0); }

/// Zeros stand for "not known". Empty if there is no such date.
std::string date_text(std::string_view year, std::size_t month, std::size_t day) {
  const auto two = [](std::size_t number) { return (number < 10 ? "-0" : "-") + std::to_string(number); };
  std::string date(year);
  if (month > 0) date += two(month);
  if (month > 0 && day > 0) date += two(day);
  return content::is_date(date) && date >= "1000" ? date : std::string();
}

/// `has_points`: the day stands before the month.
std::string date_of(std::string_view text, bool has_points) {
  std::vector<std::string_view> numbers;
  std::size_t month = 0;
  for (const auto part : parts_of(text)) {
    if (base::is_digit(part.front())) {
      numbers.push_back(part);
    } else if (const auto found = month_of(part); found > 0 && month == 0) {
      month = found;
    } else if (!has_word(kVague, part)) {
      return {};
    }
  }
  if (numbers.empty() || numbers.size() > 3) return {};
  const bool is_packed =
      numbers.size() == 1 && (text.size() == 8 || text.size() == 6) && numbers[0].size() == text.size();
  if (is_packed) numbers = {text.substr(0, 4), text.substr(4, 2), text.substr(6)};
  std::string year;
  const bool is_first = is_year(numbers.front());
  if (std::ranges::count_if(numbers, is_year) == 1 && (is_first || is_year(numbers.back()))) {
    year = is_first ? numbers.front() : numbers.back();
  } else if (month > 0 && numbers.back().size() == 2) {
    // As POSIX reads years of two digits.
    year = (numbers.back() < "69" ? "20" : "19") + std::string(numbers.back());
  }
  if (year.empty()) return {};
  numbers.erase(is_first ? numbers.begin() : numbers.end() - 1);
  const auto first = numbers.empty() ? 0 : number_of(numbers[0]);
  const auto second = numbers.size() < 2 ? 0 : number_of(numbers[1]);
  if (month > 0) return numbers.size() < 2 ? date_text(year, month, first) : std::string();
  if (is_first || numbers.size() < 2) return date_text(year, first, second);
  if (first == second || has_points || first > 12) return date_text(year, second, first);
  return second > 12 ? date_text(year, first, second) : std::string();
}

}  // namespace

std::optional<ForeignDate> read_date(std::string_view given) {
  const auto text = base::lower_case(base::trim_white_space(given));
  if (text.size() > 40) return std::nullopt;
  if (has_word(kOpen, text, '|')) return ForeignDate{.is_open = true};
  if (has_word(kStatus, text, '|')) return ForeignDate{.status = text == "inpress" ? "in press" : text};
  std::string_view day = text;
  if (day.size() > 10 && (day[10] == 't' || day[10] == ' ') && is_year(day.substr(0, 4))) day = day.substr(0, 10);
  auto date = date_of(day, day.contains('.'));
  if (date.empty()) return std::nullopt;
  return ForeignDate{.date = std::move(date)};
}

}  // namespace agent_access::sources
