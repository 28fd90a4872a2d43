#include "base/ip_address.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <cstring>

#include "base/text.hpp"

namespace agent_access::base {
namespace {

constexpr std::array<std::uint8_t, 12> kMappedPrefix{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr std::size_t kMappedBits = 96;

IpAddress mapped(const void* four_bytes) noexcept {
  IpAddress address;
  std::copy(kMappedPrefix.begin(), kMappedPrefix.end(), address.bytes.begin());
  std::memcpy(address.bytes.data() + kMappedPrefix.size(), four_bytes, 4);
  return address;
}

}  // namespace

IpAddress IpAddress::from(const sockaddr_storage& address) noexcept {
  IpAddress result;
  if (address.ss_family == AF_INET) {
    sockaddr_in four;
    std::memcpy(&four, &address, sizeof four);
    return mapped(&four.sin_addr);
  }
  if (address.ss_family == AF_INET6) {
    sockaddr_in6 six;
    std::memcpy(&six, &address, sizeof six);
    std::memcpy(result.bytes.data(), &six.sin6_addr, result.bytes.size());
  }
  return result;
}

std::optional<IpAddress> IpAddress::parse(std::string_view text) {
  // No address is longer, and a copy on the stack costs no allocation where addresses come with every request.
  std::array<char, INET6_ADDRSTRLEN> copy{};
  if (text.size() >= copy.size() || text.find('\0') != std::string_view::npos) return std::nullopt;
  std::copy(text.begin(), text.end(), copy.begin());
  std::array<std::uint8_t, 4> four{};
  if (inet_pton(AF_INET, copy.data(), four.data()) == 1) return mapped(four.data());
  IpAddress six;
  if (inet_pton(AF_INET6, copy.data(), six.bytes.data()) == 1) return six;
  return std::nullopt;
}

bool IpAddress::is_ipv4() const noexcept {
  return std::equal(kMappedPrefix.begin(), kMappedPrefix.end(), bytes.begin());
}

bool IpAddress::is_loopback() const noexcept {
  constexpr IpAddress kLoopback{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}};
  return is_ipv4() ? bytes[12] == 127 : *this == kLoopback;
}

bool IpAddress::is_private_use() const noexcept {
  if (is_loopback()) return true;
  const unsigned first = is_ipv4() ? bytes[12] : bytes[0];
  const unsigned second = is_ipv4() ? bytes[13] : bytes[1];
  if (!is_ipv4()) return (first & 0xfeU) == 0xfc || (first == 0xfe && (second & 0xc0U) == 0x80);
  return first == 10 || (first == 172 && (second & 0xf0U) == 16) || (first == 192 && second == 168) ||
         (first == 100 && (second & 0xc0U) == 64) || (first == 169 && second == 254);
}

bool IpAddress::is_unspecified() const noexcept { return is_ipv4() ? bytes[12] == 0 : *this == IpAddress{}; }

std::string IpAddress::to_text() const {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const std::size_t skipped = is_ipv4() ? kMappedPrefix.size() : 0;
  inet_ntop(is_ipv4() ? AF_INET : AF_INET6, bytes.data() + skipped, text.data(), text.size());
  return text.data();
}

IpAddress IpAddress::prefix(std::size_t ipv6_bits) const noexcept {
  IpAddress kept = *this;
  if (is_ipv4() || ipv6_bits >= 128) return kept;
  const std::size_t whole = ipv6_bits / 8;
  kept.bytes[whole] &= static_cast<std::uint8_t>(0xff00U >> ipv6_bits % 8);
  std::fill(kept.bytes.begin() + static_cast<std::ptrdiff_t>(whole) + 1, kept.bytes.end(), std::uint8_t{0});
  return kept;
}

std::optional<Network> Network::parse(std::string_view text) {
  const std::size_t slash = text.find('/');
  const std::optional<IpAddress> base = IpAddress::parse(text.substr(0, slash));
  if (!base) return std::nullopt;
  // The text decides the family: ::ffff:10.0.0.0/104 counts its bits as IPv6.
  const bool four = text.substr(0, slash).find(':') == std::string_view::npos;
  const std::size_t skipped = four ? kMappedBits : 0;
  if (slash == std::string_view::npos) return Network(*base, 128, text);
  const auto prefix = whole_number<std::size_t>(text.substr(slash + 1));
  if (!prefix || *prefix > 128 - skipped) return std::nullopt;
  return Network(*base, skipped + *prefix, text);
}

bool Network::contains(const IpAddress& address) const noexcept {
  const std::size_t whole = prefix_ / 8;
  const std::size_t rest = prefix_ % 8;
  if (std::memcmp(base_.bytes.data(), address.bytes.data(), whole) != 0) return false;
  if (rest == 0) return true;
  const auto mask = static_cast<std::uint8_t>(0xffU << (8 - rest));
  return ((base_.bytes[whole] ^ address.bytes[whole]) & mask) == 0;
}

}  // namespace agent_access::base
