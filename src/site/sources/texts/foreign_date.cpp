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

constexpr std::size_t kLongestDate = 40;
constexpr std::size_t kYearDigits = 4;
constexpr std::size_t kDayDigits = 10;  ///< of "2020-05-01"

constexpr std::string_view kOpen =
    "present|current|currently|now|today|ongoing|to date|till date|heute|aktuell|aujourd'hui|aujourd’hui|actuel|"
    "présent|à ce jour|en cours|presente|actualidad|en curso|attuale|attualmente|in corso|atual|atualmente|oggi|heden|"
    "至今|今|现在|現在";
constexpr std::string_view kStatus =
    "accepted|forthcoming|in preparation|in prep|in press|in print|in progress|in review|in revision|inpress|"
    "submitted|to appear|under review|under revision|unpublished|im druck|im erscheinen|à paraître|sous presse|en "
    "prensa|"
    "in stampa";
/// Words of terms and seasons, which may be of two years: "WS 2011/12".
constexpr std::string_view kTerms =
    "autumn ay fall semester spring summer term winter frühjahr frühjahrssemester fs herbst herbstsemester hs sommer "
    "sommersemester sose ss wintersemester wise ws automne hiver printemps été invierno otoño primavera verano "
    "autunno estate inverno outono verão herfst lente zomer";
/// Other words beside a year that make it less exact, or say nothing.
constexpr std::string_view kVague = "about c ca circa early late mid q1 q2 q3 q4 st nd rd th er de of 年 月 日";
/// How the names of each month begin, in the languages of the pages.
constexpr std::array<std::string_view, 12> kMonths = {"jan jän gen ene",
                                                      "feb fév fev",
                                                      "mar mär mrz mrt maa",
                                                      "apr avr abr",
                                                      "may mai mag maj mei",
                                                      "jun juin giu",
                                                      "jul juil lug",
                                                      "aug aoû ago",
                                                      "sep set",
                                                      "oct okt ott out",
                                                      "nov",
                                                      "dec dez dic déc"};

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

/// Leaves out which term of its year one is: "semester 2 2019", "2019-2". Two digits behind the year tell more.
void drop_number_of_term(std::vector<std::string_view>& numbers) {
  numbers.erase(numbers.begin(), std::ranges::find_if(numbers, is_year));
  std::erase_if(numbers, [](std::string_view number) { return number.size() == 1; });
}

/// `has_points`: the day stands before the month.
std::string date_of(std::string_view text, bool has_points) {
  std::vector<std::string_view> numbers;
  std::size_t month = 0;
  bool has_term = false;
  for (const auto part : date_parts(text)) {
    if (base::is_digit(part.front())) {
      numbers.push_back(part);
    } else if (has_word(kTerms, part)) {
      has_term = true;
    } else if (const auto found = month_number(part); found > 0 && month == 0) {
      month = found;
    } else if (!has_word(kVague, part)) {
      return {};
    }
  }
  if (has_term && month == 0) drop_number_of_term(numbers);
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

/// Whether the text, behind a day, is a time of it: "t00:00:00z", " 10:00:00 +0100". A second day is none.
bool is_time_behind_day(std::string_view text) {
  constexpr std::string_view kCharacters = "0123456789:.,+- acdegmpstuz";
  const bool is_clock =
      text.size() > 3 && base::is_digit(text[1]) && (text[0] == 't' || (text[0] == ' ' && text[3] == ':'));
  return is_clock && text.find_first_not_of(kCharacters) == std::string_view::npos && !text.contains(" - ");
}

/// "2020-03-01 10h"
bool has_text_behind_day(std::string_view text) {
  return digits_at(text) == kYearDigits && text.size() > kDayDigits && text[kDayDigits] == ' ';
}

/// The two years of "ws 2011/12", "ay 2009-10" and "1st term 2011/12", which name no month.
std::optional<ForeignPeriod> read_term(std::string_view text) {
  if (text.size() > kLongestDate) return std::nullopt;
  bool has_term = false;
  std::vector<std::string_view> numbers;
  for (const auto part : date_parts(text)) {
    const bool is_number = base::is_digit(part.front());
    if (is_number) numbers.push_back(part);
    has_term = has_term || has_word(kTerms, part);
    if (!is_number && !has_word(kTerms, part) && !has_word(kVague, part)) return std::nullopt;
  }
  drop_number_of_term(numbers);
  if (!has_term || numbers.size() != 2 || !is_year(numbers[0]) || numbers[1].size() != 2) return std::nullopt;
  const auto next = number_of(numbers[0]) + 1;
  if (next % 100 != number_of(numbers[1])) return std::nullopt;
  ForeignPeriod term{.from = date_of_numbers(numbers[0], 0, 0), .until = date_of_numbers(std::to_string(next), 0, 0)};
  if (term.from.empty() || term.until.empty()) return std::nullopt;
  return term;
}

/// An end of a period: a term, or a date twice. Both are empty if it is open.
std::optional<ForeignPeriod> read_end(std::string_view text) {
  if (auto term = read_term(text)) return term;
  const auto date = read_date(text);
  if (!date || (date->date.empty() && !date->is_open)) return std::nullopt;
  return ForeignPeriod{.from = date->date, .until = date->date};
}

/// What one end of a period names.
struct EndParts {
  std::size_t numbers = 0;
  std::string month = {};
  std::string year = {};
};

EndParts parts_of_end(std::string_view text) {
  EndParts parts;
  for (const auto part : date_parts(text)) {
    if (base::is_digit(part.front())) ++parts.numbers;
    if (is_year(part)) parts.year = part;
    if (parts.month.empty() && month_number(part) > 0) parts.month = part;
  }
  return parts;
}

/// Gives both ends what is written only once: "jun 15 - aug 20, 2022", "june 10-12, 2018", "1-5 june 2018". False if
/// nothing is missing, or it cannot be told: "1-5-2018".
bool complete_ends(std::string& from, std::string& until) {
  const auto first = parts_of_end(from);
  const auto last = parts_of_end(until);
  const bool has_month = !first.month.empty() || !last.month.empty();
  const bool is_shorter = first.year.empty() && !last.year.empty() && first.numbers + 1 == last.numbers;
  if (from.empty() || !is_shorter || (first.numbers == 1 && !has_month)) return false;
  if (last.month.empty() && !first.month.empty()) until = first.month + " " + until;
  if (first.month.empty() && first.numbers == 1) from += " " + last.month;
  from += " " + last.year;
  return true;
}

/// "20" behind 2019 is 2020, "02" behind 1998 is 2002.
std::string whole_year(std::string_view start, std::string_view digits) {
  constexpr std::size_t kHalf = 50;
  const auto year = number_of(start.substr(0, kYearDigits));
  const bool is_next_century = year % 100 >= kHalf && number_of(digits) < kHalf;
  return std::to_string(year - year % 100 + number_of(digits) + (is_next_century ? 100 : 0));
}

std::optional<ForeignPeriod> period_between(std::string_view first, std::string_view last) {
  std::string from(base::trim_white_space(first));
  std::string until(base::trim_white_space(last));
  const bool is_completed = complete_ends(from, until);
  const auto start = read_end(from);
  if (!start || start->from.empty()) return std::nullopt;
  if (until.empty()) return ForeignPeriod{.from = start->from};
  const bool is_short = until.size() == 2 && std::ranges::all_of(until, base::is_digit);
  const auto end = read_end(is_short ? whole_year(start->from, until) : until);
  // "Dec 28 - Jan 3, 2019" has a year that is not written.
  if (!end || (is_completed && end->until < start->from)) return std::nullopt;
  return ForeignPeriod{.from = start->from, .until = end->until};
}

std::optional<ForeignDate> read_member(std::string_view given, std::string ForeignPeriod::* end) {
  if (auto date = read_date(given)) return date;
  const auto text = base::lower_case(base::trim_white_space(given));
  auto period = read_term(text);
  if (!period && has_text_behind_day(text)) {
    period = read_period(text);
    if (!period) period = read_period(std::string_view(text).substr(0, kDayDigits));
  }
  if (!period || ((*period).*end).empty()) return std::nullopt;
  return ForeignDate{.date = (*period).*end};
}

}  // namespace

std::optional<ForeignDate> read_date(std::string_view given) {
  const auto text = base::lower_case(base::trim_white_space(given));
  if (text.size() > kLongestDate) return std::nullopt;
  if (has_word(kOpen, text, '|')) return ForeignDate{.is_open = true};
  if (has_word(kStatus, text, '|')) return ForeignDate{.status = text == "inpress" ? "in press" : text};
  std::string_view day = text;
  if (digits_at(day) == kYearDigits && is_time_behind_day(day.substr(std::min(kDayDigits, day.size())))) {
    day = day.substr(0, kDayDigits);
  }
  auto date = read_term(day) ? std::string() : date_of(day, day.contains('.'));
  if (date.empty()) return std::nullopt;
  return ForeignDate{.date = std::move(date)};
}

std::optional<ForeignPeriod> read_period(std::string_view given) {
  constexpr auto kSeparators =
      std::to_array<std::string_view>({" - ", " – ", " — ", "---", "--", "–", "—", "~", "〜", "～", " to ", " until ",
                                       " bis ", " à ", " al ", " tot ", "至", "-", "/"});
  constexpr auto kSince = std::to_array<std::string_view>(
      {"since ", "from ", "seit ", "ab ", "depuis ", "dès ", "desde ", "dal ", "sinds ", "vanaf "});
  const auto lower = base::lower_case(base::trim_white_space(given));
  if (lower.size() > 3 * kLongestDate) return std::nullopt;
  const bool is_open = lower.ends_with('-') || lower.ends_with("–");
  if (auto whole = read_end(lower); whole && !whole->from.empty() && !is_open) return whole;
  std::string_view text = lower;
  const auto* const since = std::ranges::find_if(kSince, [&](std::string_view word) { return text.starts_with(word); });
  if (since != kSince.end()) text.remove_prefix(since->size());
  for (const auto separator : kSeparators) {
    const auto at = text.find(separator);
    if (at == std::string_view::npos) continue;
    if (auto period = period_between(text.substr(0, at), text.substr(at + separator.size()))) return period;
  }
  const auto start = since == kSince.end() ? std::nullopt : read_end(text);
  if (!start || start->from.empty()) return std::nullopt;
  return ForeignPeriod{.from = start->from};
}

std::optional<ForeignDate> read_start(std::string_view text) { return read_member(text, &ForeignPeriod::from); }

std::optional<ForeignDate> read_last(std::string_view text) { return read_member(text, &ForeignPeriod::until); }

std::optional<ForeignDate> read_work_date(std::string_view given) {
  constexpr std::size_t kLongest = 200;
  auto text = base::lower_case(base::trim_white_space(given.substr(0, kLongest)));
  while (!text.empty() && std::string_view("?~%").contains(text.back())) text.pop_back();
  if (auto date = read_date(text); date && !date->is_open) return date;
  ForeignDate date{.date = date_of_ris(text)};
  if (date.date.empty()) {
    const auto end = has_text_behind_day(text) ? kDayDigits : text.find('/');
    const auto first = read_date(std::string_view(text).substr(0, end));
    date.date = first && !first->date.empty() ? first->date : year_in(text);
  }
  date.status = status_in(text);
  if (date.date.empty() && date.status.empty()) return std::nullopt;
  return date;
}

std::string with_month(const std::string& year, std::string_view month, std::string_view day) {
  if (year.size() != kYearDigits) return year;
  std::size_t named = 0;
  bool is_other = false;
  std::vector<std::size_t> numbers;
  const auto text = base::lower_case(month);
  for (const auto part : date_parts(text)) {
    if (!base::is_digit(part.front())) {
      if (named == 0) named = month_number(part);
      is_other = is_other || (month_number(part) == 0 && base::is_letter(part.front()) && part.size() > 2);
    } else if (part.size() <= 2) {
      numbers.push_back(base::whole_number<std::size_t>(part).value_or(0));
    }
  }
  // "2nd Quarter" is no month.
  if (named == 0 && (numbers.empty() || is_other)) return year;
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
