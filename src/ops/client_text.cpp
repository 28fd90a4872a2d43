#include "ops/client_text.hpp"

#include <arpa/inet.h>

#include <charconv>
#include <cstring>

namespace agent_access::ops {
namespace {

/// Where the four bytes of an IPv4 address are.
constexpr std::size_t kMappedAt = 12;

}  // namespace

void ClientText::put_number(unsigned number, int base) noexcept {
  size_ = static_cast<std::size_t>(std::to_chars(text_.data() + size_, text_.data() + text_.size(), number, base).ptr -
                                   text_.data());
}

void ClientText::put_ipv4(const base::IpAddress& address, bool is_whole) noexcept {
  for (std::size_t index = kMappedAt; index < address.bytes.size(); ++index) {
    if (index > kMappedAt) put('.');
    const bool is_kept = is_whole || index + 1 < address.bytes.size();
    put_number(is_kept ? address.bytes[index] : 0U, 10);
  }
  if (!is_whole) put("/24");
}

/// The form of RFC 5952: the five groups of zeros at the end, and those of the prefix before them, are the longest run.
void ClientText::put_ipv6_prefix(const base::IpAddress& address) noexcept {
  constexpr std::size_t kGroups = kIpv6PrefixBits / 16;
  std::array<unsigned, kGroups> groups{};
  for (std::size_t index = 0; index < kGroups; ++index) {
    groups[index] = static_cast<unsigned>(address.bytes[2 * index]) << 8U | address.bytes[2 * index + 1];
  }
  std::size_t used = kGroups;
  while (used > 0 && groups[used - 1] == 0) --used;
  for (std::size_t index = 0; index < used; ++index) {
    if (index > 0) put(':');
    put_number(groups[index], 16);
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
