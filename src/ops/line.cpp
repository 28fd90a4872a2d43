#include "ops/line.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <variant>

namespace agent_access::ops {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::array<std::string_view, 4> kLevelNames = {"debug", "info", "warn", "error"};
constexpr std::array<std::string_view, 4> kLevelTags = {"DEBUG", "INFO ", "WARN ", "ERROR"};
constexpr std::array<std::string_view, 4> kLevelColours = {"\033[2m", "\033[32m", "\033[33m", "\033[31m"};
constexpr std::string_view kPlain = "\033[0m";

unsigned byte_at(std::string_view text, std::size_t index) noexcept {
  return index < text.size() ? static_cast<unsigned char>(text[index]) : 0U;
}

bool is_tail(unsigned byte) noexcept { return (byte & 0xC0U) == 0x80U; }

// Length of the well-formed UTF-8 sequence at `index` (Unicode table 3-7), 0 when it is none.
std::size_t sequence_length(std::string_view text, std::size_t index) noexcept {
  const unsigned first = byte_at(text, index);
  const unsigned second = byte_at(text, index + 1);
  if (first < 0x80U) return 1;
  if (first >= 0xC2U && first <= 0xDFU) return is_tail(second) ? 2 : 0;
  if (!is_tail(byte_at(text, index + 2))) return 0;
  if (first >= 0xE0U && first <= 0xEFU) {
    const unsigned low = first == 0xE0U ? 0xA0U : 0x80U;
    const unsigned high = first == 0xEDU ? 0x9FU : 0xBFU;
    return second >= low && second <= high ? 3 : 0;
  }
  if (first < 0xF0U || first > 0xF4U || !is_tail(byte_at(text, index + 3))) return 0;
  const unsigned low = first == 0xF0U ? 0x90U : 0x80U;
  const unsigned high = first == 0xF4U ? 0x8FU : 0xBFU;
  return second >= low && second <= high ? 4 : 0;
}

void append_escaped(std::string& out, unsigned byte) {
  constexpr std::string_view kHex = "0123456789abcdef";
  switch (byte) {
    case '"':
    case '\\':
      out += '\\';
      out += static_cast<char>(byte);
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      out += "\\u00";
      out += kHex[byte >> 4U];
      out += kHex[byte & 0xFU];
  }
}

// C1 controls (U+0080 to U+009F) start escape sequences on some terminals.
bool is_c1(std::string_view text, std::size_t index) noexcept {
  return byte_at(text, index) == 0xC2U && byte_at(text, index + 1) < 0xA0U;
}

template <class Number>
void append_number(std::string& out, Number number) {
  std::array<char, 32> digits{};
  const auto [end, fault] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  if (fault == std::errc{}) out.append(digits.data(), end);
}

void append_scalar(std::string& out, const LogField& field) {
  if (const auto* integer = std::get_if<std::int64_t>(&field.value)) return append_number(out, *integer);
  if (const auto* flag = std::get_if<bool>(&field.value)) {
    out += *flag ? "true" : "false";
    return;
  }
  const double number = std::get<double>(field.value);
  if (!std::isfinite(number)) {
    out += "null";  // JSON has no such numbers
    return;
  }
  append_number(out, number);
}

bool is_bare(std::string_view text) noexcept {
  if (text.empty()) return false;
  for (const char character : text) {
    if (character <= ' ' || character > '~' || character == '"' || character == '\\' || character == '=') return false;
  }
  return true;
}

/// Decimal digits of a number that has no more, with zeros in front.
template <std::size_t Width>
void append_digits(std::string& out, std::int64_t number) {
  std::array<char, Width> digits{};
  for (std::size_t index = Width; index > 0; --index, number /= 10) {
    digits[index - 1] = static_cast<char>('0' + number % 10);
  }
  out.append(digits.data(), Width);
}

constexpr bool is_plain(unsigned byte) noexcept { return byte >= 0x20U && byte < 0x7FU && byte != '"' && byte != '\\'; }

/// The characters from `index` on that stand for themselves in JSON, which is nearly all that is ever logged.
std::string_view plain_run(std::string_view text, std::size_t index) noexcept {
  const std::size_t begin = index;
  while (is_plain(byte_at(text, index))) ++index;
  return text.substr(begin, index - begin);
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  const std::string_view kept = text.substr(0, kValueLimit);
  out += '"';
  for (std::size_t index = 0; index < kept.size();) {
    const std::string_view run = plain_run(kept, index);
    out += run;
    index += run.size();
    if (index == kept.size()) break;
    const unsigned byte = byte_at(kept, index);
    const std::size_t length = sequence_length(kept, index);
    if (length == 0) {
      out += kReplacement;
      ++index;
      continue;
    }
    if (is_c1(kept, index)) {
      append_escaped(out, byte_at(kept, index + 1));
    } else if (byte < 0x80U) {
      append_escaped(out, byte);
    } else {
      out += kept.substr(index, length);
    }
    index += length;
  }
  out += '"';
}

void append_time(std::string& out, LogTime time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss clock{time - day};
  append_digits<4>(out, static_cast<int>(date.year()));
  out += '-';
  append_digits<2>(out, static_cast<unsigned>(date.month()));
  out += '-';
  append_digits<2>(out, static_cast<unsigned>(date.day()));
  out += 'T';
  append_digits<2>(out, clock.hours().count());
  out += ':';
  append_digits<2>(out, clock.minutes().count());
  out += ':';
  append_digits<2>(out, clock.seconds().count());
  out += '.';
  append_digits<3>(out, clock.subseconds().count());
  out += 'Z';
}

void append_json_line(std::string& out, LogTime time, Level level, std::string_view event,
                      std::initializer_list<LogField> fields) {
  out += R"({"time":")";
  append_time(out, time);
  out += R"(","level":")";
  out += kLevelNames[static_cast<std::size_t>(level)];
  out += R"(","event":)";
  append_json_string(out, event);
  for (const LogField& field : fields) {
    out += ',';
    append_json_string(out, field.name);
    out += ':';
    if (const auto* text = std::get_if<std::string_view>(&field.value)) {
      append_json_string(out, *text);
    } else {
      append_scalar(out, field);
    }
  }
  out += "}\n";
}

void append_text_line(std::string& out, LogTime time, Level level, std::string_view event,
                      std::initializer_list<LogField> fields, Colour colour) {
  const auto index = static_cast<std::size_t>(level);
  append_time(out, time);
  out += ' ';
  if (colour == Colour::on) out += kLevelColours[index];
  out += kLevelTags[index];
  if (colour == Colour::on) out += kPlain;
  out += ' ';
  out += event;
  for (const LogField& field : fields) {
    out += ' ';
    out += field.name;
    out += '=';
    const auto* text = std::get_if<std::string_view>(&field.value);
    if (text == nullptr) {
      append_scalar(out, field);
    } else if (is_bare(*text)) {
      out += text->substr(0, kValueLimit);
    } else {
      append_json_string(out, *text);
    }
  }
  out += '\n';
}

}  // namespace agent_access::ops
