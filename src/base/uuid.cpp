#include "base/uuid.hpp"

#include <cstdint>
#include <cstring>

#include "base/hex.hpp"
#include "base/lanes.hpp"

namespace agent_access::base {
namespace {

constexpr std::size_t kTextSize = 36;

/// The offset in the text of the two digits of each byte; the dashes are between.
constexpr std::array<std::uint8_t, 16> kDigitsAt = {0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34};

/// The same as hex_value, faster.
constexpr std::array<std::int8_t, 256> kDigitValues = [] {
  std::array<std::int8_t, 256> values{};
  for (std::size_t c = 0; c < values.size(); ++c) values[c] = static_cast<std::int8_t>(hex_value(static_cast<char>(c)));
  return values;
}();

constexpr int digit_value(char digit) noexcept { return kDigitValues[static_cast<unsigned char>(digit)]; }

Lanes digits_of(Lanes values) noexcept { return values + '0' + ((values > 9) & ('a' - '0' - 10)); }

constexpr bool is_version_4(const Uuid& uuid) noexcept {
  return (uuid.bytes[6] & std::byte{0xf0}) == std::byte{0x40} && (uuid.bytes[8] & std::byte{0xc0}) == std::byte{0x80};
}

}  // namespace

std::optional<Uuid> random_uuid(Random& random) noexcept {
  Uuid uuid;
  if (!random.fill(uuid.bytes)) return std::nullopt;
  uuid.bytes[6] = (uuid.bytes[6] & std::byte{0x0f}) | std::byte{0x40};
  uuid.bytes[8] = (uuid.bytes[8] & std::byte{0x3f}) | std::byte{0x80};
  return uuid;
}

std::optional<Uuid> parse_uuid(std::string_view text) noexcept {
  if (text.size() != kTextSize || text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-') {
    return std::nullopt;
  }
  Uuid uuid;
  int faults = 0;  // negative once a character is not a digit
  for (std::size_t i = 0; i < uuid.bytes.size(); ++i) {
    const int high = digit_value(text[kDigitsAt[i]]);
    const int low = digit_value(text[kDigitsAt[i] + 1U]);
    faults |= high | low;
    uuid.bytes[i] = static_cast<std::byte>(high << 4 | low);
  }
  if (faults < 0 || !is_version_4(uuid)) return std::nullopt;
  return uuid;
}

void write_text(const Uuid& uuid, char* out) noexcept {
  const Lanes bytes = load_lanes(uuid.bytes.data());
  const Lanes high = digits_of((bytes >> 4) & 15);
  const Lanes low = digits_of(bytes & 15);
  const Lanes front = __builtin_shufflevector(high, low, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const Lanes back = __builtin_shufflevector(high, low, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  std::array<char, 32> digits;
  std::memcpy(digits.data(), &front, sizeof front);
  std::memcpy(digits.data() + 16, &back, sizeof back);
  std::memcpy(out, digits.data(), 8);
  std::memcpy(out + 9, digits.data() + 8, 4);
  std::memcpy(out + 14, digits.data() + 12, 4);
  std::memcpy(out + 19, digits.data() + 16, 4);
  std::memcpy(out + 24, digits.data() + 20, 12);
  out[8] = out[13] = out[18] = out[23] = '-';
}

std::string to_text(const Uuid& uuid) {
  std::string text(kTextSize, '\0');
  write_text(uuid, text.data());
  return text;
}

}  // namespace agent_access::base
