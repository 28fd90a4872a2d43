#include "tools/visits/line_prefix.hpp"

#include <algorithm>

#include "base/ascii.hpp"
#include "ops/words/log_words.hpp"

namespace agent_access::tools {
namespace {

constexpr std::size_t kLongestPrefix = 300;

/// Whether the text has the form: '9' in it is a digit, all else is itself.
bool has_form(std::string_view text, std::string_view form) noexcept {
  return std::ranges::equal(text, form,
                            [](char c, char wanted) { return wanted == '9' ? base::is_digit(c) : c == wanted; });
}

bool is_number(std::string_view text) noexcept { return !text.empty() && std::ranges::all_of(text, base::is_digit); }

/// The name of a host, a program or a process: no quotes, brackets and signs of other texts.
bool is_name(std::string_view text) noexcept {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return base::is_alphanumeric(c) || std::string_view("._-/@").contains(c);
  });
}

/// "2026-01-02T03:04:05", with a fraction, and with Z, an offset or nothing.
bool is_timestamp(std::string_view text) noexcept {
  constexpr std::string_view kSeconds = "9999-99-99T99:99:99";
  if (!has_form(text.substr(0, kSeconds.size()), kSeconds)) return false;
  text.remove_prefix(kSeconds.size());
  if (text.starts_with('.') || text.starts_with(',')) {
    text.remove_prefix(1);
    text.remove_prefix(std::min(text.find_first_not_of("0123456789"), text.size()));
  }
  if (text.starts_with('-')) return has_form(text.substr(1), "99:99") || has_form(text.substr(1), "9999");
  if (text.starts_with('+')) return has_form(text.substr(1), "99:99") || has_form(text.substr(1), "9999");
  return text.empty() || text == "Z";
}

bool is_time_of_day(std::string_view text) noexcept {
  return has_form(text.substr(0, 8), "99:99:99") && (text.size() == 8 || (text[8] == '.' && is_number(text.substr(9))));
}

bool is_month(std::string_view text) noexcept {
  constexpr std::string_view kMonths = "JanFebMarAprMayJunJulAugSepOctNovDec";
  const auto place = kMonths.find(text);
  return text.size() == 3 && place != std::string_view::npos && place % 3 == 0;
}

/// "agent-access[123]:"; without the number it could be the last word of any text, unless it is "nginx:".
bool is_tag(std::string_view text) noexcept {
  if (text == "nginx:") return true;
  const auto bracket = text.find('[');
  if (bracket == std::string_view::npos || !text.ends_with("]:")) return false;
  const auto number = text.substr(bracket + 1, text.size() - bracket - 3);
  return is_name(text.substr(0, bracket)) && is_number(number);
}

/// A level as logs write it: of this one, or in upper case.
bool is_level(std::string_view text) noexcept {
  const auto name = base::lower_case(text);
  return name == "log" || std::ranges::find(ops::kLevelNames, name) != ops::kLevelNames.end();
}

/// Reads the parts of a prefix, word by word.
class Words {
 public:
  explicit Words(std::string_view text) noexcept : rest_(text) { skip_blanks(); }

  [[nodiscard]] std::string_view rest() const noexcept { return rest_; }

  /// The next word if it is one of these.
  template <class Is>
  bool skip(Is is) noexcept {
    const auto word = next();
    if (word.empty() || !is(word)) return false;
    rest_.remove_prefix(word.size());
    skip_blanks();
    return true;
  }

  /// All of these words, or none.
  template <class... Is>
  bool skip_all(Is... is) noexcept {
    const auto before = rest_;
    if ((skip(is) && ...)) return true;
    rest_ = before;
    return false;
  }

  /// Names in brackets: "[pod/agent-access-1/agent-access]", "[🌐 agent-access]".
  bool skip_bracketed() noexcept {
    const auto end = rest_.find(']');
    if (!rest_.starts_with('[') || end == std::string_view::npos) return false;
    const auto is_of_names = [](char c) {
      return c == ' ' || is_name({&c, 1}) || static_cast<unsigned char>(c) >= 0x80;
    };
    if (!std::ranges::all_of(rest_.substr(1, end - 1), is_of_names)) return false;
    rest_.remove_prefix(end + 1);
    skip_blanks();
    return true;
  }

 private:
  [[nodiscard]] std::string_view next() const noexcept { return rest_.substr(0, rest_.find_first_of(" \t")); }
  void skip_blanks() noexcept { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size())); }

  std::string_view rest_;
};

/// "<134>" of syslog.
std::size_t priority_size(std::string_view text) noexcept {
  const auto end = text.find('>');
  const bool is_priority = text.starts_with('<') && end != std::string_view::npos && is_number(text.substr(1, end - 1));
  return is_priority ? end + 1 : 0;
}

auto is_word(std::string_view wanted) noexcept {
  return [wanted](std::string_view word) { return word == wanted; };
}

bool skip_time(Words& words) noexcept {
  const auto is_day = [](std::string_view word) { return word.size() <= 2 && is_number(word); };
  const auto is_date = [](std::string_view word) { return has_form(word, "9999-99-99"); };
  const auto is_zone = [](std::string_view word) { return std::ranges::all_of(word, base::is_upper); };
  const auto is_weekday = [](std::string_view word) { return word.size() == 3 && base::is_upper(word.front()); };
  return words.skip(is_timestamp) || words.skip_all(is_month, is_day, is_time_of_day) ||
         words.skip_all(is_weekday, is_date, is_time_of_day, is_zone) || words.skip_all(is_date, is_time_of_day);
}

/// "host program 123 - -", with "-" for each that is unknown: the rest of a head of RFC 5424.
bool skip_structured_head(Words& words) noexcept {
  if (!words.skip_all(is_name, is_name, is_name, is_name)) return false;
  return words.skip(is_word("-")) || words.skip_bracketed();
}

}  // namespace

std::string_view without_prefix(std::string_view line) noexcept {
  const auto whole = line;
  if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  const auto size_of_priority = priority_size(line);
  Words words(line.substr(size_of_priority));
  if (size_of_priority != 0) words.skip(is_word("1"));
  words.skip_bracketed();
  words.skip_all(is_name, is_word("|"));
  const bool has_time = skip_time(words);
  const auto is_stream = [](std::string_view word) { return word == "stdout" || word == "stderr"; };
  const auto is_part = [](std::string_view word) { return word == "F" || word == "P"; };
  if (!words.skip_all(is_stream, is_part) && !words.skip(is_level)) {
    const bool has_tag = has_time && (words.skip_all(is_name, is_tag) || words.skip(is_tag));
    if (size_of_priority != 0 && !has_tag) skip_structured_head(words);
  }
  return whole.size() - words.rest().size() <= kLongestPrefix ? words.rest() : whole;
}

}  // namespace agent_access::tools
