#include "ops/line.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <variant>

#include "base/hex.hpp"
#include "base/text.hpp"
#include "base/utc_time.hpp"
#include "base/visible_text.hpp"

namespace agent_access::ops {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::array<std::string_view, 4> kLevelTags = {"DEBUG", "INFO ", "WARN ", "ERROR"};
constexpr std::array<std::string_view, 4> kLevelColors = {"\033[2m", "\033[32m", "\033[33m", "\033[31m"};
constexpr std::string_view kPlain = "\033[0m";
constexpr std::size_t kNumberBytes = 32;  // more than the shortest form of any double

unsigned byte_at(std::string_view text, std::size_t index) noexcept {
  return index < text.size() ? static_cast<unsigned char>(text[index]) : 0U;
}

constexpr bool is_plain(unsigned byte) noexcept { return byte >= 0x20U && byte < 0x7FU && byte != '"' && byte != '\\'; }

constexpr std::uint64_t eight_of(unsigned byte) noexcept { return 0x0101010101010101U * byte; }

/// is_plain for eight bytes at once: a byte that is not plain has its high bit set in one of the terms. (Only such a
/// byte causes a borrow from or a carry into the next one.)
constexpr bool are_plain(std::uint64_t bytes) noexcept {
  const std::uint64_t low = bytes - eight_of(0x20);
  const std::uint64_t quote = (bytes ^ eight_of('"')) - eight_of(1);
  const std::uint64_t backslash = (bytes ^ eight_of('\\')) - eight_of(1);
  const std::uint64_t high = bytes | (bytes + eight_of(1));
  return ((low | quote | backslash | high) & eight_of(0x80)) == 0;
}

/// Writes into storage that has room for the whole line (most_bytes), without bounds checks.
class LineWriter {
 public:
  explicit LineWriter(char* at) noexcept : at_(at) {}
  [[nodiscard]] const char* at() const noexcept { return at_; }

  void put(char character) noexcept { *at_++ = character; }
  void put(std::string_view text) noexcept { at_ += text.copy(at_, text.size()); }

  template <class Number>
  void put_number(Number number) noexcept {
    at_ = std::to_chars(at_, at_ + kNumberBytes, number).ptr;
  }

  /// A number of at most three digits, with leading zeros.
  void put_three_digits(std::int64_t number) noexcept {
    for (std::size_t index = 3; index > 0; --index, number /= 10) {
      at_[index - 1] = static_cast<char>('0' + number % 10);
    }
    at_ += 3;
  }

  /// Copies the characters at the start of `text` that JSON does not escape, nearly all. Returns how many.
  std::size_t put_plain(std::string_view text) noexcept {
    std::size_t index = 0;
    while (text.size() - index >= kWord && put_plain_word(text, index)) index += kWord;
    // The last word of the text, which may overlap what is written already.
    if (text.size() - index < kWord && text.size() >= kWord && put_plain_word(text, text.size() - kWord)) {
      index = text.size();
    }
    for (; is_plain(byte_at(text, index)); ++index) at_[index] = text[index];
    at_ += index;
    return index;
  }

 private:
  static constexpr std::size_t kWord = sizeof(std::uint64_t);

  [[nodiscard]] bool put_plain_word(std::string_view text, std::size_t index) noexcept {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + index, kWord);
    if (!are_plain(word)) return false;
    std::memcpy(at_ + index, &word, kWord);
    return true;
  }

  char* at_;
};

void put_escaped(LineWriter& line, unsigned byte) noexcept {
  switch (byte) {
    case '"': return line.put(R"(\")");
    case '\\': return line.put(R"(\\)");
    case '\n': return line.put(R"(\n)");
    case '\r': return line.put(R"(\r)");
    case '\t': return line.put(R"(\t)");
    default:
      line.put(R"(\u00)");
      line.put(base::kHexDigits[byte >> 4U]);
      line.put(base::kHexDigits[byte & 0xFU]);
  }
}

/// Writes the first character of `text`, which is not plain. Returns its number of bytes in `text`.
std::size_t put_special(LineWriter& line, std::string_view text) noexcept {
  const std::size_t length = base::utf8_size(text);
  if (length == 0) {
    line.put(kReplacement);
    return 1;
  }
  if (length == 1) {
    put_escaped(line, byte_at(text, 0));
  } else if (const char32_t character = base::character_at(text); base::is_hidden(character)) {
    line.put(base::UnicodeEscape(character).view());
  } else {
    line.put(text.substr(0, length));
  }
  return length;
}

void put_json_string(LineWriter& line, std::string_view text) noexcept {
  text = text.substr(0, kValueLimit);
  line.put('"');
  text.remove_prefix(line.put_plain(text));
  while (!text.empty()) {
    text.remove_prefix(put_special(line, text));
    text.remove_prefix(line.put_plain(text));
  }
  line.put('"');
}

void put_scalar(LineWriter& line, const LogField& field) noexcept {
  if (const auto* integer = std::get_if<std::int64_t>(&field.value)) return line.put_number(*integer);
  if (const auto* flag = std::get_if<bool>(&field.value)) return line.put(*flag ? "true" : "false");
  const double number = *std::get_if<double>(&field.value);
  if (!std::isfinite(number)) return line.put("null");  // JSON has no infinity and no NaN
  line.put_number(number);
}

/// A time to the second, `2026-01-02T03:04:05.`, kept because many lines of a busy thread share it.
struct SecondText {
  std::chrono::sys_seconds second;
  std::array<char, 20> text;
};

SecondText text_of(std::chrono::sys_seconds second) noexcept {
  SecondText result{second, {}};
  base::UtcText(second).view().copy(result.text.data(), result.text.size());
  result.text.back() = '.';
  return result;
}

void put_time(LineWriter& line, LogTime time) noexcept {
  constinit thread_local SecondText known{std::chrono::sys_seconds::min(), {}};
  const auto second = std::chrono::floor<std::chrono::seconds>(time);
  if (known.second != second) known = text_of(second);
  line.put(std::string_view(known.text.data(), known.text.size()));
  line.put_three_digits((time - second).count());
  line.put('Z');
}

bool is_bare(std::string_view text) noexcept {
  return std::ranges::all_of(text, [](char character) {
    return character > ' ' && character <= '~' && character != '"' && character != '\\' && character != '=';
  });
}

/// The most bytes of a value with its quotes: each byte as \u00XX.
std::size_t most_value_bytes(std::string_view text) noexcept { return 2 + 6 * std::min(text.size(), kValueLimit); }

}  // namespace

std::size_t most_bytes(std::string_view event, std::initializer_list<LogField> fields) noexcept {
  constexpr std::size_t kFrame = 80;     // time, level and its color, braces, line feed
  constexpr std::size_t kNameFrame = 4;  // of `,"name":`
  std::size_t most = kFrame + std::max(event.size(), most_value_bytes(event));
  for (const LogField& field : fields) {
    const auto* const text = std::get_if<std::string_view>(&field.value);
    most += kNameFrame + field.name.size() + (text != nullptr ? most_value_bytes(*text) : kNumberBytes);
  }
  return most;
}

std::size_t write_json_line(char* room, LogTime time, Level level, std::string_view event,
                            std::initializer_list<LogField> fields) noexcept {
  LineWriter line(room);
  line.put(R"({"time":")");
  put_time(line, time);
  line.put(R"(","level":")");
  line.put(kLevelNames[static_cast<std::size_t>(level)]);
  line.put(R"(","event":)");
  put_json_string(line, event);
  for (const LogField& field : fields) {
    const auto* const text = std::get_if<std::string_view>(&field.value);
    if (text != nullptr && text->empty()) continue;
    line.put(R"(,")");
    line.put(field.name);
    line.put(R"(":)");
    text != nullptr ? put_json_string(line, *text) : put_scalar(line, field);
  }
  line.put("}\n");
  return static_cast<std::size_t>(line.at() - room);
}

std::size_t write_text_line(char* room, LogTime time, Level level, std::string_view event,
                            std::initializer_list<LogField> fields, AnsiColor color) noexcept {
  LineWriter line(room);
  const auto index = static_cast<std::size_t>(level);
  put_time(line, time);
  line.put(' ');
  if (color == AnsiColor::on) line.put(kLevelColors[index]);
  line.put(kLevelTags[index]);
  if (color == AnsiColor::on) line.put(kPlain);
  line.put(' ');
  line.put(event);
  for (const LogField& field : fields) {
    const auto* const text = std::get_if<std::string_view>(&field.value);
    if (text != nullptr && text->empty()) continue;
    line.put(' ');
    line.put(field.name);
    line.put('=');
    if (text == nullptr) {
      put_scalar(line, field);
    } else if (is_bare(*text)) {
      line.put(text->substr(0, kValueLimit));
    } else {
      put_json_string(line, *text);
    }
  }
  line.put('\n');
  return static_cast<std::size_t>(line.at() - room);
}

}  // namespace agent_access::ops
