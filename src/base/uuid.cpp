#include "base/uuid.hpp"

namespace agent_access::base {
namespace {

constexpr std::size_t kTextSize = 36;
constexpr std::string_view kDigits = "0123456789abcdef";

constexpr bool is_dash_position(std::size_t at) noexcept { return at == 8 || at == 13 || at == 18 || at == 23; }

/// 0 to 15, or -1. Upper case is no digit here.
constexpr int digit_value(char digit) noexcept {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  return -1;
}

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
  if (text.size() != kTextSize) return std::nullopt;
  Uuid uuid;
  std::size_t at = 0;
  for (auto& byte : uuid.bytes) {
    if (is_dash_position(at)) {
      if (text[at] != '-') return std::nullopt;
      ++at;
    }
    const int high = digit_value(text[at++]);
    const int low = digit_value(text[at++]);
    if (high < 0 || low < 0) return std::nullopt;
    byte = static_cast<std::byte>(high << 4 | low);
  }
  if (!is_version_4(uuid)) return std::nullopt;
  return uuid;
}

void write_text(const Uuid& uuid, char* out) noexcept {
  std::size_t at = 0;
  for (const auto byte : uuid.bytes) {
    if (is_dash_position(at)) out[at++] = '-';
    out[at++] = kDigits[std::to_integer<std::size_t>(byte >> 4)];
    out[at++] = kDigits[std::to_integer<std::size_t>(byte & std::byte{0x0f})];
  }
}

std::string to_text(const Uuid& uuid) {
  std::string text(kTextSize, '\0');
  write_text(uuid, text.data());
  return text;
}

}  // namespace agent_access::base
