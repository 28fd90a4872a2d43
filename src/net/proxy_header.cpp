#include "net/proxy_header.hpp"

#include <algorithm>
#include <array>

namespace agent_access::net {
namespace {

using Fault = base::Failure<ProxyFault>;

constexpr std::string_view kSignature{"\r\n\r\n\0\r\nQUIT\n", 12};
constexpr std::size_t kFamilyAt = 13;
constexpr std::size_t kLengthAt = 14;
constexpr std::size_t kFixedSize = 16;
constexpr unsigned kLocal = 0x20;  // version 2 and the command
constexpr unsigned kProxy = 0x21;
constexpr std::size_t kTlvHead = 3;
constexpr std::uint8_t kCrc32c = 0x03;
constexpr std::size_t kCrcSize = 4;

std::uint8_t byte_at(std::string_view bytes, std::size_t at) noexcept { return static_cast<std::uint8_t>(bytes[at]); }

std::uint16_t number_at(std::string_view bytes, std::size_t at) noexcept {
  return static_cast<std::uint16_t>((byte_at(bytes, at) << 8U) | byte_at(bytes, at + 1));
}

enum class Family : std::uint8_t { unspecified = 0x00, ipv4 = 0x11, ipv6 = 0x21, unix_stream = 0x31 };

struct Layout {
  Family family;
  std::size_t address_size;  ///< both addresses and, of IP, both ports
};
constexpr std::array kLayouts = {Layout{Family::unspecified, 0}, Layout{Family::ipv4, 12}, Layout{Family::ipv6, 36},
                                 Layout{Family::unix_stream, 216}};

std::optional<Layout> layout_of(std::uint8_t value) noexcept {
  for (const Layout& layout : kLayouts) {
    if (static_cast<std::uint8_t>(layout.family) == value) return layout;
  }
  return std::nullopt;
}

std::optional<ProxySource> source_of(Family family, std::string_view addresses) noexcept {
  const bool is_ipv4 = family == Family::ipv4;
  if (!is_ipv4 && family != Family::ipv6) return std::nullopt;
  ProxySource source;
  const std::size_t size = is_ipv4 ? 4 : 16;
  auto* const end = source.address.bytes.end();
  if (is_ipv4) std::fill(end - 6, end - 4, std::uint8_t{0xff});
  std::transform(addresses.begin(), addresses.begin() + size, end - size,
                 [](char byte) { return static_cast<std::uint8_t>(byte); });
  source.port = number_at(addresses, 2 * size);
  return source;
}

/// CRC-32C (Castagnoli, RFC 3720 appendix B.4) over the header with its own checksum counted as zero.
std::uint32_t checksum(std::string_view header, std::size_t crc_at) noexcept {
  std::uint32_t crc = 0xffffffff;
  for (std::size_t at = 0; at < header.size(); ++at) {
    if (at - crc_at >= kCrcSize) crc ^= byte_at(header, at);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0x82f63b78U : 0U);
  }
  return ~crc;
}

std::optional<ProxyFault> check_tlvs(std::string_view header, std::size_t at) noexcept {
  std::optional<std::size_t> crc_at;
  while (at < header.size()) {
    if (header.size() - at < kTlvHead) return ProxyFault::malformed_length;
    const std::size_t size = number_at(header, at + 1);
    if (header.size() - at - kTlvHead < size) return ProxyFault::malformed_length;
    if (byte_at(header, at) == kCrc32c) {
      if (crc_at || size != kCrcSize) return ProxyFault::wrong_checksum;
      crc_at = at + kTlvHead;
    }
    at += kTlvHead + size;
  }
  if (!crc_at) return std::nullopt;
  const std::uint32_t expected =
      (static_cast<std::uint32_t>(number_at(header, *crc_at)) << 16U) | number_at(header, *crc_at + 2);
  return checksum(header, *crc_at) == expected ? std::nullopt : std::optional(ProxyFault::wrong_checksum);
}

}  // namespace

base::Result<std::optional<ProxyHeader>, ProxyFault> parse_proxy_header(std::string_view bytes) noexcept {
  if (!bytes.starts_with(kSignature.substr(0, bytes.size()))) return Fault(ProxyFault::not_version_2);
  if (bytes.size() <= kSignature.size()) return std::nullopt;
  const unsigned version_and_command = byte_at(bytes, kSignature.size());
  if (version_and_command >> 4U != 2) return Fault(ProxyFault::not_version_2);
  if (version_and_command != kLocal && version_and_command != kProxy) return Fault(ProxyFault::unknown_command);
  // With LOCAL "the receiver must ignore" the family (section 2.2).
  const bool has_family = version_and_command == kProxy && bytes.size() > kFamilyAt;
  const auto layout = layout_of(has_family ? byte_at(bytes, kFamilyAt) : std::uint8_t{0});
  if (!layout) return Fault(ProxyFault::unknown_family);
  if (bytes.size() < kFixedSize) return std::nullopt;
  const std::size_t size = kFixedSize + number_at(bytes, kLengthAt);
  if (size > kLargestProxyHeader) return Fault(ProxyFault::too_large);
  const std::size_t tlvs_at = kFixedSize + layout->address_size;
  if (size < tlvs_at) return Fault(ProxyFault::malformed_length);
  if (bytes.size() < size) return std::nullopt;
  // The rest of a LOCAL or UNSPEC header has no defined layout; it is skipped without checks.
  if (layout->family == Family::unspecified) return ProxyHeader{size, std::nullopt};
  if (const auto fault = check_tlvs(bytes.substr(0, size), tlvs_at)) return Fault(*fault);
  return ProxyHeader{size, source_of(layout->family, bytes.substr(kFixedSize))};
}

std::size_t proxy_header_wants(std::string_view bytes) noexcept {
  const std::size_t known = bytes.size() < kFixedSize ? kFixedSize : kFixedSize + number_at(bytes, kLengthAt);
  return std::min(known, kLargestProxyHeader) - bytes.size();
}

}  // namespace agent_access::net
