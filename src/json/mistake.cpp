#include "json/mistake.hpp"

#include <algorithm>
#include <boost/json/parse.hpp>
#include <optional>
#include <utility>

#include "base/ascii.hpp"
#include "base/hex.hpp"
#include "base/text.hpp"

namespace agent_access::json {
namespace {

using Mistake = std::optional<SyntaxMistake>;

constexpr std::string_view kWhiteSpace = " \t\r\n";

bool is_word_character(char c) noexcept {
  return base::is_alphanumeric(c) || c == '_' || c == '$' || c == '-' || c == '.' || c == '+';
}

/// The characters at the start of `rest` that people write in numbers, constants and names without quotes.
std::string_view word_at(std::string_view rest) noexcept {
  return rest.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(rest, is_word_character) - rest.begin()));
}

bool is_value(std::string_view word) {
  boost::json::error_code error;
  static_cast<void>(boost::json::parse(word, error));
  return !error;
}

std::string sentence_about_byte(char byte) {
  std::string text = "the byte 0x";
  base::append_hex(text, static_cast<unsigned char>(byte), base::kUpperHexDigits);
  return text + ", which is not UTF-8; save the file as UTF-8";
}

// --- Texts in quotes ---

/// Sets `at` behind the escape there, or both of a pair of surrogates; or returns what is wrong with it.
Mistake read_escape(std::string_view text, std::size_t& at) {
  constexpr std::size_t kUnitSize = 6;
  const auto unit_at = [text](std::size_t position) {
    const auto unit = text.substr(std::min(position, text.size()), kUnitSize);
    const bool is_unit =
        unit.size() == kUnitSize && unit.starts_with("\\u") && std::ranges::all_of(unit.substr(2), base::is_hex_digit);
    return is_unit ? base::lower_case(unit.substr(2)) : std::string();
  };
  const auto is_between = [](const std::string& unit, std::string_view low, std::string_view high) {
    return unit >= low && unit <= high;
  };
  const char letter = at + 1 < text.size() ? text[at + 1] : '\0';
  if (letter == '\0' || !std::string_view("\"\\/bfnrtu").contains(letter)) {
    return SyntaxMistake{at, "an escape that JSON does not have; write a backslash as \\\\"};
  }
  const std::string unit = letter == 'u' ? unit_at(at) : std::string();
  if (letter == 'u' && unit.empty()) {
    return SyntaxMistake{at, "an incomplete escape; write \\u and four hexadecimal digits"};
  }
  const bool is_surrogate = is_between(unit, "d800", "dfff");
  if (is_surrogate && (unit >= "dc00" || !is_between(unit_at(at + kUnitSize), "dc00", "dfff"))) {
    return SyntaxMistake{at, "half of a character; write both escapes of the pair, or the character itself"};
  }
  at += letter != 'u' ? 2 : is_surrogate ? 2 * kUnitSize : kUnitSize;
  return std::nullopt;
}

/// Of a control character.
SyntaxMistake control_mistake(char c, std::size_t at, std::size_t opening) {
  if (c == '\n' || c == '\r') {
    return {opening, "a text that does not end on its line; add the quote, or write a line feed as \\n"};
  }
  return {at, c == '\t' ? "a tab within a text; write it as \\t" : "a control character within a text; remove it"};
}

/// Sets `at`, where the opening quote is, behind the closing one; or returns what is wrong with the text.
Mistake read_text(std::string_view text, std::size_t& at) {
  const std::size_t opening = at++;
  while (at < text.size() && text[at] != '"') {
    const char c = text[at];
    if (static_cast<unsigned char>(c) < 0x20) return control_mistake(c, at, opening);
    if (c == '\\') {
      if (auto found = read_escape(text, at)) return found;
      continue;
    }
    const std::size_t size = base::utf8_size(text.substr(at));
    if (size == 0) return SyntaxMistake{at, sentence_about_byte(c)};
    at += size;
  }
  if (at == text.size()) return SyntaxMistake{opening, "a text that does not end; add the quote"};
  ++at;
  return std::nullopt;
}

// --- What stands before a position ---

/// What may be next; white space apart.
enum class Expected { value, name, colon, comma_or_end, nothing };

/// Reads a text, which is JSON up to a position, token by token: names, values and signs.
class Tokens {
 public:
  Tokens(std::string_view text, std::size_t position) : text_(text) {
    while (!mistake && next() < position && read()) continue;
  }

  Mistake mistake;                      ///< within the last one, if it is a text in quotes
  std::size_t last = 0;                 ///< where the last one begins
  Expected expected = Expected::value;  ///< at `next`
  std::string open = {};                ///< the brackets of objects and arrays that have not ended

  /// Where the next one begins, which is no JSON; or the end of the text.
  [[nodiscard]] std::size_t next() const noexcept {
    return std::min(text_.find_first_not_of(kWhiteSpace, at_), text_.size());
  }

 private:
  /// False if the token is a word that is no value.
  bool read() {
    last = at_ = next();
    const char c = text_[at_];
    if (c == '"') {
      mistake = read_text(text_, at_);
      end_value(expected == Expected::name);
      return true;
    }
    if (is_word_character(c)) return read_word();
    ++at_;
    read_sign(c);
    return true;
  }
  bool read_word() {
    const std::string_view word = word_at(text_.substr(at_));
    if (!is_value(word)) return false;
    at_ += word.size();
    end_value(false);
    return true;
  }
  void read_sign(char c) {
    if (c == '}' || c == ']') {
      if (!open.empty()) open.pop_back();
      return end_value(false);
    }
    if (c == '{' || c == '[') open.push_back(c);
    const bool begins_name = c != ':' && open.ends_with('{');
    expected = begins_name ? Expected::name : Expected::value;
  }
  void end_value(bool is_name) {
    expected = is_name ? Expected::colon : open.empty() ? Expected::nothing : Expected::comma_or_end;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// --- What is there instead ---

/// What is foreign to JSON at every place; empty for anything else.
std::string foreign_sentence(std::string_view rest, bool is_start) {
  if (is_start && rest.starts_with("\xEF\xBB\xBF")) {
    return "a byte order mark before the text; save the file as UTF-8 without one";
  }
  if (is_start && (rest.starts_with("\xFF\xFE") || rest.starts_with("\xFE\xFF")))
    return "UTF-16; save the file as UTF-8";
  if (rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with('#')) {
    return "a comment, which JSON does not have; remove it";
  }
  if (rest.starts_with('\'')) return "a single quote; JSON has double quotes only";
  for (const std::string_view quote : {"“", "”", "„", "«", "»", "‘", "’"}) {
    if (rest.starts_with(quote)) return "a typographic quotation mark; JSON has straight double quotes only";
  }
  return base::utf8_size(rest) == 0 ? sentence_about_byte(rest.front()) : std::string();
}

std::string value_sentence(std::string_view rest) {
  const std::string_view word = word_at(rest);
  if (word.empty()) return "a character that begins no value; write a text in double quotes";
  const std::string lower = base::lower_case(word);
  if (lower == "true" || lower == "false" || lower == "null") return "capital letters in " + lower + "; write " + lower;
  if (lower == "none" || lower == "nil" || lower == "undefined") return "a word for no value; write null";
  // Words are not shown: the profile is not public.
  if (base::is_letter(word.front()) || word.front() == '_') return "a text without quotes; write it in double quotes";
  return "a number in another form than that of JSON (no plus sign, no zero before other digits, digits on both sides "
         "of the point); correct it, or write it in double quotes";
}

SyntaxMistake mistake_at_end(std::size_t position, char open) {
  if (open == '\0') return {position, "no text; write an object, { ... }"};
  return {position, std::string("the end of the file before the ") + (open == '{' ? '}' : ']') +
                        " of what is still open; add what is missing"};
}

/// A comma or an end, `c`, where a value or a name is expected.
SyntaxMistake stray_mistake(std::string_view text, std::size_t position, char c) {
  const auto before = text.substr(0, position).find_last_not_of(kWhiteSpace);
  const bool is_after_comma = before != std::string_view::npos && text[before] == ',';
  if (is_after_comma && c == ',') return {position, "two commas; remove one"};
  if (is_after_comma) return {before, std::string("a comma before the ") + c + "; remove the comma"};
  return {position, std::string("a ") + c + " where a value is expected; write the value before it"};
}

/// Of `c` after a value.
std::string end_sentence(char c, char open) {
  const char end = open == '{' ? '}' : ']';
  if (c == '}' || c == ']') return std::string("a ") + c + " where a " + end + " is expected; exchange it";
  if (c == '"' || c == '{' || c == '[' || is_word_character(c)) {
    return "no comma before this; write a comma after the value before it";
  }
  return std::string("a character after a value; write a comma or ") + end;
}

SyntaxMistake mistake_at(std::string_view text, std::size_t position, Expected expected, char open) {
  if (position == text.size()) return mistake_at_end(position, open);
  if (auto foreign = foreign_sentence(text.substr(position), position == 0); !foreign.empty()) {
    return {position, std::move(foreign)};
  }
  const char c = text[position];
  const bool is_stray = c == ',' || c == '}' || c == ']';
  switch (expected) {
    case Expected::value:
      return is_stray ? stray_mistake(text, position, c)
                      : SyntaxMistake{position, value_sentence(text.substr(position))};
    case Expected::name:
      if (is_stray) return stray_mistake(text, position, c);
      return {position, is_word_character(c) ? "a name without quotes; write it in double quotes"
                                             : "a character that begins no name; write a name in double quotes"};
    case Expected::colon: return {position, "no colon after a name; write a colon between name and value"};
    case Expected::comma_or_end: return {position, end_sentence(c, open)};
    case Expected::nothing: return {position, "more text after the end of the object; remove it"};
  }
  return {position, {}};
}

}  // namespace

SyntaxMistake find_mistake(std::string_view text, std::size_t position) {
  Tokens tokens(text, position);
  if (tokens.mistake) return std::move(*tokens.mistake);
  return mistake_at(text, tokens.next(), tokens.expected, tokens.open.empty() ? '\0' : tokens.open.back());
}

std::size_t last_token(std::string_view text, std::size_t position) { return Tokens(text, position).last; }

}  // namespace agent_access::json
