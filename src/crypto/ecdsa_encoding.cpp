#include "crypto/ecdsa_encoding.hpp"

#include <algorithm>
#include <cstdint>

namespace agent_access::crypto {
namespace {

using Limb = std::uint8_t;

/// The order of the group, FIPS 186-5 / SP 800-186 section 3.2.1.3.
constexpr std::array<Limb, 32> kOrder = {0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff,
                                         0xff, 0xff, 0xff, 0xff, 0xff, 0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17,
                                         0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51};

/// (n + 1) / 2, the smallest s that is high.
constexpr std::array<Limb, 32> kFirstHigh = {0x7f, 0xff, 0xff, 0xff, 0x80, 0x00, 0x00, 0x00, 0x7f, 0xff, 0xff,
                                             0xff, 0xff, 0xff, 0xff, 0xff, 0xde, 0x73, 0x7d, 0x56, 0xd3, 0x8b,
                                             0xcf, 0x42, 0x79, 0xdc, 0xe5, 0x61, 0x7e, 0x31, 0x92, 0xa9};

constexpr std::byte kSequence{0x30};
constexpr std::byte kInteger{0x02};
constexpr std::byte kSignBit{0x80};

/// value < bound, by the borrow of value - bound.
bool is_below(Scalar value, const std::array<Limb, 32>& bound) noexcept {
  int borrow = 0;
  for (std::size_t at = 32; at-- > 0;) {
    borrow = (std::to_integer<int>(value[at]) - bound[at] - borrow) >> 8 & 1;
  }
  return borrow == 1;
}

std::size_t write_integer(Scalar value, std::byte* out) noexcept {
  std::size_t zeros = 0;
  while (zeros < 31 && value[zeros] == std::byte{0}) ++zeros;
  const auto digits = value.subspan(zeros);
  const std::size_t padding = (digits.front() & kSignBit) == kSignBit ? 1 : 0;
  *out++ = kInteger;
  *out++ = static_cast<std::byte>(digits.size() + padding);
  if (padding == 1) *out++ = std::byte{0};
  std::ranges::copy(digits, out);
  return 2 + padding + digits.size();
}

/// Removes one INTEGER from the front of `der` and writes it to the 32 bytes of `out`.
bool take_integer(base::ByteView& der, std::span<std::byte, 32> out) noexcept {
  if (der.size() < 3 || der[0] != kInteger) return false;
  const auto size = std::to_integer<std::size_t>(der[1]);
  if (size == 0 || size > 33 || der.size() < 2 + size) return false;
  base::ByteView digits = der.subspan(2, size);
  der = der.subspan(2 + size);
  if ((digits.front() & kSignBit) == kSignBit) return false;
  if (digits.front() == std::byte{0} && size > 1) {
    if ((digits[1] & kSignBit) != kSignBit) return false;
    digits = digits.subspan(1);
  }
  if (digits.size() > out.size()) return false;
  std::ranges::fill(out, std::byte{0});
  std::ranges::copy(digits, out.last(digits.size()).begin());
  return true;
}

}  // namespace

bool is_below_order(Scalar scalar) noexcept { return is_below(scalar, kOrder); }

bool is_in_range(Scalar scalar) noexcept {
  std::byte any{0};
  for (const auto byte : scalar) any |= byte;
  const bool is_zero = any == std::byte{0};
  const bool below = is_below_order(scalar);
  return !is_zero && below;
}

bool is_low(Scalar s) noexcept { return is_below(s, kFirstHigh); }

void make_low(Signature& signature) noexcept {
  const auto s = std::span(signature).last<32>();
  if (is_low(s)) return;
  int borrow = 0;
  for (std::size_t at = 32; at-- > 0;) {
    const int digit = kOrder[at] - std::to_integer<int>(s[at]) - borrow;
    s[at] = static_cast<std::byte>(digit & 0xff);
    borrow = digit >> 8 & 1;
  }
}

DerSignature to_der(const Signature& signature) noexcept {
  DerSignature der;
  const auto numbers = std::span(signature);
  der.size = 2;
  der.size += write_integer(numbers.first<32>(), der.bytes.data() + der.size);
  der.size += write_integer(numbers.last<32>(), der.bytes.data() + der.size);
  der.bytes[0] = kSequence;
  der.bytes[1] = static_cast<std::byte>(der.size - 2);
  return der;
}

std::optional<Signature> from_der(base::ByteView der) noexcept {
  if (der.size() < 2 || der.size() > kMaxDerSignature) return std::nullopt;
  if (der[0] != kSequence || std::to_integer<std::size_t>(der[1]) != der.size() - 2) return std::nullopt;
  Signature signature;
  base::ByteView rest = der.subspan(2);
  const auto numbers = std::span(signature);
  if (!take_integer(rest, numbers.first<32>()) || !take_integer(rest, numbers.last<32>()) || !rest.empty()) {
    return std::nullopt;
  }
  return signature;
}

}  // namespace agent_access::crypto
