#include "json/canonical_json.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "base/hex.hpp"

namespace agent_access::json {

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
