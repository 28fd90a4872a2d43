#include "ops/client_text.hpp"

#include <arpa/inet.h>

#include <charconv>
#include <cstring>

namespace agent_access::ops {
namespace {

/// Where the four bytes of an IPv4 address are.
constexpr std::size_t kMappedAt = 12;

}  // namespace

void ClientText::put_octet(unsigned octet) noexcept {
  if (octet >= 100) put(static_cast<char>('0' + octet / 100));
  if (octet >= 10) put(static_cast<char>('0' + octet / 10 % 10));
  put(static_cast<char>('0' + octet % 10));
}

void ClientText::put_group(unsigned group) noexcept {
  size_ = static_cast<std::size_t>(std::to_chars(text_.data() + size_, text_.data() + text_.size(), group, 16).ptr -
                                   text_.data());
}

void ClientText::put_ipv4(const base::IpAddress& address, bool is_whole) noexcept {
  for (std::size_t index = 0; index < 3; ++index) {
    put_octet(address.bytes[kMappedAt + index]);
    put('.');
  }
  if (is_whole) return put_octet(address.bytes[kMappedAt + 3]);
  put("0/24");
}

/// The form of RFC 5952: the five groups of zeros at the end, and those of the prefix before them, are the longest run.
void ClientText::put_ipv6_prefix(const base::IpAddress& address) noexcept {
  constexpr std::size_t kGroups = 48 / 16;
  std::array<unsigned, kGroups> groups{};
  for (std::size_t index = 0; index < kGroups; ++index) {
    groups[index] = static_cast<unsigned>(address.bytes[2 * index]) << 8U | address.bytes[2 * index + 1];
  }
  std::size_t used = kGroups;
  while (used > 0 && groups[used - 1] == 0) --used;
  for (std::size_t index = 0; index < used; ++index) {
    if (index > 0) put(':');
    put_group(groups[index]);
  }
  put("::/48");
}

void ClientText::put_ipv6(const base::IpAddress& address) noexcept {
  if (inet_ntop(AF_INET6, address.bytes.data(), text_.data(), static_cast<socklen_t>(text_.size())) == nullptr) return;
  size_ = std::strlen(text_.data());
}

ClientText::ClientText(const base::IpAddress& address, ClientAddress form) noexcept {
  const bool is_whole = form == ClientAddress::full;
  if (form == ClientAddress::none) {
    size_ = 0;
  } else if (address.is_ipv4()) {
    put_ipv4(address, is_whole);
  } else if (is_whole) {
    put_ipv6(address);
  } else {
    put_ipv6_prefix(address);
  }
}

}  // namespace agent_access::ops
