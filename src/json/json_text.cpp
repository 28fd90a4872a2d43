#include "json/json_text.hpp"

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <vector>

#include "base/hex.hpp"
#include "base/text.hpp"

namespace agent_access::json {
namespace {

/// Whether each byte must be escaped.
constexpr std::array<bool, 256> kEscaped = [] {
  std::array<bool, 256> escaped{};
  for (std::size_t control = 0; control < 0x20; ++control) escaped[control] = true;
  escaped['"'] = escaped['\\'] = escaped[0x7F] = true;
  return escaped;
}();

/// An escape as long as the longest, "\u001f".
constexpr std::size_t kLongestEscape = 6;
/// So that the memory for a long text of escapes only is not reserved at once.
constexpr std::size_t kAtOnce = 256;

/// Writes the character to `to`, escaped if it must be, and returns the end.
char* write(char c, char* to) noexcept {
  const auto byte = static_cast<unsigned char>(c);
  if (!kEscaped[byte]) {
    *to = c;
    return to + 1;
  }
  if (c == '"' || c == '\\') return std::ranges::copy(std::array{'\\', c}, to).out;
  return std::ranges::copy(
             std::array{'\\', 'u', '0', '0', base::kHexDigits[byte >> 4U], base::kHexDigits[byte & 0x0FU]}, to)
      .out;
}

/// The character at the beginning of `text`, which is UTF-8 and not empty, if a terminal should not get it.
std::optional<unsigned> unsafe_at(std::string_view text) noexcept {
  const auto byte = [text](std::size_t index) { return static_cast<unsigned char>(text[index]); };
  if (byte(0) == 0x7FU) return 0x7FU;
  if (byte(0) < 0xC2U) return std::nullopt;
  const std::size_t size = base::utf8_size(text);
  if (size == 2) {
    const unsigned code = (byte(0) & 0x1FU) << 6U | (byte(1) & 0x3FU);
    return code < 0xA0U || code == 0x61CU ? std::optional(code) : std::nullopt;
  }
  if (size != 3) return std::nullopt;
  const unsigned code = (byte(0) & 0xFU) << 12U | (byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU);
  const bool is_mark = code == 0x200EU || code == 0x200FU;
  const bool is_unsafe = is_mark || (code >= 0x2028U && code <= 0x202EU) || (code >= 0x2066U && code <= 0x2069U);
  return is_unsafe ? std::optional(code) : std::nullopt;
}

}  // namespace

void append_escaped(std::string& out, std::string_view text) {
  for (; !text.empty(); text.remove_prefix(std::min(kAtOnce, text.size()))) {
    const std::size_t before = out.size();
    const std::string_view part = text.substr(0, kAtOnce);
    out.resize_and_overwrite(before + part.size() * kLongestEscape, [before, part](char* begin, std::size_t) {
      char* end = begin + before;
      for (const char c : part) end = write(c, end);
      return end - begin;
    });
  }
}

void append_json_string(std::string& out, std::string_view text) {
  out.push_back('"');
  append_escaped(out, text);
  out.push_back('"');
}

std::string terminal_json(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  while (!json.empty()) {
    const auto code = unsafe_at(json);
    if (!code) {
      out.push_back(json.front());
      json.remove_prefix(1);
      continue;
    }
    out += "\\u";
    for (const unsigned shift : {12U, 8U, 4U, 0U}) out.push_back(base::kHexDigits[(*code >> shift) & 0xFU]);
    json.remove_prefix(base::utf8_size(json));
  }
  return out;
}

std::string json_string(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

namespace {

namespace bj = boost::json;

constexpr std::size_t kShortLine = 110;

bool is_structured(const bj::value& value) noexcept { return value.is_object() || value.is_array(); }

/// Boost.JSON would write 2.5 as 2.5E0.
std::string number_text(double number) {
  std::array<char, 32> text;
  const auto [end, error] = std::to_chars(text.begin(), text.end(), number);
  return error == std::errc{} ? std::string(text.begin(), end) : "0";
}

std::string scalar_text(const bj::value& value) {
  if (const auto* text = value.if_string()) return json_string(*text);
  if (const auto* number = value.if_double()) return number_text(*number);
  return bj::serialize(value);
}

/// The array or object of scalars on one line; empty if it contains an array or object, or is too long.
std::string one_line(const bj::array& array) {
  if (std::ranges::any_of(array, is_structured)) return {};
  std::string line = "[";
  for (const auto& element : array) {
    if (line.size() > 1) line += ", ";
    line += scalar_text(element);
    if (line.size() > kShortLine) return {};
  }
  return line += "]";
}

std::string one_line(const bj::object& object) {
  if (std::ranges::any_of(object, [](const auto& member) { return is_structured(member.value()); })) return {};
  std::string line = "{";
  for (const auto& [name, value] : object) {
    if (line.size() > 1) line += ", ";
    line += json_string(name) + ": " + scalar_text(value);
    if (line.size() > kShortLine) return {};
  }
  return line += "}";
}

class Printer {
 public:
  void print(const bj::value& value) {
    if (const auto* object = value.if_object()) return print_object(*object);
    if (const auto* array = value.if_array()) return print_array(*array);
    out_ += scalar_text(value);
  }
  [[nodiscard]] std::string take() { return std::move(out_ += '\n'); }

 private:
  void print_object(const bj::object& object) {
    // The outermost object always has several lines.
    if (const auto line = one_line(object); !line.empty() && indent_ > 0) {
      out_ += line;
      return;
    }
    open('{');
    bool is_first = true;
    for (const auto& [name, value] : object) {
      next(is_first);
      out_ += json_string(name);
      out_ += ": ";
      print(value);
    }
    close('}');
  }

  void print_array(const bj::array& array) {
    if (const auto line = one_line(array); !line.empty()) {
      out_ += line;
      return;
    }
    open('[');
    bool is_first = true;
    for (const auto& value : array) {
      next(is_first);
      print(value);
    }
    close(']');
  }

  void open(char bracket) {
    out_ += bracket;
    indent_ += 2;
  }
  void next(bool& is_first) {
    if (!is_first) out_ += ',';
    is_first = false;
    break_line();
  }
  void close(char bracket) {
    indent_ -= 2;
    break_line();
    out_ += bracket;
  }
  void break_line() { out_.append("\n").append(indent_, ' '); }

  std::string out_;
  std::size_t indent_ = 0;
};

}  // namespace

std::string pretty_json(const bj::value& value) {
  Printer printer;
  printer.print(value);
  return printer.take();
}

namespace {

namespace bj = boost::json;

/// RFC 8785 section 3.2.2.2.
void append_canonical_string(std::string& out, std::string_view text) {
  constexpr std::string_view kShort = "\"\\\b\t\n\f\r";
  constexpr std::string_view kLetters = "\"\\btnfr";
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (const auto at = kShort.find(c); at != std::string_view::npos) {
      out.append({'\\', kLetters[at]});
    } else if (byte < 0x20) {
      base::append_hex(out.append("\\u00"), byte);
    } else {
      out += c;
    }
  }
  out += '"';
}

/// The shortest digits that identify the number, and the position of the decimal point relative to their start.
struct Decimal {
  std::string digits;
  int point = 0;
};

Decimal decimal_of(double number) {
  std::array<char, 32> text;
  const auto end = std::to_chars(text.begin(), text.end(), number, std::chars_format::scientific).ptr;
  const std::string_view written(text.data(), static_cast<std::size_t>(end - text.data()));
  const auto exponent = written.find('e');
  const auto sign = written[exponent + 1];  // a scientific form always has one, and two digits or more
  Decimal decimal;
  for (const char c : written.substr(0, exponent)) {
    if (c != '.') decimal.digits += c;
  }
  std::from_chars(text.data() + exponent + 2, end, decimal.point);
  decimal.point = (sign == '-' ? -decimal.point : decimal.point) + 1;
  return decimal;
}

/// ECMA-262, Number::toString with radix 10, for a positive number.
std::string positive_text(double number) {
  constexpr int kMostDigits = 21;
  constexpr int kMostZeros = -6;
  auto [digits, point] = decimal_of(number);
  const int count = static_cast<int>(digits.size());
  if (count <= point && point <= kMostDigits) return digits.append(static_cast<std::size_t>(point - count), '0');
  if (0 < point && point <= kMostDigits) return digits.insert(static_cast<std::size_t>(point), ".");
  if (kMostZeros < point && point <= 0) {
    return std::string("0.").append(static_cast<std::size_t>(-point), '0').append(digits);
  }
  if (count > 1) digits.insert(1, ".");
  const int exponent = point - 1;
  return digits + (exponent < 0 ? "e-" : "e+") + std::to_string(std::abs(exponent));
}

std::string ecma_number(double number) {
  if (number == 0) return "0";
  return number < 0 ? "-" + positive_text(-number) : positive_text(number);
}

/// Orders UTF-8 texts by their UTF-16 code units: a character beyond U+FFFF (a lead byte from 0xF0) comes before those
/// from U+E000 to U+FFFF (lead bytes 0xEE and 0xEF).
bool is_before(std::string_view left, std::string_view right) noexcept {
  const auto rank = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == 0xEE || byte == 0xEF ? byte + 0x10 : static_cast<int>(byte);
  };
  return std::ranges::lexicographical_compare(left, right, {}, rank, rank);
}

void append_canonical(std::string& out, const bj::value& value);

void append_canonical(std::string& out, const bj::object& object) {
  std::vector<const bj::key_value_pair*> members;
  for (const auto& member : object) members.push_back(&member);
  std::ranges::sort(members, is_before, [](const auto* member) { return std::string_view(member->key()); });
  out += '{';
  for (const auto* member : members) {
    if (out.back() != '{') out += ',';
    append_canonical_string(out, member->key());
    out += ':';
    append_canonical(out, member->value());
  }
  out += '}';
}

void append_canonical(std::string& out, const bj::array& array) {
  out += '[';
  for (const auto& element : array) {
    if (&element != array.data()) out += ',';
    append_canonical(out, element);
  }
  out += ']';
}

void append_canonical(std::string& out, const bj::value& value) {
  switch (value.kind()) {
    case bj::kind::null:
      out += "null";
      return;
    case bj::kind::bool_:
      out += value.get_bool() ? "true" : "false";
      return;
    case bj::kind::int64:
      out += ecma_number(static_cast<double>(value.get_int64()));
      return;
    case bj::kind::uint64:
      out += ecma_number(static_cast<double>(value.get_uint64()));
      return;
    case bj::kind::double_:
      out += ecma_number(value.get_double());
      return;
    case bj::kind::string:
      append_canonical_string(out, value.get_string());
      return;
    case bj::kind::array:
      append_canonical(out, value.get_array());
      return;
    case bj::kind::object:
      append_canonical(out, value.get_object());
      return;
  }
}

}  // namespace

std::string canonical_json(const bj::value& value) {
  std::string out;
  append_canonical(out, value);
  return out;
}

}  // namespace agent_access::json
