#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <utility>
#include <vector>

#include "base/ascii.hpp"
#include "base/hex.hpp"
#include "base/text.hpp"
#include "json/strict_json.hpp"

namespace agent_access::json {
namespace {

using Mistake = std::optional<SyntaxMistake>;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_word_character(char c) noexcept {
  return base::is_alphanumeric(c) || c == '_' || c == '$' || c == '-' || c == '.' || c == '+';
}

std::string hex_byte(char c) {
  std::string text = "0x";
  base::append_hex(text, static_cast<unsigned char>(c), base::kUpperHexDigits);
  return text;
}

/// -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
bool is_number(std::string_view word) noexcept {
  const auto digits = [&word] {
    const auto size = std::min(word.find_first_not_of("0123456789"), word.size());
    word.remove_prefix(size);
    return size > 0;
  };
  if (word.starts_with('-')) word.remove_prefix(1);
  if (word.starts_with('0')) {
    word.remove_prefix(1);
  } else if (!digits()) {
    return false;
  }
  if (word.starts_with('.')) {
    word.remove_prefix(1);
    if (!digits()) return false;
  }
  if (word.starts_with('e') || word.starts_with('E')) {
    word.remove_prefix(1);
    if (word.starts_with('+') || word.starts_with('-')) word.remove_prefix(1);
    if (!digits()) return false;
  }
  return word.empty();
}

class SyntaxScan {
 public:
  /// Sets the lines of the places in `lines`, unless it is null.
  SyntaxScan(std::string_view text, Lines* lines) : text_(text), lines_(lines) {}

  Mistake run() {
    if (text_.starts_with(kByteOrderMark)) {
      return mistake(0, "a byte order mark before the text; save the file as UTF-8 without one");
    }
    if (text_.starts_with("\xFF\xFE") || text_.starts_with("\xFE\xFF")) {
      return mistake(0, "UTF-16; save the file as UTF-8");
    }
    while (true) {
      skip_space();
      if (at_ == text_.size()) return at_end();
      if (auto found = step()) return found;
    }
  }

 private:
  enum class Next { value, value_or_end, name, name_or_end, colon, comma_or_end, nothing };

  /// An object or a list that has not ended.
  struct Open {
    char bracket;
    std::size_t place_size;  ///< of `place_`, which begins with the place of this
    std::size_t index = 0;   ///< of the next item
  };

  static Mistake mistake(std::size_t position, std::string sentence) {
    return SyntaxMistake{position, std::move(sentence)};
  }
  Mistake here(std::string sentence) const { return mistake(at_, std::move(sentence)); }

  [[nodiscard]] std::string_view rest() const noexcept { return text_.substr(at_); }

  void skip_space() {
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
    line_ += static_cast<std::size_t>(std::ranges::count(text_.substr(begin, at_ - begin), '\n'));
  }

  /// The line of a member is that of its name, which comes before its value.
  void note_line() {
    const auto found = lines_->find(place_);
    if (found != lines_->end() && found->second == 0) found->second = line_;
  }
  void begin_value() {
    if (lines_ == nullptr) return;
    if (!open_.empty() && open_.back().bracket == '[') place_ = place_of_item(place_, open_.back().index++);
    note_line();
  }
  /// `token` is the name in its quotes.
  void begin_member(std::string_view token) {
    if (lines_ == nullptr) return;
    place_ = place_of_member(place_, boost::json::parse(token).get_string());
    note_line();
  }

  /// A mistake that is the same at every place, such as a comment.
  [[nodiscard]] Mistake foreign() const {
    if (rest().starts_with("//") || rest().starts_with("/*") || text_[at_] == '#') {
      return here("a comment, which JSON does not have; remove it");
    }
    if (text_[at_] == '\'') return here("a single quote; JSON has double quotes only");
    for (const std::string_view quote : {"“", "”", "„", "«", "»", "‘", "’"}) {
      if (rest().starts_with(quote)) return here("a typographic quotation mark; JSON has straight double quotes only");
    }
    if (base::utf8_size(rest()) == 0) return not_utf8();
    return std::nullopt;
  }

  [[nodiscard]] Mistake not_utf8() const {
    return here("the byte " + hex_byte(text_[at_]) + ", which is not UTF-8; save the file as UTF-8");
  }

  [[nodiscard]] Mistake at_end() const {
    if (next_ == Next::nothing) return std::nullopt;
    if (open_.empty()) return here("no text; write an object, { ... }");
    return here(std::string("the end of the file before the ") + (open_.back().bracket == '{' ? '}' : ']') +
                " of what is still open; add what is missing");
  }

  Mistake step() {
    if (auto found = foreign()) return found;
    switch (next_) {
      case Next::value:
      case Next::value_or_end: return value();
      case Next::name:
      case Next::name_or_end: return name();
      case Next::colon:
        if (text_[at_] != ':') return here("no colon after a name; write a colon between name and value");
        ++at_;
        next_ = Next::value;
        return std::nullopt;
      case Next::comma_or_end: return comma_or_end();
      case Next::nothing: return here("more text after the end of the object; remove it");
    }
    return std::nullopt;
  }

  Mistake value() {
    const char c = text_[at_];
    if (c == '{' || c == '[') {
      begin_value();
      open_.push_back({c, place_.size()});
      ++at_;
      next_ = c == '{' ? Next::name_or_end : Next::value_or_end;
      return std::nullopt;
    }
    if (c == ']' && next_ == Next::value_or_end) return close();
    if (c == '"') {
      begin_value();
      auto found = string();
      after_value();
      return found;
    }
    if (c == ']' || c == '}' || c == ',') return stray(c);
    if (is_word_character(c)) return word();
    return here("a character that begins no value; write a text in double quotes");
  }

  /// A comma or an end where a value or a name is expected.
  [[nodiscard]] Mistake stray(char c) const {
    const bool is_after_comma =
        comma_ != std::string_view::npos && text_.find_first_not_of(" \t\r\n", comma_ + 1) == at_;
    if (is_after_comma && c == ',') return here("two commas; remove one");
    if (is_after_comma) return mistake(comma_, std::string("a comma before the ") + c + "; remove the comma");
    return here(std::string("a ") + c + " where a value is expected; write the value before it");
  }

  Mistake name() {
    const char c = text_[at_];
    if (c == '"') {
      const std::size_t begin = at_;
      auto found = string();
      if (!found) begin_member(text_.substr(begin, at_ - begin));
      next_ = Next::colon;
      return found;
    }
    if (c == '}' && next_ == Next::name_or_end) return close();
    if (c == '}' || c == ',' || c == ']') return stray(c);
    if (is_word_character(c)) return here("a name without quotes; write it in double quotes");
    return here("a character that begins no name; write a name in double quotes");
  }

  Mistake comma_or_end() {
    const char c = text_[at_];
    if (c == ',') {
      comma_ = at_++;
      next_ = open_.back().bracket == '{' ? Next::name : Next::value;
      return std::nullopt;
    }
    if (c == '}' || c == ']') return close();
    if (c == '"' || c == '{' || c == '[' || is_word_character(c)) {
      return here("no comma before this; write a comma after the value before it");
    }
    return here(std::string("a character after a value; write a comma or ") +
                (open_.back().bracket == '{' ? '}' : ']'));
  }

  Mistake close() {
    const char wanted = open_.back().bracket == '{' ? '}' : ']';
    if (text_[at_] != wanted)
      return here(std::string("a ") + text_[at_] + " where a " + wanted + " is expected; exchange it");
    open_.pop_back();
    ++at_;
    after_value();
    return std::nullopt;
  }

  void after_value() {
    next_ = open_.empty() ? Next::nothing : Next::comma_or_end;
    if (!open_.empty()) place_.resize(open_.back().place_size);
  }

  Mistake word() {
    const auto size = std::ranges::find_if_not(rest(), is_word_character) - rest().begin();
    const auto word = rest().substr(0, static_cast<std::size_t>(size));
    const std::string lower = base::lower_case(word);
    if (word == "true" || word == "false" || word == "null" || is_number(word)) {
      begin_value();
      at_ += word.size();
      after_value();
      return std::nullopt;
    }
    // Words are not shown: the profile is not public.
    if (lower == "true" || lower == "false" || lower == "null")
      return here("capital letters in " + lower + "; write " + lower);
    if (lower == "none" || lower == "nil" || lower == "undefined") return here("a word for no value; write null");
    if (base::is_letter(word.front()) || word.front() == '_') {
      return here("a text without quotes; write it in double quotes");
    }
    return here(
        "a number in another form than that of JSON (no plus sign, no zero before other digits, digits on both sides "
        "of "
        "the point); correct it, or write it in double quotes");
  }

  Mistake string() {
    const auto opening = at_++;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"') {
        ++at_;
        return std::nullopt;
      }
      if (c == '\n' || c == '\r') {
        return mistake(opening, "a text that does not end on its line; add the quote, or write a line feed as \\n");
      }
      if (static_cast<unsigned char>(c) < 0x20) {
        return here(c == '\t' ? "a tab within a text; write it as \\t"
                              : "a control character within a text; remove it");
      }
      if (c == '\\') {
        if (auto found = escape()) return found;
        continue;
      }
      const auto size = base::utf8_size(rest());
      if (size == 0) return not_utf8();
      at_ += size;
    }
    return mistake(opening, "a text that does not end; add the quote");
  }

  Mistake escape() {
    const auto escaped = rest().substr(1);
    if (escaped.empty() || !std::string_view("\"\\/bfnrtu").contains(escaped.front())) {
      return here("an escape that JSON does not have; write a backslash as \\\\");
    }
    if (escaped.front() != 'u') {
      at_ += 2;
      return std::nullopt;
    }
    const auto digits = escaped.substr(1, 4);
    if (digits.size() < 4 || !std::ranges::all_of(digits, base::is_hex_digit)) {
      return here("an incomplete escape; write \\u and four hexadecimal digits");
    }
    return surrogate(base::lower_case(digits));
  }

  /// `digits` are those of the escape at the present place.
  Mistake surrogate(const std::string& digits) {
    const auto is_between = [](std::string_view one, std::string_view low, std::string_view high) {
      return one >= low && one <= high;
    };
    if (!is_between(digits, "d800", "dfff")) {
      at_ += 6;
      return std::nullopt;
    }
    const auto second = base::lower_case(rest().substr(std::min<std::size_t>(6, rest().size()), 6));
    const bool is_pair = is_between(digits, "d800", "dbff") && second.size() == 6 && second.starts_with("\\u") &&
                         is_between(std::string_view(second).substr(2), "dc00", "dfff");
    if (!is_pair) return here("half of a character; write both escapes of the pair, or the character itself");
    at_ += 12;
    return std::nullopt;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t comma_ = std::string_view::npos;  ///< the last one between values
  std::vector<Open> open_;
  Next next_ = Next::value;
  Lines* lines_;
  std::string place_;  ///< of the value that is read; empty if no lines are wanted
  std::size_t line_ = 1;
};

bool is_plain_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return base::is_alphanumeric(c) || c == '_' || c == '$' || c == '@' || c == '-';
  });
}

}  // namespace

std::optional<SyntaxMistake> find_syntax_mistake(std::string_view text) { return SyntaxScan(text, nullptr).run(); }

void find_lines(std::string_view text, Lines& lines) { static_cast<void>(SyntaxScan(text, &lines).run()); }

std::string place_of_member(std::string_view object, std::string_view name) {
  std::string place(object);
  if (!is_plain_name(name)) return place.append("[").append(quoted_name(name)).append("]");
  if (!place.empty()) place.push_back('.');
  return place.append(name);
}

std::string place_of_item(std::string_view list, std::size_t index) {
  return std::string(list).append("[").append(std::to_string(index)).append("]");
}

}  // namespace agent_access::json
