#include "site/sources/texts/foreign_date.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "site/content/text_form.hpp"
#include "site/sources/texts/foreign_text.hpp"

namespace agent_access::sources {
namespace {

constexpr std::string_view kOpen =
    "present|current|currently|now|today|ongoing|to date|till date|heute|aktuell|aujourd'hui|actuel|presente|"
    "actualidad|atual|oggi|heden|至今|现在|現在";
constexpr std::string_view kStatus =
    "accepted|forthcoming|in preparation|in prep|in press|in print|in progress|in review|in revision|inpress|"
    "submitted|to appear|under review|under revision|unpublished|im druck|im erscheinen|à paraître|sous presse|en "
    "prensa|"
    "in stampa";
/// Words beside a year that make it less exact, or say nothing.
constexpr std::string_view kVague =
    "about autumn ay c ca circa early fall late mid q1 q2 q3 q4 spring summer st nd rd th er winter sommer herbst "
    "sose ss wise ws "
    "frühjahr printemps été automne hiver de of 年 月 日";
/// How the names of each month begin, in the languages of the pages.
constexpr std::array<std::string_view, 12> kMonths = {
    "jan gen ene", "feb fév", "mar mär mrz maa", "apr avr abr", "may mai mag maj mei", "jun juin giu", "jul juil lug",
    "aug aoû ago", "sep set", "oct okt ott out", "nov",         "dec dez dic déc"};

bool is_year(std::string_view part) { return part.size() == 4 && base::is_digit(part.front()); }

std::size_t number_of(std::string_view digits) { return base::whole_number<std::size_t>(digits).value_or(0); }

/// 1 to 12, of a word in a language of the pages, whole or shortened; 0 for another word.
std::size_t month_number(std::string_view word) {
  for (std::size_t i = 0; word.size() >= 3 && i < kMonths.size(); ++i) {
    for (const auto& beginning : words_in(kMonths[i], ' ')) {
      if (word.starts_with(beginning)) return i + 1;
    }
  }
  return 0;
}

/// Runs of digits, and runs of other characters that are not separators.
std::vector<std::string_view> date_parts(std::string_view text) {
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

/// "2020-05-01"; zeros stand for what is not known. Empty if there is no such date, or it is before the year 1000.
std::string date_of_numbers(std::string_view year, std::size_t month, std::size_t day) {
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
  for (const auto part : date_parts(text)) {
    if (base::is_digit(part.front())) {
      numbers.push_back(part);
    } else if (const auto found = month_number(part); found > 0 && month == 0) {
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
  if (month > 0) return numbers.size() < 2 ? date_of_numbers(year, month, first) : std::string();
  if (is_first || numbers.size() < 2) return date_of_numbers(year, first, second);
  if (first == second || has_points || first > 12) return date_of_numbers(year, second, first);
  return second > 12 ? date_of_numbers(year, first, second) : std::string();
}

constexpr std::size_t kYearDigits = 4;

std::size_t digits_at(std::string_view text) noexcept {
  std::size_t size = 0;
  while (size < text.size() && base::is_digit(text[size])) ++size;
  return size;
}

/// The first number of four digits from 1000 to 2999.
std::string year_in(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t size = digits_at(text.substr(i));
    if (size == kYearDigits && (text[i] == '1' || text[i] == '2')) return std::string(text.substr(i, size));
    i += size;
  }
  return {};
}

/// The most exact date that exists.
std::string date_up_to(std::string_view year, std::size_t month, std::size_t day) {
  auto date = date_of_numbers(year, month, day);
  if (date.empty()) date = date_of_numbers(year, month, 0);
  return date.empty() ? date_of_numbers(year, 0, 0) : date;
}

/// "2018/05/29/online", as RIS has it: year, month and day, and further information.
std::string date_of_ris(std::string_view text) {
  if (digits_at(text) != kYearDigits) return {};
  const auto year = text.substr(0, kYearDigits);
  std::array<std::size_t, 2> numbers{};
  text.remove_prefix(kYearDigits);
  for (auto& number : numbers) {
    const auto part = text.starts_with('/') ? text.substr(1, digits_at(text.substr(1))) : std::string_view();
    if (part.size() > 2) break;
    number = base::whole_number<std::size_t>(part).value_or(0);
    text.remove_prefix(text.starts_with('/') ? 1 + part.size() : 0);
  }
  return text.empty() || text.starts_with('/') ? date_up_to(year, numbers[0], numbers[1]) : std::string();
}

}  // namespace

std::optional<ForeignDate> read_date(std::string_view given) {
  const auto text = base::lower_case(base::trim_white_space(given));
  if (text.size() > 40) return std::nullopt;
  if (has_word(kOpen, text, '|')) return ForeignDate{.is_open = true};
  if (has_word(kStatus, text, '|')) return ForeignDate{.status = text == "inpress" ? "in press" : text};
  std::string_view day = text;
  const bool has_time = day.size() > 10 && (day[10] == 't' || day[10] == ' ');
  if (has_time && std::ranges::all_of(day.substr(0, 4), base::is_digit)) day = day.substr(0, 10);
  auto date = date_of(day, day.contains('.'));
  if (date.empty()) return std::nullopt;
  return ForeignDate{.date = std::move(date)};
}

std::optional<ForeignPeriod> read_period(std::string_view given) {
  constexpr auto kSeparators =
      std::to_array<std::string_view>({" - ", " – ", " — ", "---", "--", "–", "—", "~", "〜", " to ", " until ",
                                       " bis ", " à ", " al ", " tot ", "至", "-", "/"});
  constexpr auto kSince =
      std::to_array<std::string_view>({"since ", "from ", "seit ", "ab ", "depuis ", "desde ", "dal "});
  const auto lower = base::lower_case(base::trim_white_space(given));
  const bool is_open = lower.ends_with('-') || lower.ends_with("–");
  if (const auto date = read_date(lower); date && !date->date.empty() && !is_open) {
    return ForeignPeriod{.from = date->date, .until = date->date};
  }
  std::string_view text = lower;
  const auto* const since = std::ranges::find_if(kSince, [&](std::string_view word) { return text.starts_with(word); });
  if (since != kSince.end()) text.remove_prefix(since->size());
  for (const auto separator : kSeparators) {
    const auto at = text.find(separator);
    if (at == std::string_view::npos) continue;
    const auto from = read_date(text.substr(0, at));
    std::string end(base::trim_white_space(text.substr(at + separator.size())));
    // "2019/20"
    const bool is_short = end.size() == 2 && std::ranges::all_of(end, base::is_digit);
    if (is_short && from) end.insert(0, from->date.substr(0, 2));
    const auto until = end.empty() ? ForeignDate{.is_open = true} : read_date(end).value_or(ForeignDate());
    if (!from || from->date.empty() || (until.date.empty() && !until.is_open)) continue;
    return ForeignPeriod{.from = from->date, .until = until.date};
  }
  const auto date = since == kSince.end() ? std::nullopt : read_date(text);
  if (!date || date->date.empty()) return std::nullopt;
  return ForeignPeriod{.from = date->date};
}

std::optional<ForeignDate> read_work_date(std::string_view given) {
  constexpr std::size_t kLongest = 200;
  auto text = base::lower_case(base::trim_white_space(given.substr(0, kLongest)));
  while (!text.empty() && std::string_view("?~%").contains(text.back())) text.pop_back();
  if (auto date = read_date(text); date && !date->is_open) return date;
  ForeignDate date{.date = date_of_ris(text)};
  if (date.date.empty()) {
    const auto first = read_date(std::string_view(text).substr(0, text.find('/')));
    date.date = first && !first->date.empty() ? first->date : year_in(text);
  }
  date.status = status_in(text);
  if (date.date.empty() && date.status.empty()) return std::nullopt;
  return date;
}

std::string with_month(const std::string& year, std::string_view month, std::string_view day) {
  if (year.size() != kYearDigits) return year;
  std::size_t named = 0;
  std::vector<std::size_t> numbers;
  const auto text = base::lower_case(month);
  for (const auto part : date_parts(text)) {
    if (!base::is_digit(part.front())) {
      if (named == 0) named = month_number(part);
    } else if (part.size() <= 2) {
      numbers.push_back(base::whole_number<std::size_t>(part).value_or(0));
    }
  }
  if (named == 0 && numbers.empty()) return year;
  // "June 3–5" has two days.
  const auto only = named > 0 && numbers.size() == 1 ? numbers.front() : 0;
  return date_up_to(year, named > 0 ? named : numbers.front(), base::whole_number<std::size_t>(day).value_or(only));
}

std::string status_in(std::string_view text) {
  for (const auto& status : words_in(kStatus, '|')) {
    const auto at = text.find(status);
    if (at == std::string_view::npos) continue;
    const auto behind = text.substr(at + status.size());
    const bool is_whole = behind.empty() || !base::is_letter(behind.front());  // "in preprint" is no "in prep"
    if (is_whole) return status == "inpress" ? "in press" : status;
  }
  return {};
}

}  // namespace agent_access::sources
