#include "base/base64url.hpp"

#include <cstdint>

namespace agent_access::base {
namespace {

// A negative int shifted right by 8 is all ones (shifts are arithmetic since C++20), a small non-negative one is zero:
// each line below adds its correction exactly when the comparison in it holds, without a branch and without a table.

constexpr char letter_of(int value) noexcept {
  int letter = value + 'A';
  letter += ((25 - value) >> 8) & ('a' - 'A' - 26);
  letter -= ((51 - value) >> 8) & ('a' + 26 - '0');
  letter -= ((61 - value) >> 8) & ('0' + 10 - '-');
  letter += ((62 - value) >> 8) & ('_' - '-' - 1);
  return static_cast<char>(letter);
}

/// 0 to 63, or -1 for a character outside the alphabet.
constexpr int value_of(char letter) noexcept {
  const int c = static_cast<unsigned char>(letter);
  int value = -1;
  value += ((('A' - 1 - c) & (c - 'Z' - 1)) >> 8) & (c - 'A' + 1);
  value += ((('a' - 1 - c) & (c - 'z' - 1)) >> 8) & (c - 'a' + 27);
  value += ((('0' - 1 - c) & (c - '9' - 1)) >> 8) & (c - '0' + 53);
  value += ((('-' - 1 - c) & (c - '-' - 1)) >> 8) & 63;
  value += ((('_' - 1 - c) & (c - '_' - 1)) >> 8) & 64;
  return value;
}

static_assert(letter_of(0) == 'A' && letter_of(25) == 'Z' && letter_of(26) == 'a' && letter_of(51) == 'z');
static_assert(letter_of(52) == '0' && letter_of(61) == '9' && letter_of(62) == '-' && letter_of(63) == '_');
static_assert(value_of('A') == 0 && value_of('z') == 51 && value_of('9') == 61 && value_of('_') == 63);
static_assert(value_of('+') == -1 && value_of('/') == -1 && value_of('=') == -1 && value_of('@') == -1);

constexpr std::byte low_byte(int bits) noexcept { return static_cast<std::byte>(bits & 0xff); }

}  // namespace

char* base64url_encode_to(ByteView bytes, char* out) noexcept {
  std::size_t at = 0;
  for (; at + 3 <= bytes.size(); at += 3) {
    const int bits = std::to_integer<int>(bytes[at]) << 16 | std::to_integer<int>(bytes[at + 1]) << 8 |
                     std::to_integer<int>(bytes[at + 2]);
    *out++ = letter_of(bits >> 18);
    *out++ = letter_of(bits >> 12 & 63);
    *out++ = letter_of(bits >> 6 & 63);
    *out++ = letter_of(bits & 63);
  }
  const std::size_t rest = bytes.size() - at;
  if (rest == 0) return out;
  const int first = std::to_integer<int>(bytes[at]);
  const int second = rest == 2 ? std::to_integer<int>(bytes[at + 1]) : 0;
  *out++ = letter_of(first >> 2);
  *out++ = letter_of((first << 4 | second >> 4) & 63);
  if (rest == 2) *out++ = letter_of(second << 2 & 63);
  return out;
}

std::string base64url_encode(ByteView bytes) {
  std::string text(base64url_encoded_size(bytes.size()), '\0');
  base64url_encode_to(bytes, text.data());
  return text;
}

std::optional<std::size_t> base64url_decode_to(std::string_view text, std::span<std::byte> out) noexcept {
  const std::size_t rest = text.size() % 4;
  if (rest == 1) return std::nullopt;
  const std::size_t size = text.size() / 4 * 3 + (rest == 0 ? 0 : rest - 1);
  if (out.size() < size) return std::nullopt;

  // One negative value anywhere leaves `faults` negative; so do unused trailing bits that are set.
  int faults = 0;
  std::size_t at = 0;
  std::size_t to = 0;
  for (; at + 4 <= text.size(); at += 4) {
    const int a = value_of(text[at]);
    const int b = value_of(text[at + 1]);
    const int c = value_of(text[at + 2]);
    const int d = value_of(text[at + 3]);
    faults |= a | b | c | d;
    out[to++] = low_byte(a << 2 | b >> 4);
    out[to++] = low_byte(b << 4 | c >> 2);
    out[to++] = low_byte(c << 6 | d);
  }
  if (rest != 0) {
    const int a = value_of(text[at]);
    const int b = value_of(text[at + 1]);
    const int c = rest == 3 ? value_of(text[at + 2]) : 0;
    const int unused = rest == 3 ? c & 3 : b & 15;
    faults |= a | b | c | -unused;
    out[to++] = low_byte(a << 2 | b >> 4);
    if (rest == 3) out[to++] = low_byte(b << 4 | c >> 2);
  }
  if (faults < 0) return std::nullopt;
  return size;
}

std::optional<std::vector<std::byte>> base64url_decode(std::string_view text) {
  std::vector<std::byte> bytes(text.size() / 4 * 3 + 3);
  const auto size = base64url_decode_to(text, bytes);
  if (!size) return std::nullopt;
  bytes.resize(*size);
  return bytes;
}

}  // namespace agent_access::base
